import type { NodeDef } from '#bt/document.js'
import { changedAttrs } from '../same.js'
import { candidatesAround, type Around, Visits } from './around.js'
import { changesOf, totalOf } from './changes.js'
import { increasing, longestCommon } from './longest-common.js'
import { matchTrees, type Matching } from './matching.js'
import { groupOf, Pairs } from './moves.js'
import { preorder, TreeIndexer, type IndexedNode } from './tree-indexer.js'

/**
 * The matching that people are shown. A patch is kept short, and it can wrap one node only, so to `matchTrees` several
 * nodes that get a new parent together have moved or are new. Here equal subtrees are paired first, wherever they
 * stand, then the nodes around them (as GumTree does, Falleri et al. 2014); what keeps its order among its paired
 * neighbours has not moved, whatever new node is around it. Which nodes around them belong together can be read in
 * several ways: the one with the fewest changes is shown, and of these the one with the fewest lines.
 */
export function matchForReading(from: NodeDef, to: NodeDef, visits = new Visits(MOST_VISITS)): Matching {
  const indexer = new TreeIndexer()
  const [a, b] = [indexer.index(from), indexer.index(to)]
  const plain = matchTrees(from, to)
  const equal = new Pairs()
  pairEqual(a, b, equal)
  const around = candidatesAround(a, b, equal, visits)
  if (around === undefined) return plain
  const own = CHILDREN_COUNT.flatMap(
    (weight) => matchEqualFirst(a, b, { equal, around, weight }, visits) ?? [],
  )
  const readings = [...own, plain]
  const costs = readings.map((matching) => [totalOf(changesOf(matching)), linesOf(matching)] as const)
  const isBetter = ([changes, lines]: Cost, [fewest, least]: Cost): boolean =>
    changes < fewest || (changes === fewest && lines < least)
  const best = costs.reduce((top, cost) => (isBetter(cost, top) ? cost : top))
  return readings[costs.indexOf(best)] as Matching
}

type Cost = readonly [changes: number, lines: number]

/** How much the children of a node say about what it is, beside everything in it. */
const CHILDREN_COUNT = [0, 0.5]

interface Beginning {
  readonly equal: Pairs
  readonly around: readonly Around[]
  /** one of `CHILDREN_COUNT` */
  readonly weight: number
}

/** @returns `undefined` when that takes too many visits */
function matchEqualFirst(
  a: IndexedNode,
  b: IndexedNode,
  { equal, around, weight }: Beginning,
  visits: Visits,
): Matching | undefined {
  const pairs = new Pairs(equal)
  pairAround(around, pairs, weight)
  if (!pairs.toB.has(a) && !pairs.toA.has(b) && typeOf(a) === typeOf(b)) pairs.join(a, b)
  if (!pairChanged(pairs, visits)) return undefined
  const still = new Set<IndexedNode>()
  keepInOrder([a], [b], { pairs, still })
  const moved = new Set([...pairs.toB.keys()].filter((old) => !still.has(old)))
  return { a, b, toA: pairs.toA, toB: pairs.toB, moved }
}

/** Equal subtrees, the largest first; of those that occur several times as many as there are in both, in order. */
function pairEqual(a: IndexedNode, b: IndexedNode, pairs: Pairs): void {
  const byShape = (root: IndexedNode): Map<number, IndexedNode[]> => {
    const found = new Map<number, IndexedNode[]>()
    for (const node of preorder(root)) groupOf(found, node.shape).push(node)
    return found
  }
  const [olds, fresh] = [byShape(a), byShape(b)]
  const shapes = [...olds].filter(([shape]) => fresh.has(shape))
  for (const [shape, all] of shapes.sort(([, [x]], [, [y]]) => (y?.size ?? 0) - (x?.size ?? 0))) {
    const free = all.filter((node) => !pairs.toB.has(node))
    const there = (fresh.get(shape) ?? []).filter((node) => !pairs.toA.has(node))
    // which of unequally many it is shows the place, later
    if (free.length === there.length) free.forEach((node, i) => pairs.joinAll(node, there[i] as IndexedNode))
  }
}

/** Nodes whose insides are paired: those of one type that have the most in common and the least else go first. */
function pairAround(candidates: readonly Around[], pairs: Pairs, childrenCount: number): void {
  const weighed = candidates.map((each) => ({ ...each, weight: each.likeness + childrenCount * each.alike }))
  for (const { old, now } of weighed.sort((x, y) => y.weight - x.weight || y.old.size - x.old.size))
    if (!pairs.toB.has(old) && !pairs.toA.has(now)) pairs.join(old, now)
}

/**
 * What is left among the children of paired nodes: equal ones by their order, then those of one type.
 * @returns false when that takes too many visits
 */
function pairChanged(pairs: Pairs, visits: Visits): boolean {
  const open = [...pairs.toB]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [old, now] = next
    if (old.shape === now.shape) continue
    if (!visits.allow(old.children.length + now.children.length)) return false
    for (const key of [({ shape }: IndexedNode) => String(shape), typeOf]) {
      const join = (from: readonly IndexedNode[], to: readonly IndexedNode[]): void => {
        for (const [i, j] of common(from.map(key), to.map(key))) {
          const [x, y] = [from[i] as IndexedNode, to[j] as IndexedNode]
          visits.allow(x.size)
          if (x.shape === y.shape && isFree(x, pairs.toB) && isFree(y, pairs.toA)) pairs.joinAll(x, y)
          else pairs.join(x, y)
          open.push([x, y])
        }
      }
      for (const [from, to] of gapsOf(old, now, pairs)) if (from.length > 0 && to.length > 0) join(from, to)
    }
  }
  return visits.allow(0)
}

