import { maskSlots, type FieldMap } from '#base/field-map.js'
import { heldCups } from './belief.js'
import { sayPlace } from './places.js'
import { sayCups } from './predicates.js'
import type { WorldState } from './world.js'

/** Where the robot is and what it holds: the reminder that follows every feedback (modular.txt III.C). */
export function remind(state: WorldState, map: FieldMap): string {
  const held = heldCups(state)
  const from = [...new Set(maskSlots(held).map((cup) => state.gripper.cups[cup]?.from ?? 0))]
  const load =
    held === '0000' ? 'nothing in the gripper' : `a block of zone ${from.join(' and ')} in ${each(held)}`
  return `the robot is ${sayPlace(map, state.robot.place)} with ${load}`
}

const each = (mask: string): string =>
  maskSlots(mask).length === 1 ? sayCups(mask) : `each of ${sayCups(mask)}`
