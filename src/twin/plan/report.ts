import type { PlannedStep } from '../domain/domain.js'
import type { Because } from './explain.js'

/** How a plan fares on all its nominal branches: each step that the rules allow goes well, with any of its outcomes. */
export interface PlanReport<S> {
  /**
   * `fails`: on some branch a step that the rules refuse makes the whole plan fail; `passes-in-part`: none does where
   * the check has looked, but it has not looked everywhere (`gaps`)
   */
  readonly verdict: 'passes' | 'fails' | 'passes-in-part'
  /** refused steps that make the plan fail, in the order in which they were met */
  readonly failures: readonly PlanFailure<S>[]
  /** refused steps whose failure a fallback or a decorator swallows, and other things worth a look */
  readonly warnings: readonly (PlanFailure<S> | PlanRemark)[]
  /** each step that was met, in the order in which it was first met */
  readonly steps: readonly StepSeen<S>[]
  /** one way through the plan, to its success where there is one */
  readonly example: readonly TrailEntry<S>[]
  /** in how many different worlds the plan can end, by its result */
  readonly ends: { readonly success: number; readonly failure: number; readonly skipped: number }
  readonly explored: { readonly steps: number; readonly visits: number; readonly worlds: number }
  /** every branch was followed to its end */
  readonly complete: boolean
  /** why not, each reason once */
  readonly gaps: readonly string[]
}

/** MOD-02: a pair of steps that does not chain. */
export interface PlanFailure<S> {
  readonly kind: 'refused'
  /** the last step that went well before, or null at the start of the plan */
  readonly after: PlannedStep | null
  readonly step: PlannedStep
  readonly checkId: string
  /** for the actor: the pair, what is wrong, and what to do */
  readonly text: string
  /** the command that was refused, in words */
  readonly command?: string
  /** choices on the way: `when the condition HasBlocks fails` */
  readonly branch: readonly string[]
  /** one way that leads there */
  readonly path: readonly TrailEntry<S>[]
  /** something above makes up for it, so that the plan goes on */
  readonly swallowed: boolean
  /** the world in which the step was refused */
  readonly state: S
  /** steps before it that would mend it; null when none were found, or nobody looked */
  readonly mend: readonly PlannedStep[] | null
  /** the rule, what is believed, and since when; null when the domain does not tell */
  readonly because: Because | null
}

export interface PlanRemark {
  readonly kind: 'remark'
  readonly code: 'one-body' | 'started-again' | 'never-ends' | 'never-succeeds' | 'goal-missed'
  readonly text: string
  /** where it stands in the tree */
  readonly path: string
}

export interface StepSeen<S> {
  readonly step: PlannedStep
  /** worlds that it was met in */
  readonly worlds: number
  /** of those, worlds in which it was refused */
  readonly refused: number
  /** in the first of those worlds: commands and expected outcomes in words; empty when it was refused there */
  readonly commands: readonly string[]
  readonly expected: readonly string[]
  /** the world after it, where it went well first */
  readonly end: S | null
}

export type TrailEntry<S> =
  | {
      readonly kind: 'did'
      readonly step: PlannedStep
      readonly commands: readonly string[]
      readonly expected: readonly string[]
      /** the world after it */
      readonly end: S
    }
  | { readonly kind: 'refused'; readonly step: PlannedStep; readonly checkId: string }
  | { readonly kind: 'label'; readonly text: string }
