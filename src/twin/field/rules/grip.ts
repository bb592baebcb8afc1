import { maskSlots, slotsMask, type Mask, type Slot, type ZoneId } from '#base/field-map.js'
import { next, slotAt, withCups, withSlots } from '../belief.js'
import { samePlace, describePlace, zoneOf } from '../places.js'
import { plural, formatCups, formatSlots } from '../predicates.js'
import type { WorldState } from '../world.js'
import { commonChecks, maskNamesCups, positionSure, rotatorAtRest } from './shared-checks.js'
import type { CommandOf, Rule } from './rule.js'

type Grip = CommandOf<'grip'>

export const gripRule: Rule<Grip> = {
  kind: 'grip',
  checks: [
    ...commonChecks,
    rotatorAtRest,
    maskNamesCups,
    positionSure,
    {
      id: 'at-load-zone',
      text: 'the robot is at the load zone that it grips from',
      holds: ({ robot }, { zone }, map) =>
        zoneOf(map, zone)?.kind === 'load' && samePlace(robot.place, { kind: 'zone', zone }),
      explain: ({ robot }, { zone }, map) => {
        const loads = map.zones.filter(({ kind }) => kind === 'load').map(({ id }) => id)
        return zoneOf(map, zone)?.kind === 'load'
          ? `the robot is ${describePlace(map, robot.place)}: put MoveToZone zone="${zone}" before LoadBlocks`
          : `blocks are loaded from zones ${loads.join(', ')} and the robot is ${describePlace(map, robot.place)}: ` +
              'move to a load zone before LoadBlocks'
      },
    },
    {
      id: 'cups-free',
      text: 'every cup that grips is free',
      holds: (state, { zone, mask }) => busyCups(state, zone, mask) === '0000',
      explain: (state, { zone, mask }) => {
        const busy = busyCups(state, zone, mask)
        const from = [...new Set(maskSlots(busy).map((cup) => state.gripper.cups[cup]?.from))]
        return (
          `${formatCups(busy)} already ${plural(busy, 'holds', 'hold')} a block of zone ${from.join(' and ')}: ` +
          'run UnloadBlocks at an unload zone before loading more'
        )
      },
    },
    {
      id: 'slots-filled',
      text: 'under every cup that grips lies a block',
      holds: (state, { zone, mask }) => emptySlots(state, zone, mask) === '0000',
      explain: (state, { zone, mask }, map) => {
        const filled = map.zones.filter(
          ({ id, kind }) => kind === 'load' && state.zones.get(id)?.slots.some((slot) => slot !== null),
        )
        return (
          `no block lies in ${formatSlots(emptySlots(state, zone, mask))} of zone ${zone}: ` +
          (filled.length === 0
            ? 'all load zones are empty, drop this step'
            : `load from zone ${filled.map(({ id }) => id).join(' or ')} instead`)
        )
      },
    },
  ],
  effect: (state, { zone, mask }) => {
    const gripped = maskSlots(mask)
    return next(state, {
      gripper: {
        ...state.gripper,
        lift: 'up',
        cups: withCups(state, (cup, was) =>
          gripped.includes(cup) && was === null
            ? { from: zone, slot: cup, face: slotAt(state, zone, cup)?.face ?? 'unknown' }
            : was,
        ),
      },
      zones: withSlots(state, zone, (slot, was) => (gripped.includes(slot) ? null : was)),
    })
  },
  expected: (_, { zone, mask }) => [
    { kind: 'holding', mask },
    { kind: 'slotsEmpty', zone, mask },
    { kind: 'liftUp' },
  ],
}

const busyCups = (state: WorldState, zone: ZoneId, mask: Mask): Mask =>
  slotsMask(
    maskSlots(mask).filter((cup) => state.gripper.cups[cup] !== null && !isHalfDone(state, zone, cup)),
  )
const emptySlots = (state: WorldState, zone: ZoneId, mask: Mask): Mask =>
  slotsMask(
    maskSlots(mask).filter((slot) => slotAt(state, zone, slot) === null && !isHalfDone(state, zone, slot)),
  )

/** Whether a grip was stopped with the block under its cup and the lift not yet up: gripping again finishes it. */
const isHalfDone = ({ gripper }: WorldState, zone: ZoneId, cup: Slot): boolean =>
  gripper.lift !== 'up' && gripper.cups[cup]?.from === zone
