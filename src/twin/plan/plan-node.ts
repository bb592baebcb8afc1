import type { Condition, PlannedStep } from '../domain/domain.js'

/**
 * An engine-independent plan with all its branches: what `checkPlan` executes symbolically. Behaviour trees (or
 * anything else) are converted to it; `src/robots/plan` does so for the robot's trees.
 *
 * A node ends in success, in failure, or is skipped (then its parent continues as if it were not there).
 */
export type PlanNode = {
  /** its position in the source: the path of the tree node; several plan nodes may share one */
  readonly path?: string
} & (
  | StepNode
  | TestNode
  /** ends at once */
  | { readonly kind: 'result'; readonly end: PlanEnd }
  /** running this is fatal: the engine throws and the whole tree stops */
  | { readonly kind: 'broken'; readonly what: string; readonly text: string }
  /** not known before run time: the check stops following this branch and reports it */
  | { readonly kind: 'unknown'; readonly text: string }
  | InOrder
  /** like `in-order`, but restarts at the first child on every tick, and halts the child that was running */
  | {
      readonly kind: 'reactive'
      readonly until: 'failure' | 'success'
      readonly children: readonly PlanNode[]
    }
  | Choice
  | Branching
  /** runs the body; if that fails, runs the last child and then fails */
  | { readonly kind: 'try'; readonly body: PlanNode; readonly last: PlanNode }
  | ParallelNode
  /** maps the child's result to another one; SKIPPED stays */
  | {
      readonly kind: 'becomes'
      readonly success: PlanEnd
      readonly failure: PlanEnd
      readonly child: PlanNode
    }
  /** runs again after each success; `times` null = forever */
  | { readonly kind: 'repeat'; readonly times: number | null; readonly child: PlanNode }
  /** runs again after each failure, `times` attempts in all; null = forever */
  | { readonly kind: 'retry'; readonly times: number | null; readonly child: PlanNode }
  /** runs again until it fails */
  | { readonly kind: 'until-failure'; readonly child: PlanNode }
  /** runs once per run of the tree; the note under `key` stores the result */
  | { readonly kind: 'once'; readonly key: string; readonly thenSkip: boolean; readonly child: PlanNode }
  | EachNode
  | Noting
)

/** A condition on facts: succeeds where it holds in the world that the plan has reached. */
export interface TestNode {
  readonly kind: 'test'
  readonly condition: Condition
  /** args read from notes, as in a step; `formula` may be one of them */
  readonly reads?: Readonly<Record<string, string>>
}

export type NodeOf<K extends PlanNode['kind']> = Extract<PlanNode, { kind: K }>

export type PlanEnd = 'SUCCESS' | 'FAILURE' | 'SKIPPED'

/** An action to perform. */
export interface StepNode {
  readonly kind: 'step'
  readonly step: PlannedStep
  /** args read from notes: arg name → note key; the written value applies while there is no note */
  readonly reads?: Readonly<Record<string, string>>
}

/** Runs children one after the other until one ends with `until`; skipped if all children are. */
export interface InOrder {
  readonly kind: 'in-order'
  readonly until: 'failure' | 'success'
  readonly children: readonly PlanNode[]
  /** can be halted between two children */
  readonly yields?: boolean
  /** key of the note that stores the child to resume at after a failure or a halt */
  readonly memory?: string
}

/** A choice made only at run time: every option is possible. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  /** re-evaluated on every tick: the running option may be halted for another one */
  readonly again?: boolean
}

interface Option {
  /** `when the condition HasBlocks fails`; omitted when there is nothing to say */
  readonly label?: string
  readonly node: PlanNode
}

/** A condition and two branches. A condition that is skipped breaks the tree (BehaviorTree.CPP 4.10). */
export interface Branching {
  readonly kind: 'if'
  readonly condition: PlanNode
  readonly then: PlanNode
  /** defaults to failure */
  readonly otherwise?: PlanNode
  /** re-evaluated on every tick: the running branch may be halted for the other one */
  readonly again: boolean
  /** for messages: `IfThenElse` */
  readonly what: string
}

/** Runs all children concurrently on one body: a step waits until the previous one is done. */
export interface ParallelNode {
  readonly kind: 'parallel'
  readonly children: readonly PlanNode[]
  /** success as soon as this many children have succeeded; null: only when all are done */
  readonly need: number | null
  /** failure as soon as this many have failed; with `need` null, only at the end, if at least this many have */
  readonly limit: number
  /** a skipped child counts as a success */
  readonly skippedCounts: boolean
}

/** Runs the child once per item, noted under `key`; then ends with `ifEmpty`. */
export interface EachNode {
  readonly kind: 'each'
  readonly key: string | null
  /** a null item is unknown before run time; null for the list: so is their number */
  readonly items: readonly (string | null)[] | null
  readonly ifEmpty: PlanEnd
  readonly child: PlanNode
}

/** Writes notes around a child: the blackboard entries of a running tree, as far as they are known in advance. */
interface Noting {
  readonly kind: 'noting'
  readonly before?: Notes
  readonly onSuccess?: Notes
  readonly onFailure?: Notes
  readonly child: PlanNode
}

/** Values by key; null: no longer known. */
export type Notes = readonly (readonly [key: string, value: string | null])[]

/** Returns the nodes that a node may run, in order. */
export function childrenOf(node: PlanNode): readonly PlanNode[] {
  switch (node.kind) {
    case 'step':
    case 'test':
    case 'result':
    case 'broken':
    case 'unknown':
      return []
    case 'in-order':
    case 'reactive':
    case 'parallel':
      return node.children
    case 'choice':
      return node.options.map((option) => option.node)
    case 'if':
      return [node.condition, node.then, ...(node.otherwise === undefined ? [] : [node.otherwise])]
    case 'try':
      return [node.body, node.last]
    case 'becomes':
    case 'repeat':
    case 'retry':
    case 'until-failure':
    case 'once':
    case 'each':
    case 'noting':
      return [node.child]
  }
}
