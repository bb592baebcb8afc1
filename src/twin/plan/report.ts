import type { PlannedStep } from '../domain/domain.js'
import type { Reasons } from './explain.js'

/** Result of a plan on all its nominal branches: each step that the rules allow succeeds, with each of its outcomes. */
export interface PlanReport<S> {
  /**
   * `fails`: on some branch a refused step makes the whole plan fail; `passes-in-part`: none does in the part checked,
   * but the check is incomplete (`gaps`)
   */
  readonly verdict: 'passes' | 'fails' | 'passes-in-part'
  /** refused steps that make the plan fail, in the order found */
  readonly failures: readonly PlanFailure<S>[]
  /** refused steps whose failure a fallback or a decorator absorbs, and other remarks */
  readonly warnings: readonly (PlanFailure<S> | PlanRemark)[]
  /** each step visited, in the order of its first visit */
  readonly steps: readonly StepSeen<S>[]
  /** one path through the plan, to success if there is one */
  readonly example: readonly TrailEntry<S>[]
  /** number of distinct worlds in which the plan can end, by result */
  readonly ends: { readonly success: number; readonly failure: number; readonly skipped: number }
  readonly explored: { readonly steps: number; readonly visits: number; readonly worlds: number }
  /** every branch was followed to its end */
  readonly complete: boolean
  /** reasons for being incomplete, each once */
  readonly gaps: readonly string[]
}

/** MOD-02: a pair of steps that does not chain. */
export interface PlanFailure<S> {
  readonly kind: 'refused'
  /** the last step that succeeded before it, or null at the start of the plan */
  readonly after: PlannedStep | null
  readonly step: PlannedStep
  readonly checkId: string
  /** for the actor: the pair, what is wrong, and what to do */
  readonly text: string
  /** the command that was refused, in words */
  readonly command?: string
  /** choices on the path: `when the condition HasBlocks fails` */
  readonly branch: readonly string[]
  /** one path that leads there */
  readonly path: readonly TrailEntry<S>[]
  /** an ancestor absorbs the failure, so the plan continues */
  readonly swallowed: boolean
  /** the world in which the step was refused */
  readonly state: S
  /** steps that would fix it if run before it; null when none were found or none were searched for */
  readonly fix: readonly PlannedStep[] | null
  /** the rule, the beliefs, and since when; null when the domain gives no account */
  readonly because: Reasons | null
}

export interface PlanRemark {
  readonly kind: 'remark'
  readonly code: 'one-body' | 'started-again' | 'never-ends' | 'never-succeeds' | 'goal-missed'
  readonly text: string
  /** its position in the tree */
  readonly path: string
}

export interface StepSeen<S> {
  readonly step: PlannedStep
  /** number of worlds in which it was visited */
  readonly worlds: number
  /** of those, the number in which it was refused */
  readonly refused: number
  /** commands and expected outcomes in the first of those worlds, in words; empty if it was refused there */
  readonly commands: readonly string[]
  readonly expected: readonly string[]
  /** the world after its first success */
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
