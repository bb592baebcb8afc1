import type { FieldMap, Point } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m } from '#base/units.js'
import { BLOCK } from '../dimensions.js'
import { blockFootprint, overlap, zoneRectangle } from './geometry.js'

const TRIES = 60

/**
 * Returns where a block that bounced out of its zone comes to rest: 0.03 to 0.12 m outside the near edge or a side, in
 * no zone and inside the field; `undefined` if there is no room for that.
 */
export function bounceOut(
  map: FieldMap,
  at: Point,
  rng: Rng,
): { readonly at: Point; readonly yaw: number } | undefined {
  const zone = map.zones.find(({ at: centre, size }) => {
    return Math.abs(at.x - centre.x) <= size.x / 2 && Math.abs(at.y - centre.y) <= size.y / 2
  })
  const centre = zone?.at ?? at
  const half = { x: (zone?.size.x ?? BLOCK.x) / 2, y: (zone?.size.y ?? BLOCK.y) / 2 }
  for (let i = 0; i < TRIES; i++) {
    const yaw = (rng.next() - 0.5) * 0.8
    const side = rng.int(3) - 1
    const gap = 0.03 + 0.09 * rng.next()
    // includes half the block's diagonal, so that it clears the edge at any yaw
    const distance = Math.hypot(BLOCK.x, BLOCK.y) / 2 + gap
    const spot =
      side === 0
        ? { x: m(at.x), y: m(centre.y - half.y - distance) }
        : { x: m(centre.x + side * (half.x + distance)), y: m(centre.y + (rng.next() - 0.5) * half.y) }
    const rest = { at: spot, yaw }
    if (isFree(map, rest)) return rest
  }
  return undefined
}

function isFree(map: FieldMap, block: { readonly at: Point; readonly yaw: number }): boolean {
  const margin = Math.hypot(BLOCK.x, BLOCK.y) / 2
  const { at } = block
  const inside = at.x > margin && at.y > margin && at.x < map.size.x - margin && at.y < map.size.y - margin
  return inside && map.zones.every((zone) => !overlap(blockFootprint(block), zoneRectangle(zone)))
}
