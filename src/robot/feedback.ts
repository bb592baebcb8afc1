import { maskSlots, type FieldMap } from '../base/field-map.js'
import type { Ms } from '../base/units.js'
import type { NodePath } from '../bt/document.js'
import { heldCups } from '../twin/belief.js'
import { sayPlace } from '../twin/places.js'
import { sayCups } from '../twin/predicates.js'
import type { WorldState } from '../twin/world.js'

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

export function remind(state: WorldState, map: FieldMap): string {
  const held = heldCups(state)
  const from = [...new Set(maskSlots(held).map((cup) => state.gripper.cups[cup]?.from ?? 0))]
  const load =
    held === '0000' ? 'nothing in the gripper' : `a block of zone ${from.join(' and ')} in ${each(held)}`
  return `the robot is ${sayPlace(map, state.robot.place)} with ${load}`
}

const each = (mask: string): string =>
  maskSlots(mask).length === 1 ? sayCups(mask) : `each of ${sayCups(mask)}`
