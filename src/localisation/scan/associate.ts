import type { Pose } from '#base/field-map.js'
import type { Ray } from './deskew.js'
import { nearest, type Outline } from './outline.js'

/** A measured point and the board or post that it is taken to lie on. */
export interface Pair {
  /** from the board or post to the point along the normal, metres */
  readonly error: number
  /** the normal in the field's frame */
  readonly normalX: number
  readonly normalY: number
  /** how the error grows with the heading, metres per radian */
  readonly byTurn: number
  /** how the error grows with the ray: the cosine between ray and normal, with its sign */
  readonly byRange: number
}

/**
 * Pairs the points that rays have met, with `offset` metres added to every range, with what is nearest to them on the
 * outline (Censi, An ICP variant using a point-to-line metric, ICRA 2008, sections III and IV). No partner has a
 * point farther than `gate` metres from everything: what stands in the room, or what is seen through a doorway;
 * a point within 20 mm of the end of a board; and one that its ray met at more than 75° from the normal, where a
 * small error of the angle is a large one of the range.
 */
export function associate(
  rays: readonly Ray[],
  outline: Outline,
  { pose, offset }: { readonly pose: Pose; readonly offset: number },
  gate: number,
): Pair[] {
  const cos = Math.cos(pose.theta)
  const sin = Math.sin(pose.theta)
  const pairs: Pair[] = []
  for (const { fromX, fromY, alongX, alongY, range } of rays) {
    if (Number.isNaN(range)) continue
    const bodyX = fromX + (range + offset) * alongX
    const bodyY = fromY + (range + offset) * alongY
    const x = cos * bodyX - sin * bodyY
    const y = sin * bodyX + cos * bodyY
    const partner = nearest(outline, pose.x + x, pose.y + y, gate)
    if (partner === undefined || partner.atEnd) continue
    const { normalX, normalY, distance } = partner
    const byRange = normalX * (cos * alongX - sin * alongY) + normalY * (sin * alongX + cos * alongY)
    if (Math.abs(byRange) < STEEPEST) continue
    pairs.push({ error: distance, normalX, normalY, byTurn: normalY * x - normalX * y, byRange })
  }
  return pairs
}

/** cos 75° */
const STEEPEST = Math.cos((75 * Math.PI) / 180)
