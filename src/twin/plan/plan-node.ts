import type { PlannedStep } from '../domain/domain.js'

/**
 * A plan with all its branches, of no particular engine: what `checkPlan` executes on symbols. Whoever has behaviour
 * trees (or anything else) makes one of these; `src/robots/plan` does it for the robot's trees.
 *
 * A node ends in success, in failure, or is skipped (then its parent goes on as if it were not there).
 */
export type PlanNode = {
  /** where it stands in what it was made of: the path of a tree's node; several plan nodes may share one */
  readonly path?: string
} & (
  | StepNode
  /** ends at once */
  | { readonly kind: 'result'; readonly end: PlanEnd }
  /** whoever runs this breaks: the engine throws, and nothing goes on */
  | { readonly kind: 'broken'; readonly what: string; readonly text: string }
  /** only a running tree knows what comes here: the check stops following this branch, and says so */
  | { readonly kind: 'unknown'; readonly text: string }
  | InOrder
  /** like `in-order`, but begins again at the first child at every tick, and stops the child that was running */
  | {
      readonly kind: 'reactive'
      readonly until: 'failure' | 'success'
      readonly children: readonly PlanNode[]
    }
  | Choice
  | Branching
  /** the body; when that fails the last child, and then failure */
  | { readonly kind: 'try'; readonly body: PlanNode; readonly last: PlanNode }
  | ParallelNode
  /** another end for that of the child; SKIPPED stays */
  | {
      readonly kind: 'becomes'
      readonly success: PlanEnd
      readonly failure: PlanEnd
      readonly child: PlanNode
    }
  /** again after each success; `times` null is for ever */
  | { readonly kind: 'repeat'; readonly times: number | null; readonly child: PlanNode }
  /** again after each failure, `times` in all; null is for ever */
  | { readonly kind: 'retry'; readonly times: number | null; readonly child: PlanNode }
  /** again until it fails */
  | { readonly kind: 'until-failure'; readonly child: PlanNode }
  /** once in a run; the note of this key keeps how it ended */
  | { readonly kind: 'once'; readonly key: string; readonly thenSkip: boolean; readonly child: PlanNode }
  | EachNode
  | Noting
)

export type PlanEnd = 'SUCCESS' | 'FAILURE' | 'SKIPPED'

/** Something is to be done. */
export interface StepNode {
  readonly kind: 'step'
  readonly step: PlannedStep
  /** args that stand in a note: the note's key by the arg's name; what is written counts while nothing is noted */
  readonly reads?: Readonly<Record<string, string>>
}

/** One child after the other until one ends so; all skipped is skipped. */
export interface InOrder {
  readonly kind: 'in-order'
  readonly until: 'failure' | 'success'
  readonly children: readonly PlanNode[]
  /** can be stopped between two children */
  readonly yields?: boolean
  /** the note of this key keeps the child at which it goes on after a failure or a stop */
  readonly memory?: string
}

/** Which one, only a running tree knows: every option is possible. */
export interface Choice {
  readonly kind: 'choice'
  readonly options: readonly Option[]
  /** asked again at every tick: the option that runs may be stopped for another one */
  readonly again?: boolean
}

interface Option {
  /** `when the condition HasBlocks fails`; left out where there is nothing to say */
  readonly label?: string
  readonly node: PlanNode
}

/** A condition and two branches. A condition that is skipped breaks the tree (BehaviorTree.CPP 4.10). */
export interface Branching {
  readonly kind: 'if'
  readonly condition: PlanNode
  readonly then: PlanNode
  /** failure when there is none */
  readonly otherwise?: PlanNode
  /** asked again at every tick: the branch that runs may be stopped for the other one */
  readonly again: boolean
  /** for messages: `IfThenElse` */
  readonly what: string
}

/** All at once, with one body: a step waits until the one before is done. */
export interface ParallelNode {
  readonly kind: 'parallel'
  readonly children: readonly PlanNode[]
  /** success as soon as so many have succeeded; null: only when all are done */
  readonly need: number | null
  /** failure as soon as so many have failed; with `need` null, at the end, when so many or more have */
  readonly limit: number
  /** a skipped child counts as one that has succeeded */
  readonly skippedCounts: boolean
}

/** Once for each item, which is noted under `key`; then `ifEmpty`. */
export interface EachNode {
  readonly kind: 'each'
  readonly key: string | null
  /** null for an item that nobody knows; null for all: only a running tree knows how many, either */
  readonly items: readonly (string | null)[] | null
  readonly ifEmpty: PlanEnd
  readonly child: PlanNode
}

/** Writes notes around a child: what a running tree has on its blackboard, as far as it is known beforehand. */
interface Noting {
  readonly kind: 'noting'
  readonly before?: Notes
  readonly onSuccess?: Notes
  readonly onFailure?: Notes
  readonly child: PlanNode
}

/** Values by key; null: no longer known. */
export type Notes = readonly (readonly [key: string, value: string | null])[]
