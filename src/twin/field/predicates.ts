import { maskSlots, type FieldMap, type Mask, type ZoneId } from '#base/field-map.js'
import { slotAt } from './belief.js'
import { samePlace, describePlace } from './places.js'
import type { Place, WorldState } from './world.js'

/**
 * Expected outcomes (modular.txt III.C) in a closed vocabulary, so that code rather than prose decides whether a step
 * is done. They are evaluated on the state as updated by the sensors, never on the command that was sent.
 */
export type Predicate =
  | { readonly kind: 'at'; readonly place: Place }
  | { readonly kind: 'standing' }
  | { readonly kind: 'holding'; readonly mask: Mask }
  | { readonly kind: 'cupsEmpty'; readonly mask: Mask }
  | { readonly kind: 'gripperEmpty' }
  | { readonly kind: 'slotsFilled'; readonly zone: ZoneId; readonly mask: Mask }
  | { readonly kind: 'slotsEmpty'; readonly zone: ZoneId; readonly mask: Mask }
  | { readonly kind: 'shelfAt'; readonly where: 'target' }
  | { readonly kind: 'liftUp' }
  | { readonly kind: 'rotatorAt'; readonly side: 0 | 1 }

export function isTrue(predicate: Predicate, state: WorldState): boolean {
  const { cups, lift, rotator } = state.gripper
  switch (predicate.kind) {
    case 'at':
      return samePlace(state.robot.place, predicate.place)
    case 'standing':
      return !state.robot.moving
    case 'holding':
      return maskSlots(predicate.mask).every((cup) => cups[cup] !== null)
    case 'cupsEmpty':
      return maskSlots(predicate.mask).every((cup) => cups[cup] === null)
    case 'gripperEmpty':
      return cups.every((held) => held === null)
    case 'slotsFilled':
      return maskSlots(predicate.mask).every((slot) => slotAt(state, predicate.zone, slot) !== null)
    case 'slotsEmpty':
      return maskSlots(predicate.mask).every((slot) => slotAt(state, predicate.zone, slot) === null)
    case 'shelfAt':
      return state.shelf === predicate.where
    case 'liftUp':
      return lift === 'up'
    case 'rotatorAt':
      return !rotator.turning && rotator.end === predicate.side
  }
}

/** Returns the predicates that do not hold, in order. */
export const unmet = (expected: readonly Predicate[], state: WorldState): Predicate[] =>
  expected.filter((predicate) => !isTrue(predicate, state))

/** Describes an expected outcome for users and prompts: `cups 0 and 2 hold a block`. */
export function describePredicate(predicate: Predicate, map: FieldMap): string {
  switch (predicate.kind) {
    case 'at':
      return `the robot is ${describePlace(map, predicate.place)}`
    case 'standing':
      return 'the robot stands still'
    case 'holding':
      return `${formatCups(predicate.mask)} ${plural(predicate.mask, 'holds', 'hold')} a block`
    case 'cupsEmpty':
      return `${formatCups(predicate.mask)} ${plural(predicate.mask, 'is', 'are')} empty`
    case 'gripperEmpty':
      return 'the gripper is empty'
    case 'slotsFilled':
      return `${slotsOfZone(predicate)} ${plural(predicate.mask, 'holds', 'hold')} a block`
    case 'slotsEmpty':
      return `${slotsOfZone(predicate)} ${plural(predicate.mask, 'is', 'are')} empty`
    case 'shelfAt':
      return 'the shelf is at its target'
    case 'liftUp':
      return 'the lift is up'
    case 'rotatorAt':
      return `the rotator has reached side ${predicate.side}`
  }
}

const slotsOfZone = ({ zone, mask }: { readonly zone: ZoneId; readonly mask: Mask }): string =>
  `${formatSlots(mask)} of zone ${zone}`

/** `cup 1`, `cups 0, 1 and 3` */
export const formatCups = (mask: Mask): string => list(mask, 'cup', 'cups')
/** `slot 1`, `slots 0, 1 and 3` */
export const formatSlots = (mask: Mask): string => list(mask, 'slot', 'slots')

export const plural = (mask: Mask, one: string, many: string): string =>
  maskSlots(mask).length === 1 ? one : many

function list(mask: Mask, one: string, many: string): string {
  const slots = maskSlots(mask)
  if (slots.length <= 1) return `${one} ${slots[0] ?? 'none'}`
  return `${many} ${slots.slice(0, -1).join(', ')} and ${slots.at(-1)}`
}
