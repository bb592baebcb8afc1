import type { State } from '../ground/state-codec.js'
import type { RelaxedGraph, RelaxedNode } from './relaxed-graph.js'

export const UNREACHABLE = 1_000_000

/** What the relaxed task says of a state. */
export interface Estimate {
  /** steps of a plan for the relaxed task; `UNREACHABLE`: no plan of the task begins here */
  readonly steps: number
  /** steps of that plan that are possible now */
  readonly preferred: ReadonlySet<number>
}

/** Estimates how far a state is from the goal, by the relaxed task. */
export class Relaxation {
  readonly #graph: RelaxedGraph
  readonly #costs: Int32Array
  readonly #sums: Int32Array
  readonly #left: Int32Array
  readonly #closed: Uint8Array
  readonly #marks: Uint8Array
  /** by node: the one before it that it came about by last, or best */
  readonly #by: Int32Array
  readonly #weights: Uint8Array
  readonly #queues: RelaxedNode[][] = []

  constructor(graph: RelaxedGraph) {
    this.#graph = graph
    const { size } = graph
    this.#costs = new Int32Array(size)
    this.#sums = new Int32Array(size)
    this.#left = new Int32Array(size)
    this.#closed = new Uint8Array(size)
    this.#marks = new Uint8Array(size)
    this.#by = new Int32Array(size)
    this.#weights = new Uint8Array(size)
  }

  /** The steps, by number, that can come about from a state at all. */
  reachable(state: State): readonly number[] {
    this.#weigh()
    this.#spread(this.#graph.trueIn(state), false)
    const { firstStep, steps } = this.#graph
    return Array.from({ length: steps }, (_, index) => index).filter(
      (index) => this.#at(this.#costs, firstStep + index) < UNREACHABLE,
    )
  }

  /** Whether a condition comes about at all, after `reachable`. */
  isReached(node: RelaxedNode): boolean {
    return this.#at(this.#costs, node) < UNREACHABLE
  }

  /** The plan that the additive heuristic finds (Hoffmann and Nebel 2001). */
  estimate(state: State): Estimate {
    const { goal, firstStep, steps, waits, before } = this.#graph
    this.#weigh()
    this.#spread(this.#graph.trueIn(state), true)
    if (!this.isReached(goal)) return { steps: UNREACHABLE, preferred: new Set() }
    const needed = new Set<RelaxedNode>([goal])
    const preferred = new Set<number>()
    let length = 0
    for (const node of needed) {
      if (node >= firstStep && node < firstStep + steps) {
        length++
        if (this.#at(this.#costs, node) === 1) preferred.add(node - firstStep)
      }
      if (this.#at(waits, node) > 0) for (const part of before[node] ?? []) needed.add(part)
      else if (this.#at(this.#costs, node) > 0) needed.add(this.#at(this.#by, node))
    }
    return { steps: length, preferred }
  }

  /**
   * A number of steps that no plan from this state is below (LM-cut, Helmert and Domshlak 2009): again and again a set
   * of steps of which every plan has one, counted once and then free.
   */
  bound(state: State, most: number): number {
    this.#weigh()
    const initial = this.#graph.trueIn(state)
    for (let total = 0; total < most; total++) {
      this.#spread(initial, false)
      const left = this.#at(this.#costs, this.#graph.goal)
      if (left >= UNREACHABLE) return UNREACHABLE
      if (left === 0) return total
      for (const step of this.#cut(initial)) this.#weights[step] = 0
    }
    return most
  }

  /** Steps one of which must be taken: those that lead to where the goal comes for free. */
  #cut(initial: readonly RelaxedNode[]): readonly RelaxedNode[] {
    const { after, waits } = this.#graph
    const marks = this.#marks.fill(0)
    this.#markNear()
    const cut: RelaxedNode[] = []
    const stack = [...initial]
    for (const node of stack) marks[node] = REACHED
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      let leadsThere = false
      for (const next of after[node] ?? []) {
        const mark = this.#at(marks, next)
        if (mark === NEAR) leadsThere = true
        if (mark !== 0 || this.#at(this.#costs, next) >= UNREACHABLE) continue
        if (this.#at(waits, next) > 0 && this.#at(this.#by, next) !== node) continue
        marks[next] = REACHED
        stack.push(next)
      }
      if (leadsThere && this.#at(this.#weights, node) > 0) cut.push(node)
    }
    return cut
  }

  #markNear(): void {
    const { goal, before, waits } = this.#graph
    const stack = [goal]
    this.#marks[goal] = NEAR
    const enter = (node: RelaxedNode): void => {
      if (this.#at(this.#marks, node) === NEAR || this.#at(this.#weights, node) > 0) return
      if (this.#at(this.#costs, node) >= UNREACHABLE) return
      this.#marks[node] = NEAR
      stack.push(node)
    }
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (this.#at(waits, node) > 0) enter(this.#at(this.#by, node))
      else for (const part of before[node] ?? []) enter(part)
    }
  }

  #weigh(): void {
    const { firstStep, steps } = this.#graph
    this.#weights.fill(0).fill(1, firstStep, firstStep + steps)
  }

  /** Costs of all nodes in the order of their costs; of a conjunction the sum of its parts, or the greatest. */
  #spread(initial: readonly RelaxedNode[], sum: boolean): void {
    const { after, waits } = this.#graph
    this.#costs.fill(UNREACHABLE)
    this.#closed.fill(0)
    this.#left.set(waits)
    if (sum) this.#sums.fill(0)
    for (const node of initial) this.#reach(node, 0)
    for (let cost = 0; cost < this.#queues.length; cost++) {
      const queue = this.#queues[cost] ?? []
      for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
        if (this.#at(this.#closed, node) === 1) continue
        this.#closed[node] = 1
        for (const next of after[node] ?? []) {
          if (this.#at(waits, next) === 0) {
            if (this.#at(this.#costs, next) <= cost) continue
            this.#by[next] = node
            this.#reach(next, cost)
            continue
          }
          if (sum) this.#sums[next] = Math.min(DEAREST, this.#at(this.#sums, next) + cost)
          const left = this.#at(this.#left, next) - 1
          this.#left[next] = left
          if (left > 0) continue
          this.#by[next] = node
          this.#reach(next, (sum ? this.#at(this.#sums, next) : cost) + this.#at(this.#weights, next))
        }
      }
    }
  }

  #reach(node: RelaxedNode, cost: number): void {
    this.#costs[node] = cost
    while (this.#queues.length <= cost) this.#queues.push([])
    this.#queues[cost]?.push(node)
  }

  #at(array: Int32Array | Uint8Array, index: number): number {
    return array[index] ?? 0
  }
}

const NEAR = 2
const REACHED = 1
const DEAREST = 2_000
