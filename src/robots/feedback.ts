import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'

/**
 * What became of one step (MOD-12): `twin_reject` before anything moved, `exec_fail` when the controller did not carry
 * it out, `eo_fail` when it did but the world is not as expected (AMB-10, AMB-11).
 */
export type FeedbackKind = 'done' | 'twin_reject' | 'exec_fail' | 'eo_fail'

export interface Feedback {
  readonly t: Ms
  readonly path: NodePath
  /** registration id of the leaf */
  readonly skill: string
  readonly kind: FeedbackKind
  /** what happened; `done` when it went well */
  readonly text: string
  /** where the robot is and what it holds: the reminder that follows every feedback (modular.txt III.C) */
  readonly reminder: string
}
