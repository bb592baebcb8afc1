import type { NodePath, TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import type { ActorInput } from './input.js'
import { rebase } from './rebase.js'

/**
 * Builds the input for the next edit of the same patch: the tree as edited so far, with report and trace entries moved
 * to the nodes' new paths. Entries about removed nodes are dropped.
 */
export function carryOver(input: ActorInput, tree: TreeDoc, patch: readonly EditOp[]): ActorInput {
  const now = (path: NodePath): NodePath | null =>
    patch.reduce<NodePath | null>((at, edit) => (at === null ? null : rebase(at, edit)), path)
  const stillThere = <T extends { readonly path: NodePath }>(said: T): T[] => {
    const path = now(said.path)
    return path === null ? [] : [{ ...said, path }]
  }
  const { report, trace } = input
  return {
    ...input,
    tree,
    trace: { ...trace, units: trace.units.flatMap(stillThere), failures: trace.failures.flatMap(stillThere) },
    report: report && {
      ...report,
      issues: report.issues.map((issue) => ({ ...issue, nodePath: issue.nodePath && now(issue.nodePath) })),
    },
  }
}
