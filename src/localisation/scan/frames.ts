import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'

/**
 * Where something is that lies at `b` as seen from `a`, in the frame in which `a` is given: the scanner in the field,
 * from the body's pose in the field and the scanner's on the body.
 */
export function compose(a: Pose, b: Pose): Pose {
  const cos = Math.cos(a.theta)
  const sin = Math.sin(a.theta)
  return {
    x: m(a.x + cos * b.x - sin * b.y),
    y: m(a.y + sin * b.x + cos * b.y),
    theta: wrapped(a.theta + b.theta),
  }
}

/** Where the frame in which a pose is given lies, seen from that pose: `compose(a, inverse(a))` is no motion. */
export function inverse({ x, y, theta }: Pose): Pose {
  const cos = Math.cos(theta)
  const sin = Math.sin(theta)
  return { x: m(-cos * x - sin * y), y: m(sin * x - cos * y), theta: wrapped(-1 * theta) }
}

/** An angle within ±π. */
export const wrapped = (theta: number): Pose['theta'] => rad(Math.atan2(Math.sin(theta), Math.cos(theta)))
