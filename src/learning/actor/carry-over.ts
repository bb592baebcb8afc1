import type { NodePath, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import type { Experience } from './input.js'
import { rebase } from './rebase.js'

/**
 * Builds the input for the next edit of the same patch: the tree as edited so far, with report and trace entries moved
 * to the nodes' new paths. Entries about removed nodes are dropped.
 */
export function carryOver<I extends Experience>(input: I, tree: TreeDoc, patch: readonly EditOp[]): I {
  const newPath = (path: NodePath): NodePath | null =>
    patch.reduce<NodePath | null>((at, edit) => (at === null ? null : rebase(at, edit)), path)
  return movePaths(input, tree, newPath)
}

/** The input for another tree; `newPath` tells where each node is there, null = nowhere: its entries are dropped. */
export function movePaths<I extends Experience>(
  input: I,
  tree: TreeDoc,
  newPath: (path: NodePath) => NodePath | null,
): I {
  const moved = <T extends { readonly path: NodePath }>(entry: T): T[] => {
    const path = newPath(entry.path)
    return path === null ? [] : [{ ...entry, path }]
  }
  const { report, trace } = input
  return {
    ...input,
    tree,
    trace: { ...trace, units: trace.units.flatMap(moved), failures: trace.failures.flatMap(moved) },
    report: report && {
      ...report,
      issues: report.issues.map((issue) => ({
        ...issue,
        nodePath: issue.nodePath && newPath(issue.nodePath),
      })),
    },
  }
}
