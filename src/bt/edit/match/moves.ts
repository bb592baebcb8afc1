import { sameType } from '../same.js'
import { inOrder, type Placed } from './spread.js'

/** How similar two subtrees are, and how to pair the nodes of two subtrees that match. */
export interface Likeness {
  readonly cost: (from: Placed, to: Placed) => number
  readonly join: (from: Placed, to: Placed) => void
}

/**
 * Finds moved nodes: first whole subtrees that were removed in one place and appear, little changed, in another; then
 * equal parts of removed subtrees; then parents that share most of their children. A move is worthwhile when it saves
 * the patch at least two of: a node to carry, an insertion, a removal.
 */
export function addMoves(a: Placed, b: Placed, pairs: Pairs, likeness: Likeness): void {
  joinAlike(unpairedTops(a, pairs.toB), unpairedTops(b, pairs.toA), pairs, likeness)
  joinEqual(a, b, pairs)
  joinParents(b, pairs)
}

function joinAlike(
  gone: readonly Placed[],
  fresh: readonly Placed[],
  pairs: Pairs,
  likeness: Likeness,
): void {
  if (gone.length * fresh.length > MAX_TOPS) return
  for (const to of fresh.filter(({ size }) => size > 2)) {
    let [best, least] = [undefined as Placed | undefined, to.size / 2]
    for (const from of gone) {
      if (pairs.toB.has(from) || from.size < to.size / 2 || from.size > to.size * 2) continue
      const cost = likeness.cost(from, to)
      if (cost < least) [best, least] = [from, cost]
    }
    if (best !== undefined && isUnpaired(best, pairs.toB)) likeness.join(best, to)
  }
}

/** the most pairs of candidate subtrees that are compared */
const MAX_TOPS = 400

/** The largest subtrees in which no node survives. */
const unpairedTops = (placed: Placed, paired: ReadonlyMap<Placed, Placed>): Placed[] =>
  isUnpaired(placed, paired) ? [placed] : placed.children.flatMap((child) => unpairedTops(child, paired))

function joinEqual(a: Placed, b: Placed, pairs: Pairs): void {
  const gone = new Map<number, Placed[]>()
  for (const placed of inOrder(a)) {
    if (isUnpaired(placed, pairs.toB)) gone.set(placed.shape, [...(gone.get(placed.shape) ?? []), placed])
  }
  if (gone.size === 0) return
  for (const placed of inOrder(b)) {
    const candidates = gone.get(placed.shape)
    if (candidates === undefined || !isUnpaired(placed, pairs.toA)) continue
    const free = candidates.filter((each) => isUnpaired(each, pairs.toB) && isWorthwhile(each, placed, pairs))
    const from = free.find((each) => areSiblings(each, placed, pairs)) ?? free[0]
    if (from !== undefined) pairs.joinAll(from, placed)
  }
}

const isUnpaired = (placed: Placed, paired: ReadonlyMap<Placed, Placed>): boolean =>
  !paired.has(placed) && placed.children.every((child) => isUnpaired(child, paired))

function isWorthwhile(from: Placed, to: Placed, pairs: Pairs): boolean {
  const removal = from.parent !== undefined && pairs.toB.has(from.parent) ? 1 : 0
  const insertion = to.parent !== undefined && pairs.toA.has(to.parent) ? 1 : 0
  return from.size + removal + insertion > 2
}

const areSiblings = (from: Placed, to: Placed, pairs: Pairs): boolean =>
  from.parent !== undefined && to.parent !== undefined && pairs.toB.get(from.parent) === to.parent

/** Pairs a new node with a removed node of the same type when they share most of their children. */
function joinParents(b: Placed, pairs: Pairs): void {
  for (const child of b.children) joinParents(child, pairs)
  if (pairs.toA.has(b)) return
  const votes = new Map<Placed, number>()
  for (const child of b.children) {
    const parent = pairs.toA.get(child)?.parent
    if (parent !== undefined) votes.set(parent, (votes.get(parent) ?? 0) + 1)
  }
  for (const [parent, count] of votes) {
    const most = count * 2 > Math.max(parent.children.length, b.children.length)
    if (most && !pairs.toB.has(parent) && sameType(parent.node, b.node)) return pairs.join(parent, b)
  }
}

/** Pairs of nodes, each in at most one. */
export class Pairs {
  readonly toB = new Map<Placed, Placed>()
  readonly toA = new Map<Placed, Placed>()

  join(a: Placed, b: Placed): void {
    this.toB.set(a, b)
    this.toA.set(b, a)
  }

  /** pairs two equal subtrees node by node */
  joinAll(a: Placed, b: Placed): void {
    this.join(a, b)
    a.children.forEach((child, index) => this.joinAll(child, b.children[index] as Placed))
  }
}
