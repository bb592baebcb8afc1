import type { FieldMap, Pose, Zone } from '#base/field-map.js'
import { next } from '../belief.js'
import { distance, dockPose, SHELF_TOLERANCE, placeAt, pushEnd, samePlace, describePlace } from '../places.js'
import type { WorldState } from '../world.js'
import { commonChecks, liftUp, positionSure } from './shared-checks.js'
import type { CommandOf, Rule } from './rule.js'

type Push = CommandOf<'push'>

export const pushRule: Rule<Push> = {
  kind: 'push',
  checks: [
    ...commonChecks,
    liftUp,
    positionSure,
    {
      id: 'push-on-map',
      text: "the push goes from the shelf's dock to its target",
      holds: (_, { from, to }, map) => {
        const dock = dockPose(map, { kind: 'shelf' })
        return dock !== undefined && near(from, dock) && near(to, pushEnd(map))
      },
      explain: () => 'the shelf can only be pushed from its dock to its target: use MoveCursor',
    },
    {
      id: 'at-shelf',
      text: "the robot is at the shelf's dock",
      holds: ({ robot }) => samePlace(robot.place, { kind: 'shelf' }),
      explain: ({ robot }, _, map) =>
        `the robot is ${describePlace(map, robot.place)}, not at the shelf: dock there before the push`,
    },
    {
      id: 'gripper-empty',
      text: 'nothing is carried while pushing',
      holds: ({ gripper }) => gripper.cups.every((held) => held === null),
      explain: () =>
        'the gripper holds blocks that a push would shake off: run UnloadBlocks before CursorSequence',
    },
    {
      id: 'corridor-clear',
      text: "no block lies in the shelf's corridor",
      holds: (state, _, map) => blocking(state, map).length === 0,
      explain: (state, _, map) =>
        `blocks in zone ${blocking(state, map)
          .map(({ id }) => id)
          .join(' and ')} lie in the shelf's way: run CursorSequence before unloading there`,
    },
    {
      id: 'shelf-not-at-target',
      text: 'the shelf is not yet at its target',
      holds: ({ shelf }) => shelf !== 'target',
      explain: () => 'the shelf is already at its target: drop this CursorSequence',
    },
  ],
  effect: (state, { to }, map) =>
    next(state, {
      robot: { ...state.robot, pose: to, place: placeAt(map, to), moving: false },
      shelf: 'target',
    }),
  expected: () => [{ kind: 'shelfAt', where: 'target' }, { kind: 'standing' }],
}

const near = (a: Pose, b: Pose): boolean =>
  distance(a, b) <= SHELF_TOLERANCE && Math.abs(a.theta - b.theta) <= 0.05

/** Returns the zones with blocks whose rectangle intersects the one swept by the shelf. */
export function blocking(state: WorldState, map: FieldMap): Zone[] {
  const { at, target, size } = map.shelf
  const low = { x: Math.min(at.x, target.x) - size.x / 2, y: Math.min(at.y, target.y) - size.y / 2 }
  const high = { x: Math.max(at.x, target.x) + size.x / 2, y: Math.max(at.y, target.y) + size.y / 2 }
  return map.zones.filter((zone) => {
    const occupied = state.zones.get(zone.id)?.slots.some((slot) => slot !== null) === true
    return (
      occupied &&
      zone.at.x + zone.size.x / 2 > low.x &&
      zone.at.x - zone.size.x / 2 < high.x &&
      zone.at.y + zone.size.y / 2 > low.y &&
      zone.at.y - zone.size.y / 2 < high.y
    )
  })
}
