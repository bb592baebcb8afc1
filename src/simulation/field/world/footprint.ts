import type { FieldMap, Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { FAR_APRON, ROBOT } from '../dimensions.js'
import type { Disc } from './geometry.js'

/** A point of the robot's outline, and how far it is from something; negative: that far inside the robot. */
export interface Nearest {
  readonly at: Point
  readonly distance: number
}

/** The point of the robot, seen from above, that is nearest to another point. @param pose of the gripper */
export function nearestOf(pose: Pose, to: Point): Nearest {
  const body = nearestOfBody(pose, to)
  const gripper = nearestOfGripper(pose, to)
  return body.distance < gripper.distance ? body : gripper
}

/** How far the robot is from something round, metres; negative: that deep in it. */
export const gapTo = ({ at, radius }: Disc, pose: Pose): number => nearestOf(pose, at).distance - radius

/** How far the robot reaches beyond the walls around the floor, metres; negative while it is clear of them. */
export function beyondWalls(map: FieldMap, pose: Pose): number {
  const reach = (point: Point, around: number): number =>
    Math.max(
      around - point.x,
      point.x + around - map.size.x,
      around - point.y,
      point.y + around - (map.size.y + FAR_APRON),
    )
  return Math.max(reach(bodyOf(pose), ROBOT.bodyRadius), ...cornersOf(pose).map((corner) => reach(corner, 0)))
}

/** The gripper as seen from the middle of the body: straight ahead, which is −y at heading 0. */
export const gripperFromBody = (theta: number): { readonly x: number; readonly y: number } => ({
  x: Math.sin(theta) * ROBOT.bodyBehindGripper,
  y: -Math.cos(theta) * ROBOT.bodyBehindGripper,
})

function bodyOf(pose: Pose): Point {
  const front = gripperFromBody(pose.theta)
  return { x: m(pose.x - front.x), y: m(pose.y - front.y) }
}

/** The corners of the gripper, in the field. */
function cornersOf({ x, y, theta }: Pose): Point[] {
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  return [-1, 1].flatMap((side) =>
    [-1, 1].map((end) => {
      const across = side * ROBOT.gripperHalfWidth
      const along = end * ROBOT.gripperHalfDepth
      return { x: m(x + cos * across - sin * along), y: m(y + sin * across + cos * along) }
    }),
  )
}

function nearestOfBody(pose: Pose, to: Point): Nearest {
  const middle = bodyOf(pose)
  const [dx, dy] = [to.x - middle.x, to.y - middle.y]
  const away = Math.hypot(dx, dy)
  const share = away === 0 ? 0 : ROBOT.bodyRadius / away
  return {
    at: { x: m(middle.x + share * dx), y: m(middle.y + share * dy) },
    distance: away - ROBOT.bodyRadius,
  }
}

function nearestOfGripper({ x, y, theta }: Pose, to: Point): Nearest {
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  const across = cos * (to.x - x) + sin * (to.y - y)
  const along = cos * (to.y - y) - sin * (to.x - x)
  const [width, depth] = [ROBOT.gripperHalfWidth, ROBOT.gripperHalfDepth]
  const inside = Math.min(width - Math.abs(across), depth - Math.abs(along))
  if (inside >= 0) return { at: to, distance: -inside }
  const nearAcross = clamp(across, width)
  const nearAlong = clamp(along, depth)
  return {
    at: { x: m(x + cos * nearAcross - sin * nearAlong), y: m(y + sin * nearAcross + cos * nearAlong) },
    distance: Math.hypot(across - nearAcross, along - nearAlong),
  }
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
