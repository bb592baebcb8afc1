import type { TreeDoc } from '../document.js'
import type { PatchEdit } from '../edit.js'
import { mainTree } from '../paths.js'
import { diffDocuments } from './diff-documents.js'
import { listingOf, type DiffLine } from './match/listing.js'
import { changesOf, shiftsText } from './match/changes.js'
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

/**
 * The main trees of `a` and `b` as one listing, in the style of Fig. 9 of the VRL paper (VRL-34). Without the added
 * lines it reads as `a`, without the removed ones as `b`.
 */
export function treeDiffLines(a: TreeDoc, b: TreeDoc): DiffLine[] {
  const [from, to] = [mainTree(a)?.root, mainTree(b)?.root]
  return from === undefined || to === undefined ? [] : listingOf(matchForReading(from, to))
}

/** What those lines alone do not say of the main trees: `1 wrap, 2 moves`; '' for neither. */
export function treeShifts(a: TreeDoc, b: TreeDoc): string {
  const [from, to] = [mainTree(a)?.root, mainTree(b)?.root]
  return from === undefined || to === undefined ? '' : shiftsText(changesOf(matchForReading(from, to)))
}
