import type { Rng } from '#base/random.js'
import type { Vector } from '#tabletop/arm/pose.js'
import { between, box, lying, rod, type Family, type Split } from './shapes.js'
import { reach, UPRIGHT, type Part } from './solids.js'

/** The name of all made families. */
export const MADE = 'made'

/**
 * A family of one: two to four solids that were joined at random, so that many shapes are learned from. Solids are
 * joined off their middles along at least one axis; the families of the other splits are joined on theirs.
 */
export function madeFamily(rng: Rng, split: Split): Family {
  const parts = madeParts(rng)
  const highest = parts.reduce((a, b) => (top(b) > top(a) ? b : a))
  const [x, y] = extents(highest)
  const flat = highest.shape !== 'sphere' && highest.shape !== 'capsule' && Math.min(x, y) > WIDE_ENOUGH
  return { name: MADE, split, tips: true, flat, parts: () => parts }
}

/** Half sides of the box around a thing, metres: as small and as large as other things are. */
const SMALLEST = 0.011
const LARGEST = 0.055
/** So wide a top carries another thing, metres from its middle. */
const WIDE_ENOUGH = 0.018

function madeParts(rng: Rng): Part[] {
  for (;;) {
    const parts = [solid(rng)]
    const count = 2 + (rng.chance(0.55) ? 1 : 0) + (rng.chance(0.25) ? 1 : 0)
    while (parts.length < count) parts.push(joined(rng, rng.pick(parts)))
    const halves = [0, 1, 2].map((axis) => {
      const ends = parts.map((part) => [part.at[axis] ?? 0, extents(part)[axis] ?? 0] as const)
      return (
        (Math.max(...ends.map(([at, far]) => at + far)) - Math.min(...ends.map(([at, far]) => at - far))) / 2
      )
    })
    if (Math.min(...halves) >= SMALLEST && Math.max(...halves) <= LARGEST) return parts
  }
}

/** A solid that touches another from one of six sides, and is a little in it. */
function joined(rng: Rng, other: Part): Part {
  const next = { ...solid(rng), tone: rng.int(2) as 0 | 1 }
  const side = rng.int(3)
  const sign = rng.pick([-1, 1])
  const [own, its] = [extents(next), extents(other)]
  // off the middle along one of the two other axes, or both
  const off = 1 + rng.int(3)
  const at = [0, 1, 2].map((axis) => {
    const by = (own[axis] ?? 0) + (its[axis] ?? 0)
    if (axis === side) return (other.at[axis] ?? 0) + sign * (by - 0.002)
    const isOff = ((off >> ((axis - side + 3) % 3 === 1 ? 0 : 1)) & 1) === 1
    const far = isOff ? rng.pick([-1, 1]) * between(rng, 0.004, Math.max(0.005, 0.8 * by)) : 0
    return (other.at[axis] ?? 0) + far
  })
  return { ...next, at: at as unknown as Vector }
}

function solid(rng: Rng): Part {
  const side = (): number => between(rng, 0.006, 0.03)
  const kind = rng.int(7)
  if (kind < 3) return box([side(), side(), side()], [0, 0, 0])
  if (kind === 6) return { shape: 'sphere', size: [between(rng, 0.009, 0.024), 0, 0], at: [0, 0, 0], tone: 0 }
  const upright = rod(between(rng, 0.007, 0.026), side(), [0, 0, 0])
  const turned = rng.chance(0.5) ? lying(upright) : upright
  return kind === 5 ? { ...turned, shape: 'capsule' } : turned
}

/** Half sides of the box around a solid, metres. */
const extents = (part: Part): Vector => [half(part, [1, 0, 0]), half(part, [0, 1, 0]), half(part, [0, 0, 1])]
const half = (part: Part, direction: Vector): number =>
  reach([{ ...part, at: [0, 0, 0] }], UPRIGHT, direction)

const top = (part: Part): number => part.at[2] + extents(part)[2]
