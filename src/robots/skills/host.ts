import type { Result } from '#base/result.js'
import type { NodePath } from '#bt/document.js'
import type { BadStep, PlannedStep } from '#twin/domain/domain.js'
import type { StepJudgement } from '#worlds/run/judgement.js'
import type { GateRefusal } from '../gate.js'
import type { Ms } from '#base/units.js'

/**
 * What a skill needs from the robot. There is one body: an action that finds it busy waits for its turn.
 * @typeParam C a command, as the twin's rules see it
 */
export interface SkillHost<C> {
  /** the commands that a step still needs now, in order */
  intend(step: Pick<PlannedStep, 'skill' | 'args'>): Result<readonly C[], BadStep>
  /** an actuation is in progress, or the robot is still coming to rest after a stop */
  busy(): boolean
  begin(command: C, path: NodePath): Result<null, GateRefusal>
  /** progress of the latest actuation */
  progress(): Progress
  /** stops the robot and abandons the actuation */
  abort(): void
  feedback(path: NodePath, skill: string, kind: FeedbackKind, text: string): void
}

/** How far the latest actuation is. */
export type Progress =
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | { readonly kind: 'exec_fail' | 'eo_fail'; readonly text: string }

/**
 * Outcome of one step (MOD-12): `twin_reject` before anything moved, `exec_fail` when the controller did not carry it
 * out, `eo_fail` when it did but the world is not as expected (AMB-10, AMB-11).
 */
export type FeedbackKind = 'done' | 'twin_reject' | 'exec_fail' | 'eo_fail'

export interface Feedback {
  readonly t: Ms
  readonly path: NodePath
  /** registration id of the leaf */
  readonly skill: string
  readonly kind: FeedbackKind
  /** what happened; `done` on success */
  readonly text: string
  /** where the robot is and what it holds: the reminder that follows every feedback (modular.txt III.C) */
  readonly reminder: string
  /** by what was seen before and after its last command; absent where nobody was asked */
  readonly judged?: StepJudgement
}
