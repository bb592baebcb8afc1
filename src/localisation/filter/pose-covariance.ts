import type { Point, Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { PoseCovariance } from '#localisation/ports.js'
import { wrapped } from './kinematics.js'
import { cell, matrix, type Matrix } from './matrix.js'

/** A pose and how sure it is, of one point of the robot. */
export interface SurePose {
  readonly pose: Pose
  readonly covariance: PoseCovariance
}

/**
 * The same robot seen at another of its points, `offset` away in its own frame (m). The heading's error moves that
 * point to the side: J·P·Jᵀ with J = [1 0 −c_y; 0 1 c_x; 0 0 1], c the offset turned into the field.
 */
export function seenAt({ pose, covariance }: SurePose, offset: Point): SurePose {
  const { x, y } = turned(offset, pose.theta)
  const { xx, xy, xt, yy, yt, tt } = covariance
  return {
    pose: { x: m(pose.x + x), y: m(pose.y + y), theta: pose.theta },
    covariance: {
      xx: xx - 2 * y * xt + y * y * tt,
      xy: xy + x * xt - y * yt - x * y * tt,
      xt: xt - y * tt,
      yy: yy + 2 * x * yt + x * x * tt,
      yt: yt + x * tt,
      tt,
    },
  }
}

export const matrixOf = ({ xx, xy, xt, yy, yt, tt }: PoseCovariance): Matrix =>
  matrix([
    [xx, xy, xt],
    [xy, yy, yt],
    [xt, yt, tt],
  ])

/** The upper left three rows and columns of a symmetric matrix. */
export const covarianceOf = (p: Matrix): PoseCovariance => ({
  xx: cell(p, 0, 0),
  xy: cell(p, 0, 1),
  xt: cell(p, 0, 2),
  yy: cell(p, 1, 1),
  yt: cell(p, 1, 2),
  tt: cell(p, 2, 2),
})

/** Standard deviation in the direction in which the place is least sure, m: the long half-axis of its ellipse. */
export const placeDeviation = ({ xx, xy, yy }: PoseCovariance): number =>
  Math.sqrt((xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy))

/** (x, y, θ) of `to` minus that of `from`, the heading's within (−π, π]. */
export const difference = (to: Pose, from: Pose): Matrix =>
  matrix([[to.x - from.x], [to.y - from.y], [wrapped(to.theta - from.theta)]])

/** What the move that leads from `from` to `to` makes of `start`: start ∘ from⁻¹ ∘ to. */
export function carried(start: Pose, from: Pose, to: Pose): Pose {
  const way = turned({ x: to.x - from.x, y: to.y - from.y }, start.theta - from.theta)
  return {
    x: m(start.x + way.x),
    y: m(start.y + way.y),
    theta: rad(wrapped(start.theta + to.theta - from.theta)),
  }
}

/** A vector turned counter-clockwise, rad. */
function turned({ x, y }: Vector, angle: number): Vector {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: cos * x - sin * y, y: sin * x + cos * y }
}

interface Vector {
  readonly x: number
  readonly y: number
}
