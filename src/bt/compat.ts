/**
 * How much of BehaviorTree.CPP 4.10 to keep: `4.10` keeps its surprising semantics too, so that a tree behaves here as
 * it does there; `strict` mends them. `docs/bt/quirks.md` tells each.
 */
export type Compat = '4.10' | 'strict'

/** The surprising semantics, one switch each. */
export interface Quirks {
  /** a node that had set itself RUNNING and then returns SKIPPED stays RUNNING */
  readonly skippedStaysRunning: boolean
  /** halting a tree runs halt callbacks and `_onHalted` of nodes that are IDLE, and twice those of the root */
  readonly haltVisitsIdleNodes: boolean
  /** SequenceWithMemory goes on at its old child after a halt */
  readonly memorySurvivesHalt: boolean
  /** Precondition does not ask its `if` again after a halt, or after its child was skipped */
  readonly preconditionSurvivesHalt: boolean
  /** a literal that SetBlackboard writes onto a script's variable leaves it empty */
  readonly literalEmptiesVariable: boolean
  /** UnsetBlackboard does nothing to a key that begins with @ */
  readonly unsetIgnoresOuter: boolean
  /** KeepRunningUntilFailure returns RUNNING when its child is skipped */
  readonly keepRunningIgnoresSkip: boolean
  /** RetryUntilSuccessful reads num_attempts again after each failure */
  readonly retryRereadsAttempts: boolean
  /** Parallel with a negative success_count succeeds when every child was skipped */
  readonly parallelSucceedsOnSkips: boolean
  /** Parallel with failure_count 0 fails after its first child, whatever that returned */
  readonly parallelZeroFailures: boolean
  /** IfThenElse without an else branch leaves its condition's status when it fails */
  readonly ifLeavesCondition: boolean
  /** a literal `true` that is given to a SubTree stays text */
  readonly boolLiteralStaysText: boolean
  /** both sides of && and || are evaluated */
  readonly noShortCircuit: boolean
  /** == and != take doubles that differ by less than 1.19e-7 for equal */
  readonly epsilonEquality: boolean
}

export const quirksOf = (compat: Compat): Quirks => (compat === '4.10' ? REFERENCE : MENDED)

const all = (on: boolean): Quirks => ({
  skippedStaysRunning: on,
  haltVisitsIdleNodes: on,
  memorySurvivesHalt: on,
  preconditionSurvivesHalt: on,
  literalEmptiesVariable: on,
  unsetIgnoresOuter: on,
  keepRunningIgnoresSkip: on,
  retryRereadsAttempts: on,
  parallelSucceedsOnSkips: on,
  parallelZeroFailures: on,
  ifLeavesCondition: on,
  boolLiteralStaysText: on,
  noShortCircuit: on,
  epsilonEquality: on,
})

const REFERENCE = all(true)
const MENDED = all(false)
