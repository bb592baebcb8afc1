import type { TreeDoc } from '../document.js'
import type { PatchEdit } from '../edit.js'
import { mainTree } from '../paths.js'
import { diffDocuments } from './diff-documents.js'
import { listingOf, type DiffLine } from './match/listing.js'
import { changesOf, shiftsText } from './match/changes.js'
import type { Matching } from './match/matching.js'
import { matchForReading } from './match/wraps.js'

export { lineNote, type DiffLine } from './match/listing.js'

/**
 * Computes a short patch that turns document `a` into document `b`, including all trees and models: `applyEdits(a,
 * diff(a, b))` equals `b`, that is, has the same canonical text.
 *
 * @param because the cause recorded with each edit
 */
export function diff(a: TreeDoc, b: TreeDoc, because = 'diff'): PatchEdit[] {
  return diffDocuments(a, b).map((op) => ({ ...op, because }))
}

/** Two trees side by side, matched once for all that is shown of them. */
export interface TreeDiff {
  /** without the added lines it reads as the first tree, without the removed ones as the second */
  readonly lines: readonly DiffLine[]
  /** what the lines alone do not say: `1 wrap, 2 moves`; '' for neither */
  readonly shifts: string
  /** for a drawing; `undefined` when a document has no main tree */
  readonly matching?: Matching
}

/** The main trees of `a` and `b` as one listing, in the style of Fig. 9 of the VRL paper (VRL-34). */
export function treeDiff(a: TreeDoc, b: TreeDoc): TreeDiff {
  const [from, to] = [mainTree(a)?.root, mainTree(b)?.root]
  if (from === undefined || to === undefined) return { lines: [], shifts: '' }
  const matching = matchForReading(from, to)
  return { lines: listingOf(matching), shifts: shiftsText(changesOf(matching)), matching }
}
