import { formatDeviation } from './rules/shared-checks.js'
import { maskSlots, SLOTS, slotsMask, type FieldMap, type Mask, type ZoneId } from '#base/field-map.js'
import { filledSlots, heldCups } from './belief.js'
import { RULES } from './judge.js'
import { describePlace } from './places.js'
import { plural, formatCups, formatSlots } from './predicates.js'
import { blocking } from './rules/push.js'
import type { Command, WorldState } from './world.js'
import type { Account } from '../domain/domain.js'

/** Returns the rule behind a check of the robot's field, and the beliefs that it reads. */
export function fieldAccount(
  checkId: string,
  state: WorldState,
  command: Command | undefined,
  map: FieldMap,
): Account {
  const kinds = command === undefined ? Object.values(RULES) : [RULES[command.kind]]
  const rules = kinds.flatMap(
    (rule): readonly { readonly id: string; readonly text: string }[] => rule.checks,
  )
  const rule = rules.find(({ id }) => id === checkId)?.text
  return { ...(rule !== undefined && { rule }), believed: BELIEFS_READ[checkId]?.(state, command, map) ?? [] }
}

type BeliefReader = (state: WorldState, command: Command | undefined, map: FieldMap) => readonly string[]

const place: BeliefReader = ({ robot }, _, map) => [`the robot is ${describePlace(map, robot.place)}`]

const shelf: BeliefReader = (state) => [
  `the shelf is ${
    { init: 'where it stood at ' + 'first', target: 'at its target', unknown: 'nobody knows where' }[
      state.shelf
    ]
  }`,
]

/** Grouped by the zone the blocks came from, since that shows when they were gripped. */
const cups: BeliefReader = (state) => {
  const held = heldCups(state)
  if (held === '0000') return ['the gripper is empty']
  const zones = [...new Set(maskSlots(held).map((cup) => state.gripper.cups[cup]?.from ?? 0))]
  const full = zones.map((zone) => {
    const mask = slotsMask(maskSlots(held).filter((cup) => state.gripper.cups[cup]?.from === zone))
    const whose = zone === 0 ? 'a block of nobody knows where' : `a block of zone ${zone}`
    return `${formatCups(mask)} ${plural(mask, 'holds', 'hold')} ${whose}`
  })
  const free = slotsMask(SLOTS.filter((cup) => held[cup] !== '1'))
  return free === '0000' ? full : [...full, `${formatCups(free)} ${plural(free, 'is', 'are')} empty`]
}

const slots: BeliefReader = (state, command) => {
  if (command?.kind === 'grip' || command?.kind === 'release') return [contents(state, command.zone)]
  const { place } = state.robot
  return place !== 'between' && place.kind === 'zone' ? [contents(state, place.zone)] : []
}

function contents(state: WorldState, zone: ZoneId): string {
  const filled: Mask = filledSlots(state, zone)
  return filled === '0000'
    ? `no block lies in zone ${zone}`
    : `blocks lie in ${formatSlots(filled)} of zone ${zone}`
}

const BELIEFS_READ: Readonly<Record<string, BeliefReader>> = {
  'link-up': ({ robot }) => [robot.linkUp ? 'the controller answers' : 'the link to the controller is down'],
  'estop-clear': ({ robot }) => [`the emergency stop is ${robot.estop ? 'latched' : 'not latched'}`],
  'not-moving': ({ robot }) => [`the robot ${robot.moving ? 'is moving' : 'stands still'}`],
  'lift-up': ({ gripper }) => [`the lift is ${gripper.lift === 'between' ? 'half way' : gripper.lift}`],
  'rotator-at-rest': ({ gripper: { rotator } }) => [
    rotator.turning ? 'the rotator stands between its ends' : `the rotator stands at side ${rotator.end}`,
  ],
  'position-known': ({ robot }) => [
    [robot.pose.x, robot.pose.y, robot.pose.theta].every(Number.isFinite)
      ? 'the robot knows where it is'
      : 'nobody knows where the robot is',
  ],
  'position-sure': ({ robot: { deviation } }) =>
    deviation === undefined ? [] : [`the robot knows where it is to ${formatDeviation(deviation)}`],
  'at-load-zone': place,
  'at-unload-zone': place,
  'at-shelf': place,
  'shelf-left-alone': place,
  'jog-inside-field': place,
  'cups-free': cups,
  'cups-holding': cups,
  'cups-holding-under-mask': cups,
  'gripper-empty': cups,
  'slots-filled': slots,
  'slots-free': slots,
  'zone-open': shelf,
  'shelf-not-at-target': shelf,
  'corridor-clear': (state, _, map) => blocking(state, map).map(({ id }) => contents(state, id)),
}

/** Summarises where the robot is and what it holds: the reminder appended to all feedback (modular.txt III.C). */
export function describeBelief(state: WorldState, map: FieldMap): string {
  const held = heldCups(state)
  const from = [...new Set(maskSlots(held).map((cup) => state.gripper.cups[cup]?.from ?? 0))]
  const load =
    held === '0000' ? 'nothing in the gripper' : `a block of zone ${from.join(' and ')} in ${each(held)}`
  return `the robot is ${describePlace(map, state.robot.place)} with ${load}`
}

const each = (mask: string): string =>
  maskSlots(mask).length === 1 ? formatCups(mask) : `each of ${formatCups(mask)}`
