import { maskSlots, slotsMask, type Mask, type ZoneId } from '#base/field-map.js'
import { heldAmong, next, slotAt, withCups, withSlots } from '../belief.js'
import { samePlace, describePlace, zoneOf } from '../places.js'
import { formatCups, formatSlots } from '../predicates.js'
import type { WorldState } from '../world.js'
import { commonChecks, maskNamesCups, positionSure, rotatorAtRest } from './shared-checks.js'
import { emptyCups } from './rotate.js'
import type { CommandOf, Rule } from './rule.js'

type Release = CommandOf<'release'>

export const releaseRule: Rule<Release> = {
  kind: 'release',
  checks: [
    ...commonChecks,
    rotatorAtRest,
    maskNamesCups,
    positionSure,
    {
      id: 'at-unload-zone',
      text: 'the robot is at the unload zone that it releases into',
      holds: ({ robot }, { zone }, map) =>
        zoneOf(map, zone)?.kind === 'unload' && samePlace(robot.place, { kind: 'zone', zone }),
      explain: ({ robot }, { zone }, map) => {
        const unloads = map.zones.filter(({ kind }) => kind === 'unload').map(({ id }) => id)
        return zoneOf(map, zone)?.kind === 'unload'
          ? `the robot is ${describePlace(map, robot.place)}: put MoveToZone zone="${zone}" before UnloadBlocks`
          : `blocks are unloaded in zones ${unloads.join(', ')} and the robot is ${describePlace(map, robot.place)}: ` +
              'move to an unload zone before UnloadBlocks'
      },
    },
    {
      id: 'cups-holding',
      text: 'every cup that releases holds a block, unless a release was cut off and has yet to bring the lift up',
      holds: (state, { mask }) => emptyCups(state, mask) === '0000' || state.gripper.lift !== 'up',
      explain: (state, { mask }) => {
        const none = state.gripper.cups.every((held) => held === null)
        return none
          ? 'the gripper is empty: run LoadBlocks at a load zone before UnloadBlocks'
          : `no block is held by ${formatCups(emptyCups(state, mask))}: release only the cups that hold one`
      },
    },
    {
      id: 'slots-free',
      text: 'every slot under a releasing cup is free',
      holds: (state, { zone, mask }) => occupied(state, zone, mask) === '0000',
      explain: (state, { zone, mask }, map) => {
        const free = map.zones.filter(
          ({ id, kind }) => kind === 'unload' && occupied(state, id, mask) === '0000',
        )
        return (
          `blocks already lie in ${formatSlots(occupied(state, zone, mask))} of zone ${zone}: ` +
          (free.length === 0
            ? 'no unload zone has room'
            : `unload in zone ${free.map(({ id }) => id).join(' or ')} instead`)
        )
      },
    },
    {
      id: 'zone-open',
      text: 'a zone that needs the shelf at its target is used only then (AMB-14)',
      holds: (state, { zone }, map) => zoneOf(map, zone)?.needsShelf !== true || state.shelf === 'target',
      explain: (_, { zone }) =>
        `zone ${zone} does not count until the shelf is at its target: run CursorSequence before UnloadBlocks`,
    },
  ],
  effect: (state, { zone, mask }) => {
    const released = maskSlots(heldAmong(state, mask))
    return next(state, {
      gripper: {
        ...state.gripper,
        lift: 'up',
        cups: withCups(state, (cup, was) => (released.includes(cup) ? null : was)),
      },
      zones: withSlots(state, zone, (slot, was) =>
        released.includes(slot) ? { face: state.gripper.cups[slot]?.face ?? 'unknown' } : was,
      ),
    })
  },
  expected: (before, { zone, mask }) => [
    { kind: 'cupsEmpty', mask },
    { kind: 'slotsFilled', zone, mask: heldAmong(before, mask) },
    { kind: 'liftUp' },
  ],
}

const occupied = (state: WorldState, zone: ZoneId, mask: Mask): Mask =>
  slotsMask(maskSlots(heldAmong(state, mask)).filter((slot) => slotAt(state, zone, slot) !== null))
