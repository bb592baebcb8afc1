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
  readonly refusals: readonly number[]
  /** something on the path took time: a step, a wait, or another round */
  readonly tookTime: boolean
}

export const startBranch = <S>(config: Config<S>): Branch<S> => ({
  config,
  trail: null,
  refusals: [],
  tookTime: false,
})

/** Re-bases `branch` on the start of `from`. */
export function rebase<S>(from: Branch<S>, branch: Branch<S>): Branch<S> {
  return {
    config: branch.config,
    trail: join(from.trail, branch.trail),
    refusals: union(from.refusals, branch.refusals),
    tookTime: from.tookTime || branch.tookTime,
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

  clear(): void {
    this.#known.clear()
  }

  /** Returns a key that is equal for equal sets of branches. */
  key(): string {
    return [...this.#known.keys()].sort().join(' ')
  }

  [Symbol.iterator](): Iterator<Branch<S>> {
    return this.#known.values()
  }
}

export const keyOf = ({ config, refusals, tookTime }: Branch<unknown>): string =>
  `${config.id}${tookTime ? '~' : ''}:${refusals.join(',')}`

/** Marks a branch as having taken time: the tree could have been halted in between. */
export const afterTick = <S>(branch: Branch<S>): Branch<S> =>
  branch.tookTime ? branch : { ...branch, tookTime: true }

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
    this[end].add(end === 'FAILURE' ? branch : withRefusalsAbsorbed(branch))
  }

  halt(branch: Branch<S>): void {
    this.halted.add(withRefusalsAbsorbed(afterTick(branch)))
  }

  /** Propagates halts and errors from a child to the node. */
  propagateHaltsAndErrors({ halted, broken }: Flow<S>): void {
    for (const branch of halted) this.halt(branch)
    this.broken.addAll(broken)
  }

  /** Re-bases the whole flow on the start of `from`. */
  rebasedOn(from: Branch<S>): Flow<S> {
    const flow = new Flow<S>()
    for (const branch of this.SUCCESS) flow.SUCCESS.add(rebase(from, branch))
    for (const branch of this.FAILURE) flow.FAILURE.add(rebase(from, branch))
    for (const branch of this.SKIPPED) flow.SKIPPED.add(rebase(from, branch))
    for (const branch of this.halted) flow.halted.add(rebase(from, branch))
    for (const branch of this.broken) flow.broken.add(rebase(from, branch))
    return flow
  }
}

export const withRefusalsAbsorbed = <S>(branch: Branch<S>): Branch<S> =>
  branch.refusals.length === 0 ? branch : { ...branch, refusals: [] }

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
  withNotes(config: Config<S>, notes: Notes): Config<S>
  /** Records that the tree aborts with an error at `at`. */
  breakTree(what: string, text: string, at: Branch<S>, path: string): Branch<S>
  addRemark(remark: PlanRemark): void
  reportGap(text: string): void
}
