import type { Point } from '#base/field-map.js'
import { clearanceOf, freeWay, hullSpeed, leaves, type Twist } from './clearance.js'

/** A point that the robot might touch. */
export interface Threat {
  /** in the body's frame now */
  readonly at: Point
  /** how fast it may come nearer, m/s; 0: it stands */
  readonly speed: number
  /** how long ago it was there, s */
  readonly age: number
}

/** How fast the robot may be, and for which of the threats it may be no faster. */
export interface Allowed<T extends Threat> {
  /** of the twist, 0…1 */
  readonly share: number
  readonly by: T | undefined
}

/** From what is seen to wheels that brake, s: 0.12 of age, 0.02 a turn, 0.02 on the line, 0.04 of the wheels. */
export const REACTION = 0.2

/** Somebody who walks, m/s: the middle of the body. */
export const WALKER = 1.2

/**
 * The largest share of a twist at which the robot stands before it touches anything. It stops within
 * v·reaction + v²/4 (`test/firmware/speed-scale.test.ts`); meanwhile what moves comes nearer from all sides, and what
 * stands matters where the hull goes. A twist without any speed may begin with any other: then what moves counts.
 */
export function allowedShare<T extends Threat>(
  threats: readonly T[],
  twist: Twist,
  reaction: number = REACTION,
): Allowed<T> {
  const speed = hullSpeed(twist)
  if (!(speed < IMPOSSIBLE)) return { share: 0, by: undefined }
  const wanted = speed > 0 ? speed : TYPICAL
  let [least, by]: [number, T | undefined] = [wanted, undefined]
  for (const threat of threats) {
    const [clear, beside] = [clearanceOf(threat.at), besideMoving(threat, reaction)]
    // `least` so far is what this threat would have to lower
    const most = Math.min(beside(clear), beforeStanding(threat, clear, { twist, wanted: least, reaction }))
    if (most < least) [least, by] = [Math.max(most, 0), threat]
  }
  return { share: least / wanted, by }
}

/** Nearer than this the robot does not come to anything, metres, and it stays slow until it has left it, m/s. */
const [CLOSE, SLOW] = [0.1, 0.15]
/** what is faster is no command, m/s */
const IMPOSSIBLE = 10
/** of a robot that may begin to move, m/s */
const TYPICAL = 0.6
/** Left over where the robot stands, metres. */
const REST = 0.05
/** of the age that is counted in the reaction, s */
const COUNTED_AGE = 0.12

/** v·t + v²/4 = way, solved for v. */
const speedWithin = (way: number, seconds: number): number =>
  way > 0 ? 2 * (Math.sqrt(seconds * seconds + way) - seconds) : 0

/**
 * How much farther than the body's middle a foot may get meanwhile, metres: it swings from beside the other one to half
 * a step ahead, at up to three times the speed of walking (a step of 0.7 m; people walk so at 1.2 m/s).
 */
const STRIDE = 0.35

/** v·t + v²/4 + rest + stride + speed·(t + v/2) = clearance, solved for v; what is older has come nearer already. */
function besideMoving({ speed, age }: Threat, reaction: number): (clear: number) => number {
  if (!(speed > 0)) return () => Infinity
  const late = Math.max(0, age - COUNTED_AGE)
  return (clear) =>
    clear < CLOSE ? 0 : speedWithin(clear - REST - STRIDE - speed * (reaction + late), reaction + speed / 2)
}

/** The speed from which the robot stops `CLOSE` before where something is, as if that stood. */
function beforeStanding(
  { at }: Threat,
  clear: number,
  { twist, wanted, reaction }: { twist: Twist; wanted: number; reaction: number },
): number {
  if (!(hullSpeed(twist) > 0)) return Infinity
  const stop = wanted * reaction + (wanted * wanted) / 4
  if (clear - CLOSE > stop) return Infinity
  if (clear <= CLOSE + FINEST) return leaves(at, twist, SLOW * reaction + (SLOW * SLOW) / 4) ? SLOW : 0
  const way = freeWay(at, twist, CLOSE, stop)
  return way >= stop ? Infinity : speedWithin(way, reaction)
}

/** metres */
const FINEST = 0.001
