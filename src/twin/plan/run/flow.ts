import type { PlanEnd, Notes, PlanNode } from '../plan-node.js'
import type { Config } from './config.js'
import { join, type Trail } from './trail.js'
import type { Budget } from '../limits.js'
import type { PlanRemark } from '../report.js'

/** One path to a config, relative to where a node began. */
export interface Branch<S> {
  readonly config: Config<S>
  readonly trail: Trail<S>
  /** ids of refusals on this path that nothing has absorbed yet, ascending */
  readonly open: readonly number[]
  /** something on the path took time: a step, a wait, or another round */
  readonly took: boolean
}

export const beginning = <S>(config: Config<S>): Branch<S> => ({ config, trail: null, open: [], took: false })

/** Re-bases `branch` on the start of `from`. */
export function following<S>(from: Branch<S>, branch: Branch<S>): Branch<S> {
  return {
    config: branch.config,
    trail: join(from.trail, branch.trail),
    open: union(from.open, branch.open),
    took: from.took || branch.took,
  }
}

/** A set of branches keyed by config, open refusals, and whether time has passed; the first one added wins. */
export class Branches<S> implements Iterable<Branch<S>> {
  readonly #known = new Map<string, Branch<S>>()

  constructor(branches: Iterable<Branch<S>> = []) {
    this.addAll(branches)
  }

  get size(): number {
    return this.#known.size
  }

  /** @returns whether it is new */
  add(branch: Branch<S>): boolean {
    const key = keyOf(branch)
    if (this.#known.has(key)) return false
    this.#known.set(key, branch)
    return true
  }

  addAll(branches: Iterable<Branch<S>>): void {
    for (const branch of branches) this.add(branch)
  }

  /** Returns a key that is equal for equal sets of branches. */
  key(): string {
    return [...this.#known.keys()].sort().join(' ')
  }

  [Symbol.iterator](): Iterator<Branch<S>> {
    return this.#known.values()
  }
}

export const keyOf = ({ config, open, took }: Branch<unknown>): string =>
  `${config.id}${took ? '~' : ''}:${open.join(',')}`

/** Marks a branch as having taken time: the tree could have been halted in between. */
export const later = <S>(branch: Branch<S>): Branch<S> => (branch.took ? branch : { ...branch, took: true })

/** All possible results of a node. */
export class Flow<S> {
  readonly SUCCESS = new Branches<S>()
  readonly FAILURE = new Branches<S>()
  readonly SKIPPED = new Branches<S>()
  /** where it can be halted while running */
  readonly halted = new Branches<S>()
  /** where the tree aborts with an error */
  readonly broken = new Branches<S>()

  /** Adds an end. Success absorbs every refusal on the path, and so does being skipped. */
  end(end: PlanEnd, branch: Branch<S>): void {
    this[end].add(end === 'FAILURE' ? branch : conclusion(branch))
  }

  halt(branch: Branch<S>): void {
    this.halted.add(conclusion(later(branch)))
  }

  /** Propagates halts and errors from a child to the node. */
  takeLoose({ halted, broken }: Flow<S>): void {
    for (const branch of halted) this.halt(branch)
    this.broken.addAll(broken)
  }

  /** Re-bases the whole flow on the start of `from`. */
  after(from: Branch<S>): Flow<S> {
    const flow = new Flow<S>()
    for (const branch of this.SUCCESS) flow.SUCCESS.add(following(from, branch))
    for (const branch of this.FAILURE) flow.FAILURE.add(following(from, branch))
    for (const branch of this.SKIPPED) flow.SKIPPED.add(following(from, branch))
    for (const branch of this.halted) flow.halted.add(following(from, branch))
    for (const branch of this.broken) flow.broken.add(following(from, branch))
    return flow
  }
}

export const conclusion = <S>(branch: Branch<S>): Branch<S> =>
  branch.open.length === 0 ? branch : { ...branch, open: [] }

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a
  if (a.length === 0) return b
  return [...new Set([...a, ...b])].sort((x, y) => x - y)
}

/** What the node implementations need from the executor. */
export interface Runner<S> {
  readonly budget: Budget
  /** whether to track where nodes can be halted */
  readonly stoppable: boolean
  /** Returns all possible results of a node started at `at`, relative to where `at` began. */
  run(node: PlanNode, at: Branch<S>): Flow<S>
  /** Like `run`, and also returns where the node can be halted. */
  runStoppable(node: PlanNode, at: Branch<S>): Flow<S>
  noting(config: Config<S>, notes: Notes): Config<S>
  /** Records that the tree aborts with an error at `at`. */
  breaks(what: string, text: string, at: Branch<S>, path: string): Branch<S>
  remark(remark: PlanRemark): void
  gap(text: string): void
}
