import type { FieldMap, Pose } from '#base/field-map.js'
import { next } from '../belief.js'
import { distance, dockPose, DOCK_TOLERANCE, CLEARANCE, describePlace, SHELF_TOLERANCE } from '../places.js'
import type { Place } from '../world.js'
import { commonChecks, liftUp, positionKnown } from './shared-checks.js'
import type { CommandOf, Rule } from './rule.js'
import { pushesShelf } from './shelf-push.js'

type Move = CommandOf<'move'>

export const moveRule: Rule<Move> = {
  kind: 'move',
  checks: [
    ...commonChecks,
    liftUp,
    positionKnown,
    {
      id: 'place-on-map',
      text: 'the place is on the map and the pose is its dock',
      holds: (_, { to, pose }, map) => docksAt(map, to, pose),
      explain: (_, { to }, map) =>
        to.kind === 'zone' && dockPose(map, to) === undefined
          ? `zone ${to.zone} is not on the map: choose one of zones ${map.zones.map((zone) => zone.id).join(', ')}`
          : `the pose is not the dock of the place: the robot would not be ${describePlace(map, to)}`,
    },
    {
      id: 'pose-inside-field',
      text: "gripper and body stay inside the field's border",
      holds: (_, { pose }, map) => isInside(map, pose),
      explain: (_, { pose }, map) =>
        `the pose (${pose.x}, ${pose.y}) would take the robot out of the field of ${map.size.x} by ${map.size.y} m`,
    },
    {
      id: 'shelf-left-alone',
      text: 'the way does not push the shelf: that takes a push, and an empty gripper',
      holds: ({ robot, shelf }, { to, pose }, map) =>
        // driving to the dock is allowed: the bumper touches the shelf there but does not push it
        to.kind === 'shelf' || !pushesShelf(map, shelf, robot.pose, pose),
      explain: ({ robot }, { to }, map) =>
        `the robot is ${describePlace(map, robot.place)} and the straight way from there to be ` +
        `${describePlace(map, to)} would push the shelf along: run CursorSequence before, or drive by ` +
        'way of another zone',
    },
  ],
  effect: (state, { to, pose }) => next(state, { robot: { ...state.robot, place: to, pose, moving: false } }),
  expected: (_, { to }) => [{ kind: 'at', place: to }, { kind: 'standing' }],
}

function docksAt(map: FieldMap, place: Place, pose: Pose): boolean {
  const dock = dockPose(map, place)
  const tolerance = place.kind === 'shelf' ? SHELF_TOLERANCE : DOCK_TOLERANCE
  return dock !== undefined && distance(dock, pose) <= tolerance && Math.abs(pose.theta - dock.theta) <= 0.05
}

function isInside({ size }: FieldMap, { x, y }: Pose): boolean {
  const fits = (at: number, low: number, high: number): boolean => at >= low - EPSILON && at <= high + EPSILON
  return fits(x, CLEARANCE.side, size.x - CLEARANCE.side) && fits(y, CLEARANCE.near, size.y - CLEARANCE.far)
}

/** slack for floating-point rounding, metres */
const EPSILON = 1e-9
