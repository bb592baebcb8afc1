import { sameType } from '../same.js'
import type { Pairs } from './moves.js'
import { countBelow, preorder, type IndexedNode } from './tree-indexer.js'

/** Two nodes of one type that may be the same one, by what is in them. */
export interface Around {
  readonly old: IndexedNode
  readonly now: IndexedNode
  /** from 0 to 1: twice what they have in common among what is in them */
  readonly likeness: number
  /** the same of their children alone */
  readonly alike: number
}

/**
 * Nodes that are not paired and whose insides are: all that have enough in common.
 * @returns `undefined` when that takes too many visits
 */
export function candidatesAround(
  a: IndexedNode,
  b: IndexedNode,
  pairs: Pairs,
  visits: Visits,
): readonly Around[] | undefined {
  // a node around others may be new, so it counts for nothing
  const inside = (root: IndexedNode, paired: ReadonlyMap<IndexedNode, IndexedNode>) =>
    countBelow(root, (each) => each.children.length === 0 || paired.has(each))
  const [inOld, inNow] = [inside(a, pairs.toB), inside(b, pairs.toA)]
  const found: Around[] = []
  for (const old of preorder(a)) {
    if (pairs.toB.has(old)) continue
    const common = commonWith(old, pairs, visits)
    if (common === undefined) return undefined
    const direct = childrenWith(old, pairs)
    for (const [now, count] of common) {
      const likeness = (2 * count) / ((inOld.get(old) ?? 0) + (inNow.get(now) ?? 0))
      if (likeness < LEAST_LIKENESS) continue
      const alike = (2 * (direct.get(now) ?? 0)) / (old.children.length + now.children.length)
      found.push({ old, now, likeness, alike })
    }
  }
  return found
}

type Counts = ReadonlyMap<IndexedNode, number>

/** How many nodes in it have partners in each node of its type that has no partner itself. */
function commonWith(old: IndexedNode, { toA, toB }: Pairs, visits: Visits): Counts | undefined {
  const common = new Map<IndexedNode, number>()
  for (const node of preorder(old)) {
    if (!visits.allow()) return undefined
    for (let now = toB.get(node)?.parent; now !== undefined; now = now.parent) {
      if (!visits.allow()) return undefined
      if (!toA.has(now) && sameType(old.node, now.node)) common.set(now, (common.get(now) ?? 0) + 1)
    }
  }
  return common
}

/** How many of its children have partners among the children of each node. */
function childrenWith(old: IndexedNode, { toB }: Pairs): Counts {
  const direct = new Map<IndexedNode, number>()
  for (const child of old.children) {
    const parent = toB.get(child)?.parent
    if (parent !== undefined) direct.set(parent, (direct.get(parent) ?? 0) + 1)
  }
  return direct
}

const LEAST_LIKENESS = 0.5

/** Counts the visits of nodes that a matching takes, up to a bound: no document may hold up who looks at it. */
export class Visits {
  readonly #most: number
  #made = 0

  constructor(most: number) {
    this.#most = most
  }

  /** so far, for tests */
  get made(): number {
    return this.#made
  }

  /** Counts them. @returns whether the bound is kept */
  allow(count = 1): boolean {
    this.#made += count
    return this.#made <= this.#most
  }
}
