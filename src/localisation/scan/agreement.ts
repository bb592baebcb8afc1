import type { Ray } from './deskew.js'
import { FINAL_GATE, type Fit } from './icp.js'
import { nearest, type Outline } from './outline.js'
import { sightFrom, sightLength, type Sight } from './sight.js'

/** What became of the rays of a scan that came back, at a fitted pose. */
export interface Agreement {
  readonly returned: number
  /** rays that met the map, or should have: those through a doorway and those that end before it do not count */
  readonly expected: number
  /** of these, the ones that met it */
  readonly met: number
  /** of these, the ones that went on behind it, where no ray can go */
  readonly behind: number
  /** rays that end before the map: something stands there */
  readonly before: number
}

/** Judges every ray by what the outline would let it see from the fitted pose. */
export function agreementOf(rays: readonly Ray[], outline: Outline, { pose, offset, cut }: Fit): Agreement {
  const place = sightFrom(pose)
  let [returned, expected, met, behind, before] = [0, 0, 0, 0, 0]
  for (const ray of rays) {
    if (Number.isNaN(ray.range)) continue
    returned++
    const sight = place(ray)
    const range = ray.range + offset
    const distance = distanceOf(outline, sight, range)
    if (distance <= FINAL_GATE) {
      expected++
      if (distance < cut) met++
      continue
    }
    const length = sightLength(outline, sight)
    if (length === Infinity) continue
    if (range < length) before++
    else {
      expected++
      behind++
    }
  }
  return { returned, expected, met, behind, before }
}

function distanceOf(outline: Outline, { x, y, alongX, alongY }: Sight, range: number): number {
  const found = nearest(outline, x + range * alongX, y + range * alongY, FINAL_GATE)
  return found?.away ?? Infinity
}
