import { sameType } from '../same.js'
import { preorder, type IndexedNode } from './tree-indexer.js'

/** How similar two subtrees are, and how to pair the nodes of two subtrees that match. */
export interface Likeness {
  readonly cost: (from: IndexedNode, to: IndexedNode) => number
  readonly join: (from: IndexedNode, to: IndexedNode) => void
}

/**
 * Finds moved nodes: first whole subtrees that were removed in one place and appear, little changed, in another; then
 * equal parts of removed subtrees; then parents that share most of their children. A move is worthwhile when it saves
 * the patch at least two of: a node to carry, an insertion, a removal.
 */
export function addMoves(a: IndexedNode, b: IndexedNode, pairs: Pairs, likeness: Likeness): void {
  joinAlike(unpairedTops(a, pairs.toB), unpairedTops(b, pairs.toA), pairs, likeness)
  joinEqual(a, b, pairs)
  joinParents(b, pairs)
}

function joinAlike(
  gone: readonly IndexedNode[],
  fresh: readonly IndexedNode[],
  pairs: Pairs,
  likeness: Likeness,
): void {
  if (gone.length * fresh.length > MAX_TOPS) return
  for (const to of fresh.filter(({ size }) => size > 2)) {
    let [best, least] = [undefined as IndexedNode | undefined, to.size / 2]
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
const unpairedTops = (indexed: IndexedNode, paired: ReadonlyMap<IndexedNode, IndexedNode>): IndexedNode[] =>
  isUnpaired(indexed, paired) ? [indexed] : indexed.children.flatMap((child) => unpairedTops(child, paired))

function joinEqual(a: IndexedNode, b: IndexedNode, pairs: Pairs): void {
  const gone = new Map<number, IndexedNode[]>()
  for (const indexed of preorder(a)) {
    if (isUnpaired(indexed, pairs.toB)) groupOf(gone, indexed.shape).push(indexed)
  }
  if (gone.size === 0) return
  for (const indexed of preorder(b)) {
    const candidates = gone.get(indexed.shape)
    if (candidates === undefined || !isUnpaired(indexed, pairs.toA)) continue
    const free = candidates.filter(
      (each) => isUnpaired(each, pairs.toB) && isWorthwhile(each, indexed, pairs),
    )
    const from = free.find((each) => areSiblings(each, indexed, pairs)) ?? free[0]
    if (from !== undefined) pairs.joinAll(from, indexed)
  }
}

/** The list of this key, which may still be empty. */
export function groupOf<K, V>(groups: Map<K, V[]>, key: K): V[] {
  const group = groups.get(key) ?? []
  groups.set(key, group)
  return group
}

const isUnpaired = (indexed: IndexedNode, paired: ReadonlyMap<IndexedNode, IndexedNode>): boolean =>
  !paired.has(indexed) && indexed.children.every((child) => isUnpaired(child, paired))

function isWorthwhile(from: IndexedNode, to: IndexedNode, pairs: Pairs): boolean {
  const removal = from.parent !== undefined && pairs.toB.has(from.parent) ? 1 : 0
  const insertion = to.parent !== undefined && pairs.toA.has(to.parent) ? 1 : 0
  return from.size + removal + insertion > 2
}

const areSiblings = (from: IndexedNode, to: IndexedNode, pairs: Pairs): boolean =>
  from.parent !== undefined && to.parent !== undefined && pairs.toB.get(from.parent) === to.parent

/** Pairs a new node with a removed node of the same type when they share most of their children. */
function joinParents(b: IndexedNode, pairs: Pairs): void {
  for (const child of b.children) joinParents(child, pairs)
  if (pairs.toA.has(b)) return
  const votes = new Map<IndexedNode, number>()
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
  readonly toB: Map<IndexedNode, IndexedNode>
  readonly toA: Map<IndexedNode, IndexedNode>

  /** @param those pairs to begin with */
  constructor(those?: Pairs) {
    this.toB = new Map(those?.toB)
    this.toA = new Map(those?.toA)
  }

  join(a: IndexedNode, b: IndexedNode): void {
    this.toB.set(a, b)
    this.toA.set(b, a)
  }

  /** pairs two equal subtrees node by node */
  joinAll(a: IndexedNode, b: IndexedNode): void {
    this.join(a, b)
    a.children.forEach((child, index) => this.joinAll(child, b.children[index] as IndexedNode))
  }
}
