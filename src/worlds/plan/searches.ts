import type { GroundTask } from '../ground/ground-task.js'
import type { Operator } from '../ground/operators.js'
import { boundOf, childrenOf, estimateOf, isGoal, rootOf, type SearchNode } from './nodes.js'
import { UNREACHABLE, type Estimate, type Relaxation } from './relaxation.js'

/** What the searches have in common. */
export interface Search {
  readonly task: GroundTask
  readonly operators: readonly Operator[]
  readonly relaxation: Relaxation
}

export interface Searched {
  readonly goal: SearchNode | undefined
  /** states whose steps have been looked at */
  readonly states: number
  /** nothing was left to look at: there is no better node than this one */
  readonly exhausted: boolean
}

/** Greedy best-first by the relaxed plan; steps of that plan are tried before others (Helmert 2006). */
export function greedySearch({ task, operators, relaxation }: Search, limit: number): Searched {
  let whole = true
  const lost = (): void => void (whole = false)
  const queues = [new Queue(), new Queue()] as const
  const known = new Set<string>()
  const root = rootOf(task)
  queues[0].add(root, 0)
  known.add(root.key)
  const expanded = new Set<string>()
  let [states, boost, best] = [0, 0, UNREACHABLE]
  for (;;) {
    const [all, preferred] = queues
    const isBoosted = preferred.size > 0 && (all.size === 0 || boost-- > 0 || states % 2 === 1)
    const node = (isBoosted ? preferred : all).take()
    if (node === undefined) return { goal: undefined, states, exhausted: whole }
    if (expanded.has(node.key)) continue
    if (states++ >= limit) return { goal: undefined, states: limit, exhausted: false }
    expanded.add(node.key)
    const estimate = estimateOf(relaxation, node)
    if (estimate.steps >= UNREACHABLE) continue
    if (estimate.steps < best) [best, boost] = [estimate.steps, BOOST]
    const likely = new Set([...estimate.preferred].map((index) => operators[index]))
    for (const child of childrenOf(task, node, operators, lost)) {
      if (known.has(child.key)) continue
      if (isGoal(task, child)) return { goal: child, states, exhausted: false }
      known.add(child.key)
      if (likely.has(child.operator)) queues[1].add(child, estimate.steps)
      queues[0].add(child, estimate.steps)
    }
  }
}

/**
 * A* by the LM-cut bound, among plans shorter than one that is known.
 * @returns exhausted: no plan is shorter than the node found, or than the one known
 */
export function optimalSearch(
  { task, operators, relaxation }: Search,
  known: number,
  limit: number,
): Searched {
  let whole = true
  const lost = (): void => void (whole = false)
  const queue = new Queue()
  const depths = new Map<string, number>()
  const root = rootOf(task)
  queue.add(root, 0)
  depths.set(root.key, 0)
  const bounds = new Map<string, number>()
  let [goal, shortest, states]: [SearchNode | undefined, number, number] = [undefined, known, 0]
  for (;;) {
    if (queue.least >= shortest) return { goal, states, exhausted: whole }
    const least = queue.least
    const node = queue.take()
    if (node === undefined) return { goal, states, exhausted: whole }
    if ((depths.get(node.key) ?? 0) < node.depth) continue
    let bound = bounds.get(node.key)
    if (bound === undefined) {
      if (states++ >= limit) return { goal, states: limit, exhausted: false }
      bound = boundOf(relaxation, node, shortest - node.depth)
      bounds.set(node.key, bound)
    }
    if (node.depth + bound >= shortest) continue
    if (node.depth + bound > least) {
      queue.add(node, node.depth + bound)
      continue
    }
    for (const child of childrenOf(task, node, operators, lost)) {
      if ((depths.get(child.key) ?? Infinity) <= child.depth) continue
      depths.set(child.key, child.depth)
      if (child.depth < shortest && isGoal(task, child)) [goal, shortest] = [child, child.depth]
      // a step brings the goal nearer by one at most
      queue.add(child, Math.max(child.depth + Math.max(bounds.get(child.key) ?? 0, bound - 1), least))
    }
  }
}

/** Weighted A* by the relaxed plan, for plans shorter than one that is known; goes on with what it finds. */
export function weightedSearch(
  { task, operators, relaxation }: Search,
  known: number,
  { weight, limit }: { readonly weight: number; readonly limit: number },
): Searched {
  let whole = true
  const lost = (): void => void (whole = false)
  const root = rootOf(task)
  const queue = new Queue()
  queue.add(root, 0)
  const depths = new Map([[root.key, 0]])
  const estimates = new Map<string, Estimate>()
  let [goal, shortest, states]: [SearchNode | undefined, number, number] = [undefined, known, 0]
  for (let node = queue.take(); node !== undefined; node = queue.take()) {
    if ((depths.get(node.key) ?? 0) < node.depth || node.depth + 1 >= shortest) continue
    if (states >= limit) return { goal, states, exhausted: false }
    states++
    const estimate = estimates.get(node.key) ?? estimateOf(relaxation, node)
    estimates.set(node.key, estimate)
    if (estimate.steps >= UNREACHABLE) continue
    const likely = new Set([...estimate.preferred].map((index) => operators[index]))
    for (const child of childrenOf(task, node, operators, lost)) {
      if (child.depth >= shortest || (depths.get(child.key) ?? Infinity) <= child.depth) continue
      depths.set(child.key, child.depth)
      if (isGoal(task, child)) [goal, shortest] = [child, child.depth]
      const nearer = likely.has(child.operator) ? 1 : 0
      queue.add(child, child.depth + Math.round(weight * (estimate.steps - nearer)))
    }
  }
  return { goal, states, exhausted: whole }
}

/** Breadth-first: of the plans that it finds, none is shorter. */
export function exhaustiveSearch({ task, operators }: Search, limit: number): Searched {
  let whole = true
  const lost = (): void => void (whole = false)
  const root = rootOf(task)
  const known = new Set([root.key])
  const queue = [root]
  for (const node of queue)
    for (const child of childrenOf(task, node, operators, lost)) {
      if (known.has(child.key)) continue
      if (isGoal(task, child)) return { goal: child, states: known.size, exhausted: whole }
      if (known.size >= limit) return { goal: undefined, states: limit, exhausted: false }
      known.add(child.key)
      queue.push(child)
    }
  return { goal: undefined, states: known.size, exhausted: whole }
}

/** Nodes by a small whole number, the least first; of equal ones the last that came. */
class Queue {
  readonly #stacks: SearchNode[][] = []
  #least = 0
  size = 0

  get least(): number {
    while (this.#least < this.#stacks.length && this.#stacks[this.#least]?.length === 0) this.#least++
    return this.#least
  }

  add(node: SearchNode, rank: number): void {
    while (this.#stacks.length <= rank) this.#stacks.push([])
    this.#stacks[rank]?.push(node)
    this.#least = Math.min(this.#least, rank)
    this.size++
  }

  take(): SearchNode | undefined {
    if (this.size === 0) return undefined
    this.size--
    return this.#stacks[this.least]?.pop()
  }
}

/** after progress, so many steps of relaxed plans are followed before any other */
const BOOST = 200