/** The unpaired children of two paired nodes, between those of their children that are partners. */
function gapsOf(
  old: IndexedNode,
  now: IndexedNode,
  { toB, toA }: Pairs,
): (readonly [IndexedNode[], IndexedNode[]])[] {
  const together = old.children.flatMap((child) => {
    const partner = toB.get(child)
    return partner?.parent === now ? [[child.index, partner.index] as const] : []
  })
  const kept = increasing(together.map(([, at]) => at)).map((i) => together[i] as readonly [number, number])
  const ends = [[-1, -1] as const, ...kept, [old.children.length, now.children.length] as const]
  return ends.slice(1).map(([i, j], k) => {
    const [x, y] = ends[k] as readonly [number, number]
    const free = (all: readonly IndexedNode[], paired: ReadonlyMap<IndexedNode, IndexedNode>) =>
      all.filter((child) => !paired.has(child))
    return [free(old.children.slice(x + 1, i), toB), free(now.children.slice(y + 1, j), toA)] as const
  })
}

/** Marks the pairs that keep their order and ancestry: as many nodes as possible. */
function keepInOrder(
  olds: readonly IndexedNode[],
  fresh: readonly IndexedNode[],
  sides: { readonly pairs: Pairs; readonly still: Set<IndexedNode> },
): void {
  const { pairs, still } = sides
  const places = new Map(topPaired(fresh, pairs.toA).map((now, at) => [now, at]))
  const candidates = topPaired(olds, pairs.toB).flatMap((old) => {
    const now = pairs.toB.get(old) as IndexedNode
    const at = places.get(now)
    return at === undefined ? [] : [{ old, now, at }]
  })
  for (const { old, now } of heaviest(candidates)) {
    still.add(old)
    keepInOrder(old.children, now.children, sides)
  }
}

interface Candidate {
  readonly old: IndexedNode
  readonly now: IndexedNode
  /** the place of `now` among those of the other tree */
  readonly at: number
}

/** The most of them that have one order in both trees; of as many those with the most nodes. */
function heaviest(all: readonly Candidate[]): readonly Candidate[] {
  if (all.length > MOST_WEIGHED) return increasing(all.map(({ at }) => at)).map((i) => all[i] as Candidate)
  const weight: number[] = []
  const before: number[] = []
  for (const [i, { old, at }] of all.entries()) {
    let best = -1
    for (let j = 0; j < i; j++) if ((all[j]?.at ?? 0) < at && (weight[j] ?? 0) > (weight[best] ?? 0)) best = j
    before.push(best)
    weight.push((weight[best] ?? 0) + MORE_THAN_ANY_TREE + old.size)
  }
  const kept: Candidate[] = []
  for (let i = weight.indexOf(Math.max(...weight)); i >= 0; i = before[i] ?? -1)
    kept.push(all[i] as Candidate)
  return kept.reverse()
}

/** The topmost paired nodes among these and below them: what is between is new, or gone. */
const topPaired = (
  nodes: readonly IndexedNode[],
  paired: ReadonlyMap<IndexedNode, IndexedNode>,
): IndexedNode[] => nodes.flatMap((node) => (paired.has(node) ? [node] : topPaired(node.children, paired)))

const isFree = (node: IndexedNode, paired: ReadonlyMap<IndexedNode, IndexedNode>): boolean =>
  [...preorder(node)].every((each) => !paired.has(each))

/** A leaf never becomes a node with children: it has one line, and they have two. */
const typeOf = ({ node, children }: IndexedNode): string =>
  `${node.id} ${node.kind} ${node.kind === 'subtree' ? (node.attrs['ID'] ?? '') : ''} ${children.length > 0}`

function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const ids = new Map([...new Set([...a, ...b])].map((text, i) => [text, i]))
  const numbers = (all: readonly string[]): number[] => all.map((text) => ids.get(text) ?? -1)
  return longestCommon(numbers(a), numbers(b), MAX_DIFFERENCES)
}

/** Lines that are removed or added. */
function linesOf({ a, b, toA, toB, moved }: Matching): number {
  const changed = [...toB].filter(
    ([old, now]) => !moved.has(old) && old.shape !== now.shape && changedAttrs(old.node, now.node).length > 0,
  )
  const lines = ({ children }: IndexedNode): number => (children.length === 0 ? 1 : 2)
  const gone = [...preorder(a)].filter((old) => !toB.has(old) || moved.has(old))
  const fresh = [...preorder(b)].filter((now) => !toA.has(now) || moved.has(toA.get(now) as IndexedNode))
  return [...gone, ...fresh].reduce((sum, node) => sum + lines(node), 2 * changed.length)
}

/** beyond, a tree is matched as for a patch */
const MOST_VISITS = 1_000_000
/** the most differences between two lists before they are considered unrelated */
const MAX_DIFFERENCES = 200
/** nodes */
const MORE_THAN_ANY_TREE = 1e9
/** siblings that are weighed by their size; of more the most are kept */
const MOST_WEIGHED = 1000
