import type { Pose } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { LaserScan } from '#localisation/ports.js'

export interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** What the test's scanner gets wrong: metres, a share. */
export interface RangeErrors {
  readonly bias: number
  readonly noise: number
  readonly missing: number
}

export const EXACT: RangeErrors = { bias: 0, noise: 0, missing: 0 }

/** One scanner of the cheap kind. */
export const cheap = (rng: Rng): RangeErrors => ({
  bias: 0.06 * rng.next() - 0.03,
  noise: 0.01,
  missing: 0.02,
})

export interface Moment {
  /** of the body's middle, where the scanner is */
  readonly body: Pose
  readonly discs: readonly Disc[]
}

export const QUARTER_US = 25_000

/** A quarter of a turn, clockwise as scanners turn, of a world that moves on while it is measured. */
export function quarterOf(
  startUs: number,
  firstAngle: number,
  momentAt: (tUs: number) => Moment,
  { errors = EXACT, rng }: { errors?: RangeErrors; rng: Rng },
): LaserScan {
  const offsetsUs = Array.from({ length: RAYS }, (_, i) => (QUARTER_US * i) / RAYS)
  const angles = offsetsUs.map((_, i) => {
    const angle = firstAngle - ((Math.PI / 2) * i) / RAYS
    return rad(Math.atan2(Math.sin(angle), Math.cos(angle)))
  })
  const ranges = offsetsUs.map((offset, i) => {
    const { body, discs } = momentAt(startUs + offset)
    const range = castAt(discs, body, body.theta + (angles[i] ?? 0))
    const measured = range + errors.bias + errors.noise * rng.normal()
    return m(rng.chance(errors.missing) || range > 12 ? NaN : measured)
  })
  return { startUs, endUs: startUs + (offsetsUs.at(-1) ?? 0), angles, ranges, offsetsUs }
}

/** A whole turn, as four quarters. */
export function turnOf(startUs: number, moment: Moment, rng: Rng): LaserScan[] {
  return [0, 1, 2, 3].map((i) =>
    quarterOf(startUs + i * QUARTER_US, (-i * Math.PI) / 2, () => moment, { rng }),
  )
}

export const pose = (x: number, y: number, theta: number): Pose => ({ x: m(x), y: m(y), theta: rad(theta) })

/** Of something in the field, in the body's frame. */
export const seenFrom = ({ x, y, theta }: Pose, at: { x: number; y: number }) => {
  const [cos, sin, dx, dy] = [Math.cos(theta), Math.sin(theta), at.x - x, at.y - y]
  return { x: m(cos * dx + sin * dy), y: m(cos * dy - sin * dx) }
}

/** 4500 a second */
const RAYS = 112

function castAt(discs: readonly Disc[], from: Pose, direction: number): number {
  const [ux, uy] = [Math.cos(direction), Math.sin(direction)]
  let best = Infinity
  for (const { x, y, radius } of discs) {
    const [dx, dy] = [x - from.x, y - from.y]
    const [along, across] = [dx * ux + dy * uy, dx * uy - dy * ux]
    if (Math.abs(across) > radius) continue
    const range = along - Math.sqrt(radius * radius - across * across)
    if (range > 0 && range < best) best = range
  }
  return best
}
