import { longestCommon } from './longest-common.js'
import type { IndexedNode } from './tree-indexer.js'

/**
 * Item `from` of the first list is paired with item `to` of the second; for a removal or insertion one is `undefined`.
 */
export type Pairing = readonly [from: number | undefined, to: number | undefined]

export interface Alignment {
  readonly cost: number
  readonly pairs: readonly Pairing[]
}

export interface Costs {
  /** the cost of turning one item into the other */
  readonly change: (from: IndexedNode, to: IndexedNode) => number
  /** whether the budget allows comparing this many pairs */
  readonly afford: (pairs: number) => boolean
}

const REMOVAL = 1.5
const insertion = (node: IndexedNode): number => 0.5 + node.size

/**
 * Finds a cheap order-preserving way to turn one list of children into the other. Equal children at both ends are
 * paired without further search.
 */
export function align(a: readonly IndexedNode[], b: readonly IndexedNode[], costs: Costs): Alignment {
  const pairs: Pairing[] = []
  const cost = alignRange({ a, b, costs, pairs }, { a0: 0, a1: a.length, b0: 0, b1: b.length })
  return { cost, pairs }
}

interface Task {
  readonly a: readonly IndexedNode[]
  readonly b: readonly IndexedNode[]
  readonly costs: Costs
  readonly pairs: Pairing[]
}

/** A range of each list; the end is exclusive. */
interface Stretch {
  readonly a0: number
  readonly a1: number
  readonly b0: number
  readonly b1: number
}

function alignRange(task: Task, { a0, a1, b0, b1 }: Stretch): number {
  const { a, b, pairs } = task
  const same = (i: number, j: number): boolean => (a[i] as IndexedNode).shape === (b[j] as IndexedNode).shape
  while (a0 < a1 && b0 < b1 && same(a0, b0)) pairs.push([a0++, b0++])
  let tail = 0
  while (a0 < a1 - tail && b0 < b1 - tail && same(a1 - 1 - tail, b1 - 1 - tail)) tail += 1
  const cost = alignMiddle(task, { a0, a1: a1 - tail, b0, b1: b1 - tail })
  for (let i = tail; i > 0; i--) pairs.push([a1 - i, b1 - i])
  return cost
}

function alignMiddle(task: Task, stretch: Stretch): number {
  const { a0, a1, b0, b1 } = stretch
  const [m, n] = [a1 - a0, b1 - b0]
  if (m > 0 && n > 0) {
    if (task.costs.afford(m * n)) return cheapest(task, stretch)
    const shapes = (list: readonly IndexedNode[], from: number, to: number): number[] =>
      list.slice(from, to).map(({ shape }) => shape)
    const common = longestCommon(shapes(task.a, a0, a1), shapes(task.b, b0, b1), MAX_DIFFERENCES)
    if (common.length > 0) return between(task, common, stretch)
  }
  let cost = 0
  for (let k = 0; k < Math.max(m, n); k++) {
    const pair: Pairing = [k < m ? a0 + k : undefined, k < n ? b0 + k : undefined]
    task.pairs.push(pair)
    cost += costOf(task, pair)
  }
  return cost
}

function between(
  task: Task,
  common: readonly (readonly [number, number])[],
  { a0, a1, b0, b1 }: Stretch,
): number {
  let [cost, i, j] = [0, a0, b0]
  for (const [x, y] of common) {
    cost += alignRange(task, { a0: i, a1: a0 + x, b0: j, b1: b0 + y })
    task.pairs.push([a0 + x, b0 + y])
    ;[i, j] = [a0 + x + 1, b0 + y + 1]
  }
  return cost + alignRange(task, { a0: i, a1, b0: j, b1 })
}

function cheapest(task: Task, { a0, a1, b0, b1 }: Stretch): number {
  const [m, n] = [a1 - a0, b1 - b0]
  const cost = new Float64Array((m + 1) * (n + 1))
  const choice = new Uint8Array((m + 1) * (n + 1))
  for (let i = 0; i <= m; i++) {
    for (let j = 0; j <= n; j++) {
      if (i + j === 0) continue
      const here = i * (n + 1) + j
      let least = Infinity
      const consider = (option: number, total: number): void => {
        if (total < least) [least, choice[here]] = [total, option]
      }
      const [x, y] = [i > 0 ? a0 + i - 1 : undefined, j > 0 ? b0 + j - 1 : undefined]
      if (x !== undefined && y !== undefined) {
        consider(CHANGE, (cost[here - n - 2] as number) + costOf(task, [x, y]))
      }
      if (x !== undefined) consider(REMOVE, (cost[here - n - 1] as number) + REMOVAL)
      if (y !== undefined) consider(INSERT, (cost[here - 1] as number) + costOf(task, [undefined, y]))
      cost[here] = least
    }
  }
  const found: Pairing[] = []
  for (let i = m, j = n; i + j > 0;) {
    const option = choice[i * (n + 1) + j]
    const from = option === INSERT ? undefined : a0 + --i
    const to = option === REMOVE ? undefined : b0 + --j
    found.push([from, to])
  }
  task.pairs.push(...found.reverse())
  return cost[m * (n + 1) + n] as number
}

/** the most differences between two long lists of children before they are considered unrelated */
const MAX_DIFFERENCES = 200

const [CHANGE, REMOVE, INSERT] = [0, 1, 2]

function costOf({ a, b, costs }: Task, [from, to]: Pairing): number {
  if (from === undefined) return to === undefined ? 0 : insertion(b[to] as IndexedNode)
  return to === undefined ? REMOVAL : costs.change(a[from] as IndexedNode, b[to] as IndexedNode)
}
