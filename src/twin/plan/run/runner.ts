import type { Budget } from '../limits.js'
import type { Notes, PlanNode } from '../plan-node.js'
import type { PlanRemark } from '../report.js'
import type { Config } from './config.js'
import type { Branch, Flow } from './flow.js'

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
