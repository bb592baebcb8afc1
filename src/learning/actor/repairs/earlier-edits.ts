import type { TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import { treeHash } from '#bt/xml/write.js'
import type { Experience } from '../input.js'
import { effectsOf } from './edit-effects.js'

/** What has been tried in this run, and the current report. */
export type Past = Partial<Pick<Experience, 'earlierEffects' | 'history' | 'report'>>

/**
 * Refuses a patch that reverts an earlier edit. Alternating an edit and its inverse teaches nothing: the score decides
 * whether an edit was good, and the return to a better tree is the loop's own (`Slots`). Two exceptions, for an issue
 * confirmed by pictures or sensors: an edit guessed from score or trace alone may be reverted, and so may any edit
 * after which the issue was reported in two episodes.
 *
 * @param doc the tree after the patch
 * @returns why the patch reverts; null when it does not
 */
export function revertsEarlierEdit(
  tree: TreeDoc,
  patch: readonly Edit[],
  doc: TreeDoc,
  past: Past,
): string | null {
  if (patch.length === 0) return null
  const { earlierEffects, history = [] } = past
  const hash = treeHash(doc)
  const ran = history.find(({ treeHash: old }) => old === hash)
  const lastEdit = Math.max(0, ...[...(earlierEffects?.values() ?? [])].map(({ episode }) => episode))
  if (ran !== undefined && !patch.some(({ because }) => isSeenAgain(because, lastEdit, past)))
    return `this tree ran in episode ${ran.episode} already, and scored ${ran.score.toFixed(1)}`
  const reverts = ({ inverse }: { readonly inverse: string }, i: number): boolean => {
    const earlier = earlierEffects?.get(inverse)
    const cause = patch[i]?.because ?? ''
    if (earlier === undefined || isSeenAgain(cause, earlier.episode, past)) return false
    return !(GUESSED.has(earlier.because) && isConfirmed(cause, past))
  }
  return effectsOf(tree, patch).some(reverts) ? 'it takes back what an earlier edit of this run did' : null
}

/** Confirmed now, and also reported in an episode after that one. */
const isSeenAgain = (cause: string, behind: number, past: Past): boolean =>
  isConfirmed(cause, past) &&
  (past.history ?? []).some(
    ({ episode, issues }) => episode > behind && issues.some(({ id }) => id === cause),
  )

const isConfirmed = (cause: string, { report }: Past): boolean =>
  report?.issues.some(({ id, grounded }) => id === cause && grounded === 'confirmed') === true

/** causes not backed by any observation */
const GUESSED: ReadonlySet<string> = new Set(['score', 'trace'])
