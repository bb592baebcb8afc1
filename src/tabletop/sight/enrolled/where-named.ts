import { middleOf, placeAt } from '#tabletop/planning/where.js'
import { TABLE } from '#tabletop/scene/places.js'
import type { Named } from './name-things.js'

/**
 * The thing on which a thing stands, or its place: whichever is nearest under it, given how tall it is. Nothing where
 * it stands on something that has no name.
 * @param all that is seen @param slides how far each closure is open, metres or radians
 */
export function whereNamed(
  thing: Named,
  all: readonly Named[],
  slides: ReadonlyMap<string, number>,
): string | undefined {
  const place = placeAt([thing.x, thing.y, Math.min(thing.top, HIGHEST)], slides)
  const floor = place === TABLE ? 0 : middleOf(place, slides)[2]
  const gapTo = (height: number): number =>
    Math.min(...thing.heights.map((own) => Math.abs(thing.top - own - height)))
  // things stand on the floor unless another fits clearly better
  let best = { name: place.name, gap: gapTo(floor) - FAVOUR }
  for (const other of all) {
    const gap = gapTo(other.face)
    if (other !== thing && isUnder(other, thing) && gap < best.gap) best = { name: other.name, gap }
  }
  return best.gap < GAP ? best.name : undefined
}

/** Metres. */
const HIGHEST = 0.15
const GAP = 0.014
const FAVOUR = 0.003
const BESIDE = 0.02

const isUnder = (lower: Named, upper: Named): boolean =>
  lower.face < upper.top &&
  Math.hypot(lower.x - upper.x, lower.y - upper.y) < Math.max(BESIDE, 0.7 * lower.radius)
