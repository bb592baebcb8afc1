import type { NodeDef, TreeDoc } from '../document.js'
import type { Edit } from '../edit.js'
import { mainTree } from '../paths.js'
import { joinMoves } from './join-moves.js'
import { planChange, type DiffLine, type Plan } from './plan.js'

export type { DiffLine } from './plan.js'

/**
 * A short patch that turns the main tree of `a` into that of `b`: `applyEdits(a, diff(a, b))` is equal to `b`, when
 * the other trees are (patches do not reach into SubTrees, which people designed).
 *
 * @param because what each edit carries as its cause
 */
export function diff(a: TreeDoc, b: TreeDoc, because = 'diff'): Edit[] {
  const ops = planMain(a, b)?.ops('/') ?? []
  return joinMoves(ops).map((op) => ({ ...op, because }))
}

/**
 * The main trees of `a` and `b` as one listing, as Fig. 9 of the VRL paper shows an edit (VRL-34). Without the added
 * lines it reads as `a`, without the removed ones as `b`.
 */
export function treeDiffLines(a: TreeDoc, b: TreeDoc): DiffLine[] {
  return planMain(a, b)?.lines(0) ?? []
}

function planMain(a: TreeDoc, b: TreeDoc): Plan | undefined {
  const [from, to]: (NodeDef | undefined)[] = [mainTree(a)?.root, mainTree(b)?.root]
  return from === undefined || to === undefined ? undefined : planChange(from, to)
}
