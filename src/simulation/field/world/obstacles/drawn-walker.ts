import type { FieldMap, Point } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, ms, type Metres, type Ms } from '#base/units.js'
import { FAR_APRON } from '#simulation/field/dimensions.js'
import { distance } from '../geometry.js'
import { GAIT, LEG_RADIUS, type Walker } from './walker.js'

/** Whom to draw. */
export interface WalkerRequest {
  /** crosses the floor without a stop, or walks to there, stands for 2 to 10 s and goes on */
  readonly kind: 'crosses' | 'stands'
  /** a place on the field, which the way leads past */
  readonly near: Point
  /** at most this far from it (default: 0.2 m) */
  readonly within?: Metres
  /** when the walker is there, in the world's time */
  readonly atMs: Ms
}

/**
 * A person who walks straight over the floor, from one point of its border to another, by way of a neighbourhood, in
 * any direction, at 0.5 to 1.2 m/s. Who is there too early for the world's beginning is already on the floor then.
 */
export function drawWalker(rng: Rng, map: FieldMap, request: WalkerRequest): Walker {
  const { kind, near, within = m(0.2), atMs } = request
  const by = inside(map, beside(near, within * Math.sqrt(rng.next()), 2 * Math.PI * rng.next()))
  const direction = 2 * Math.PI * rng.next()
  const speed = SLOWEST + (FASTEST - SLOWEST) * rng.next()
  const from = beside(by, toBorder(map, by, direction + Math.PI), direction + Math.PI)
  const to = beside(by, toBorder(map, by, direction), direction)
  const before = distance(from, by)
  const step = SHORTEST_STEP + STEP_SECONDS * speed
  const walker: Walker = {
    way: [from, to],
    speed,
    startsMs: ms(atMs - (1000 * before) / speed),
    legRadius: LEG_RADIUS,
    gait: { ...GAIT, step: m(step) },
  }
  if (kind === 'crosses') return walker
  // whole steps to there, so that the feet stand side by side
  const whole = m(before / Math.max(1, Math.round(before / step)))
  const forMs = ms(STANDS_MS + STANDS_RANGE_MS * rng.next())
  return { ...walker, gait: { ...GAIT, step: whole }, stands: { after: m(before), forMs } }
}

/** m/s */
const SLOWEST = 0.5
const FASTEST = 1.2
/** who walks faster makes longer steps: 0.55 m at 0.5 m/s, 0.69 m at 1.2 m/s */
const SHORTEST_STEP = 0.45
const STEP_SECONDS = 0.2
const STANDS_MS = 2000
const STANDS_RANGE_MS = 8000
/** nobody turns on the border itself, metres */
const INSIDE = 0.1

const beside = ({ x, y }: Point, metres: number, direction: number): Point => ({
  x: m(x + metres * Math.cos(direction)),
  y: m(y + metres * Math.sin(direction)),
})

const inside = ({ size }: FieldMap, { x, y }: Point): Point => ({
  x: m(Math.max(INSIDE, Math.min(size.x - INSIDE, x))),
  y: m(Math.max(INSIDE, Math.min(size.y + FAR_APRON - INSIDE, y))),
})

/** Metres from a point of the floor to its border. */
function toBorder({ size }: FieldMap, { x, y }: Point, direction: number): number {
  const side = (at: number, towards: number, most: number): number =>
    towards === 0 ? Infinity : ((towards > 0 ? most : 0) - at) / towards
  return Math.min(side(x, Math.cos(direction), size.x), side(y, Math.sin(direction), size.y + FAR_APRON))
}
