import type { Rng } from '#base/random.js'
import type { Colour } from '#tabletop/scene/solid.js'
import type { Split } from './shapes.js'

/** Width of a band of hues, degrees; band 0 begins at 0°, red. */
export const BAND = 20
/** The bands that each split has to itself. */
export const BANDS: Readonly<Record<Split, readonly number[]>> = {
  train: [0, 2, 4, 6, 8, 9, 11, 13, 15, 17],
  fit: [3, 7, 12, 16],
  validation: [3, 7, 12, 16],
  test: [1, 5, 10, 14],
}
/** Brightness of what has no hue, 0…1, also apart. */
export const GREYS: Readonly<Record<Split, readonly (readonly [number, number])[]>> = {
  train: [
    [0.1, 0.26],
    [0.72, 0.95],
  ],
  fit: [[0.3, 0.4]],
  validation: [[0.3, 0.4]],
  test: [[0.46, 0.66]],
}

/** A colour of a split. */
export interface Drawn {
  /** degrees; -1 for a grey */
  readonly hue: number
  readonly colour: Colour
}

export function drawColour(rng: Rng, split: Split): Drawn {
  if (rng.chance(0.12)) {
    const [from, to] = rng.pick(GREYS[split])
    const grey = from + (to - from) * rng.next()
    return { hue: -1, colour: [grey, grey, grey] }
  }
  const hue = BAND * (rng.pick(BANDS[split]) + rng.next())
  return { hue, colour: fromHsv(hue, 0.5 + 0.45 * rng.next(), 0.4 + 0.55 * rng.next()) }
}

/** How far two hues are apart, degrees; a grey is far from every hue. */
export function hueApart(a: number, b: number): number {
  if (a < 0 || b < 0) return a < 0 && b < 0 ? 0 : 180
  const apart = Math.abs(a - b)
  return Math.min(apart, 360 - apart)
}

/** @param hue degrees @param saturation 0…1 @param value 0…1 */
function fromHsv(hue: number, saturation: number, value: number): Colour {
  const channel = (shift: number): number => {
    const k = (shift + hue / 60) % 6
    return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)))
  }
  return [channel(5), channel(3), channel(1)]
}
