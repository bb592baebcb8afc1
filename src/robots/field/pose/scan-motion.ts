import type { Pose } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import { m, rad } from '#base/units.js'
import type { Motion } from '#localisation/scan/deskew.js'
import { compose, inverse } from '#localisation/scan/frames.js'

/**
 * How the body moved during a scan, seen from its end, by a pose every 10 ms and straight lines between them.
 * @param poseAt µs of the controller's clock; where it says nothing, the body counts as having stood
 */
export function motionDuring(
  { startUs, endUs }: LaserScan,
  poseAt: (tUs: number) => Pose | undefined,
): Motion {
  const end = poseAt(endUs)
  const back = end === undefined ? undefined : inverse(end)
  const knots = Array.from({ length: Math.ceil((endUs - startUs) / KNOT_US) + 1 }, (_, i): Pose => {
    const pose = poseAt(Math.min(startUs + i * KNOT_US, endUs))
    return pose === undefined || back === undefined ? STOOD : compose(back, pose)
  })
  return (tUs) => {
    const at = Math.min(Math.max((tUs - startUs) / KNOT_US, 0), knots.length - 1)
    const [from, to] = [knots[Math.floor(at)] ?? STOOD, knots[Math.ceil(at)] ?? STOOD]
    const share = at - Math.floor(at)
    return {
      x: m(from.x + share * (to.x - from.x)),
      y: m(from.y + share * (to.y - from.y)),
      theta: rad(from.theta + share * (to.theta - from.theta)),
    }
  }
}

const KNOT_US = 10_000
const STOOD: Pose = { x: m(0), y: m(0), theta: rad(0) }
