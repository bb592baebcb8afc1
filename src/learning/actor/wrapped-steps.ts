import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { sameNode } from '#bt/edit/same.js'
import { childPath, nodeAt } from '#bt/paths.js'

type Insert = Extract<Edit, { op: 'insert' }>

/** Steps that a patch wraps together: it inserts the whole, and removes each of them behind it. */
export interface WrappedSteps {
  readonly insert: Insert
  readonly steps: readonly NodeDef[]
}

/** How many changes a patch makes, as people count them: a wrap of several steps is one. */
export function editCount(patch: readonly Edit[]): number {
  let count = 0
  for (let at = 0; at < patch.length; count++)
    at += 1 + (wrappedSteps(patch, at, undefined)?.steps.length ?? 0)
  return count
}

/**
 * Reads the edits from `at` on as one wrap of several steps, which the language of patches has no edit for.
 * @param doc the tree before them; where it is known, the steps must be those that are removed
 * @returns undefined where they are anything else
 */
export function wrappedSteps(
  patch: readonly Edit[],
  at: number,
  doc: TreeDoc | undefined,
): WrappedSteps | undefined {
  const insert = patch[at]
  if (insert?.op !== 'insert') return undefined
  const [whole, ...others] = insert.node.children
  if (whole?.id !== 'Sequence' || others.length > 0 || whole.children.length < 2) return undefined
  const { children: steps } = whole
  const behind = childPath(insert.parent, insert.index + 1)
  const removed = patch.slice(at + 1, at + 1 + steps.length)
  const isWrap =
    removed.length === steps.length &&
    removed.every((edit) => edit.op === 'remove' && edit.at === behind && edit.because === insert.because) &&
    (doc === undefined ||
      steps.every((step, i) => {
        const there = nodeAt(doc, childPath(insert.parent, insert.index + i))
        return there !== undefined && sameNode(step, there)
      }))
  return isWrap ? { insert, steps } : undefined
}
