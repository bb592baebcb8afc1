import type { Point } from '#base/field-map.js'
import { m, type Metres, type Ms } from '#base/units.js'
import type { Disc } from '../geometry.js'
import { along, lengthOf } from './way.js'

/** A person who walks a way and is nowhere before and after it. Where the legs are is a function of the time alone. */
export interface Walker {
  /** straight lines between two points at least */
  readonly way: readonly Point[]
  /** of the body's middle, m/s */
  readonly speed: number
  /** when the body's middle is at the beginning of the way: ms of the world's time, negative if before it began */
  readonly startsMs: Ms
  readonly legRadius: Metres
  readonly gait: Gait
  /** stands still for a while after so much of the way */
  readonly stands?: { readonly after: Metres; readonly forMs: Ms }
}

export interface Gait {
  /** from where one foot stands to where the other one does, along the way */
  readonly step: Metres
  /** between the two legs, across the way */
  readonly hips: Metres
}

/** a leg above the ankle, with trousers */
export const LEG_RADIUS: Metres = m(0.055)
export const GAIT: Gait = { step: m(0.6), hips: m(0.2) }

/** @returns undefined while the walker is nowhere */
export function middleAt(walker: Walker, ms: number): Point | undefined {
  const walked = walkedAt(walker, ms)
  return walked === undefined ? undefined : along(walker.way, walked).at
}

/** The left leg and the right one. @returns undefined while the walker is nowhere */
export function legsAt(walker: Walker, ms: number): readonly [Disc, Disc] | undefined {
  const walked = walkedAt(walker, ms)
  if (walked === undefined) return undefined
  const leg = (side: Side): Disc => ({ at: footAt(walker, walked, side), radius: walker.legRadius })
  return [leg(LEFT), leg(RIGHT)]
}

/** +1 is left of the way */
type Side = 1 | -1
const LEFT = 1
const RIGHT = -1

/** Metres of the way behind the body's middle. */
function walkedAt({ way, speed, startsMs, stands }: Walker, ms: number): number | undefined {
  if (ms < startsMs) return undefined
  const straight = (speed * (ms - startsMs)) / 1000
  const walked =
    stands === undefined || straight <= stands.after
      ? straight
      : Math.max(stands.after, straight - (speed * stands.forMs) / 1000)
  return walked >= lengthOf(way) ? undefined : walked
}

/**
 * While the body's middle walks one step, one foot stands and the other one swings over two. The middle is above the
 * foot that stands halfway through that; then, and so at the beginning, both feet are side by side.
 */
function footAt({ way, gait }: Walker, walked: number, side: Side): Point {
  const { step, hips } = gait
  const first = side === LEFT ? 0 : step
  const strides = (walked - first + step / 2) / (2 * step)
  const stood = first + 2 * step * Math.floor(strides)
  const swung = 2 * (strides - Math.floor(strides)) - 1
  const from = besideWay(way, stood, (side * hips) / 2)
  if (swung <= 0) return from
  const to = besideWay(way, stood + 2 * step, (side * hips) / 2)
  const share = eased(swung)
  return { x: m(from.x + share * (to.x - from.x)), y: m(from.y + share * (to.y - from.y)) }
}

function besideWay(way: readonly Point[], walked: number, left: number): Point {
  const { at, ahead } = along(way, walked)
  return { x: m(at.x - left * ahead.y), y: m(at.y + left * ahead.x) }
}

/**
 * From 0 to 1, faster and slower at the ends, and never faster than 1.25: a foot that swings over two steps then moves
 * at 2.5 times the speed of its owner, and at less than 3 times around a bend.
 */
function eased(share: number): number {
  if (share > 0.5) return 1 - eased(1 - share)
  return share < EASE ? share ** 2 / (2 * EASE * (1 - EASE)) : (share - EASE / 2) / (1 - EASE)
}
/** this share of a swing gets faster, and as much slower */
const EASE = 0.2
