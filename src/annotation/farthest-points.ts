import { clearances, type Mask } from './clearance.js'

/** A pixel that was chosen. */
export interface SpreadPoint {
  readonly x: number
  readonly y: number
  /** from the nearest point chosen before it, in pixels; of the first, from the nearest pixel outside the mask */
  readonly distance: number
}

/**
 * Points spread over a mask by farthest-point sampling (PRAG-12): the first is the one deepest inside, each further one
 * is that which is farthest from all before it, the upper left one of equals. The same mask has the same points.
 * @param most how many, at most
 * @param apart nearer to another one in pixels none is taken
 */
export function farthestPoints(mask: Mask, most: number, apart = 1): readonly SpreadPoint[] {
  const inside = Array.from({ length: mask.width * mask.height }, (_, at) => at).filter(
    (at) => (mask.cells[at] ?? 0) !== 0,
  )
  const points: SpreadPoint[] = []
  const nearest = new Float64Array(inside.length).fill(Infinity)
  let next = deepest(mask, inside)
  while (next !== undefined && points.length < most) {
    const { x, y } = next
    points.push(next)
    next = undefined
    for (const [index, at] of inside.entries()) {
      const far = Math.hypot((at % mask.width) - x, Math.floor(at / mask.width) - y)
      const distance = Math.min(nearest[index] ?? Infinity, far)
      nearest[index] = distance
      if (distance >= Math.max(apart, 1) && distance > (next?.distance ?? 0))
        next = { x: at % mask.width, y: Math.floor(at / mask.width), distance }
    }
  }
  return points
}

/** The pixel of a mask that is farthest from everything outside it. */
function deepest(mask: Mask, inside: readonly number[]): SpreadPoint | undefined {
  const depth = clearances(mask)
  let best: SpreadPoint | undefined
  for (const at of inside) {
    const distance = depth[at] ?? 0
    if (distance > (best?.distance ?? 0))
      best = { x: at % mask.width, y: Math.floor(at / mask.width), distance }
  }
  return best
}
