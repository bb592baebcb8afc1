import type { PlanEnd, Notes, PlanNode } from '../plan-node.js'
import type { Config } from './config.js'
import { join, type Trail } from './trail.js'
import type { Budget } from '../limits.js'
import type { PlanRemark } from '../report.js'

/** One way to somewhere, told from where a node began. */
export interface Branch<S> {
  readonly config: Config<S>
  readonly trail: Trail<S>
  /** refusals on this way that nothing has made up for yet, in the order of their numbers */
  readonly open: readonly number[]
  /** something on the way took time: a step, a wait, or another round */
  readonly took: boolean
}

export const beginning = <S>(config: Config<S>): Branch<S> => ({ config, trail: null, open: [], took: false })

/** `branch` told from where `from` began. */
export function following<S>(from: Branch<S>, branch: Branch<S>): Branch<S> {
  return {
    config: branch.config,
    trail: join(from.trail, branch.trail),
    open: union(from.open, branch.open),
    took: from.took || branch.took,
  }
}

/** Branches, one for each config, set of open refusals, and whether time has passed: the first that came counts. */
export class Branches<S> implements Iterable<Branch<S>> {
  readonly #known = new Map<string, Branch<S>>()

  constructor(branches: Iterable<Branch<S>> = []) {
    this.addAll(branches)
  }

  get size(): number {
    return this.#known.size
  }

  /** @returns whether it is a new one */
  add(branch: Branch<S>): boolean {
    const key = keyOf(branch)
    if (this.#known.has(key)) return false
    this.#known.set(key, branch)
    return true
  }

  addAll(branches: Iterable<Branch<S>>): void {
    for (const branch of branches) this.add(branch)
  }

  /** Equal for equal sets of branches. */
  key(): string {
    return [...this.#known.keys()].sort().join(' ')
  }

  [Symbol.iterator](): Iterator<Branch<S>> {
    return this.#known.values()
  }
}

export const keyOf = ({ config, open, took }: Branch<unknown>): string =>
  `${config.id}${took ? '~' : ''}:${open.join(',')}`

/** The same after a moment in which the tree could have been stopped. */
export const later = <S>(branch: Branch<S>): Branch<S> => (branch.took ? branch : { ...branch, took: true })

/** All that a node can come to. */
export class Flow<S> {
  readonly SUCCESS = new Branches<S>()
  readonly FAILURE = new Branches<S>()
  readonly SKIPPED = new Branches<S>()
  /** where it can be stopped while it runs */
  readonly halted = new Branches<S>()
  /** where the tree breaks */
  readonly broken = new Branches<S>()

  /** Success makes up for every refusal on the way, and being skipped does too. */
  end(end: PlanEnd, branch: Branch<S>): void {
    this[end].add(end === 'FAILURE' ? branch : conclusion(branch))
  }

  halt(branch: Branch<S>): void {
    this.halted.add(conclusion(later(branch)))
  }

  /** What stops or breaks inside a child stops or breaks the node. */
  takeLoose({ halted, broken }: Flow<S>): void {
    for (const branch of halted) this.halt(branch)
    this.broken.addAll(broken)
  }

  /** The same told from where `from` began. */
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

/** What the kinds of nodes need of the one that executes them. */
export interface Runner<S> {
  readonly budget: Budget
  /** somebody wants to know where nodes can be stopped */
  readonly stoppable: boolean
  /** Everything that a node can come to from there, told from where `at` began. */
  run(node: PlanNode, at: Branch<S>): Flow<S>
  /** The same, with the places where it can be stopped. */
  runStoppable(node: PlanNode, at: Branch<S>): Flow<S>
  noting(config: Config<S>, notes: Notes): Config<S>
  /** the tree breaks there */
  breaks(what: string, text: string, at: Branch<S>, path: string): Branch<S>
  remark(remark: PlanRemark): void
  gap(text: string): void
}
