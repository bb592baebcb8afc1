/**
 * How closely to follow BehaviorTree.CPP 4.10: `4.10` keeps even its quirks, so that a tree behaves exactly as it does
 * there; `strict` corrects them. `docs/bt/quirks.md` describes each one.
 */
export type Compat = '4.10' | 'strict'

/** The quirks of BehaviorTree.CPP, one switch each. */
export interface Quirks {
  /** a node that has set itself RUNNING and then returns SKIPPED stays RUNNING */
  readonly skippedStaysRunning: boolean
  /** halting a tree runs the halt callbacks and `_onHalted` of IDLE nodes too, and those of the root twice */
  readonly haltVisitsIdleNodes: boolean
  /** SequenceWithMemory resumes at the same child after a halt */
  readonly memorySurvivesHalt: boolean
  /** Precondition does not re-evaluate its `if` after a halt, or after its child was skipped */
  readonly preconditionSurvivesHalt: boolean
  /** a literal that SetBlackboard writes to a script's variable leaves the variable empty */
  readonly literalEmptiesVariable: boolean
  /** UnsetBlackboard has no effect on a key that begins with @ */
  readonly unsetIgnoresOuter: boolean
  /** KeepRunningUntilFailure returns RUNNING when its child is skipped */
  readonly keepRunningIgnoresSkip: boolean
  /** RetryUntilSuccessful re-reads num_attempts after each failure */
  readonly retryRereadsAttempts: boolean
  /** Parallel with a negative success_count succeeds when every child was skipped */
  readonly parallelSucceedsOnSkips: boolean
  /** Parallel with failure_count 0 fails after its first child, whatever that returned */
  readonly parallelZeroFailures: boolean
  /** IfThenElse without an else branch does not reset its condition's status when it fails */
  readonly ifLeavesCondition: boolean
  /** a literal `true` passed to a SubTree stays text */
  readonly boolLiteralStaysText: boolean
  /** both sides of && and || are evaluated */
  readonly noShortCircuit: boolean
  /** == and != treat doubles that differ by less than 1.19e-7 as equal */
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
