import type { Point } from '#base/field-map.js'
import { BASE_GEOMETRY } from '#localisation/filter/kinematics.js'

/** How the body moves, or is to move: of its middle, in its own frame, m/s and rad/s. */
export interface Twist {
  readonly vx: number
  readonly vy: number
  readonly w: number
}

/** The robot from above, metres: a disc around the body's middle, and the gripper's rectangle in front of it. */
export const HULL = { bodyRadius: 0.16, gripperHalfWidth: 0.13, gripperHalfDepth: 0.08 } as const

/** From the hull to a point in the body's frame, metres; inside the hull it is negative. */
export function clearanceOf({ x, y }: Pick<Point, 'x' | 'y'>): number {
  return clearanceAt(x, y)
}

/** No point of the hull is faster than this, m/s. */
export const hullSpeed = ({ vx, vy, w }: Twist): number => Math.hypot(vx, vy) + FARTHEST * Math.abs(w)

/**
 * How far the robot may go by a twist until its hull is within `keep` of a point, metres, at most `most`. The way is
 * that of a point that is as fast as `hullSpeed`: no point of the hull goes farther. It never says more than is true,
 * and at most 1 mm less: it goes on only by as much as is certainly free (sphere tracing, Hart 1996).
 */
export function freeWay(point: Point, twist: Twist, keep: number, most: number): number {
  const speed = hullSpeed(twist)
  if (!(speed > 0)) return most
  const seenFrom = viewOf(point, twist)
  for (let way = 0; ;) {
    const free = seenFrom(way / speed) - keep
    // also where a number is none
    if (!(free > FINEST)) return way
    way += free
    if (way >= most) return most
  }
}

/** Whether the robot comes no nearer to a point than it is while it goes `way` metres by a twist. */
export function leaves(point: Point, twist: Twist, way: number): boolean {
  const speed = hullSpeed(twist)
  if (!(speed > 0)) return true
  const seenFrom = viewOf(point, twist)
  const before = seenFrom(0) - ROUNDING
  for (let gone = STEP; gone < way + STEP; gone += STEP)
    if (!(seenFrom(Math.min(gone, way) / speed) >= before)) return false
  return true
}

const GRIPPER = BASE_GEOMETRY.gripper
/** the gripper's front corners from the body's middle, metres */
const FARTHEST = Math.hypot(HULL.gripperHalfWidth, Math.abs(GRIPPER.y) + HULL.gripperHalfDepth)
/** Nearer than this is there, metres. */
const FINEST = 0.001
const STEP = 0.005
const ROUNDING = 1e-9
/** Slower turns go straight on, rad. */
const STRAIGHT = 1e-9

function clearanceAt(x: number, y: number): number {
  const fromBody = Math.sqrt(x * x + y * y) - HULL.bodyRadius
  const beside = Math.abs(x - GRIPPER.x) - HULL.gripperHalfWidth
  const before = Math.abs(y - GRIPPER.y) - HULL.gripperHalfDepth
  const fromGripper =
    beside > 0 && before > 0 ? Math.sqrt(beside * beside + before * before) : Math.max(beside, before)
  return Math.min(fromBody, fromGripper)
}

/** The clearance of a fixed point when the robot has moved by a twist for some seconds. */
function viewOf({ x, y }: Point, { vx, vy, w }: Twist): (seconds: number) => number {
  return (seconds) => {
    const turn = w * seconds
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
    const straight = Math.abs(turn) < STRAIGHT
    const [a, b] = straight ? [seconds, 0] : [sin / w, (1 - cos) / w]
    const [dx, dy] = [x - (a * vx - b * vy), y - (b * vx + a * vy)]
    return clearanceAt(cos * dx + sin * dy, cos * dy - sin * dx)
  }
}
