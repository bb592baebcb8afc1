/**
 * How long the robot's commands take, in milliseconds from the tick that sends one to the tick that receives its end.
 * The shape comes from the controller (trapezoid, then settling); the constants are measured on the shipped firmware in
 * the simulated world, and `lab/forecast` shows whether they are still valid (docs/forecast.md).
 */

/** Period of the reflex loop: every end is noticed in one of its cycles. */
export const PERIOD = 20
/** Delay from the tick that sends a command to the first motion of the wheels. */
export const FIRST_MOTION = 3
/** A failure or a stop keeps the body busy for this long. */
export const AFTERMATH = 200
/** A command executed without its expected outcome gets this long to show it. */
export const SENSOR_LAG = 200

export const GRIP = 4000
/** one retry for the cups without vacuum */
export const REGRIP = 1000
export const RELEASE = 3000
export const ROTATE = 3000
/** within a grip or a release: the cups reach the floor, they hold or have released, the lift leaves the floor */
export const DOWN = 1200
export const SEALED = 1290
export const LIFTS_GRIP = 2800
export const LIFTS_RELEASE = 1800

/** Driving and pushing: m/s and m/s². */
const DRIVE = { v: 0.6, a: 1 } as const
const PUSH = { v: 0.075, a: 1 } as const
const SETTLE = 800
/** the base is at rest slightly before trapezoid and settling predict it */
const EARLY = 5.8
/** from standstill at an obstacle to the controller's report of no progress */
const STALL = 907.5
/** from the bumper opening to the controller's report that the shelf has slipped */
const SLIP = 40
/** braking deceleration of a stop, m/s² */
const BRAKE = 2.5

/** Duration of a complete drive, ms; `way` in metres. */
export const driveTime = (metres: number): number => totalTime(metres, DRIVE) + SETTLE - EARLY
/** Duration of a drive blocked after `at` of `way` metres. */
export const stalledDriveTime = (at: number, metres: number): number => timeTo(at, metres, DRIVE) + STALL
/** Duration of a complete push, ms; `way` in metres. */
export const pushTime = (metres: number): number => totalTime(metres, PUSH) + SETTLE - EARLY
export const stalledPushTime = (at: number, metres: number): number => timeTo(at, metres, PUSH) + STALL
/** Duration of a push found to have lost the shelf after `at` metres. */
export const slippedPushTime = (at: number, metres: number): number => timeTo(at, metres, PUSH) + SLIP

/** Position of a drive of `way` metres after some milliseconds, and its braking distance and time from there. */
export function stoppedDrive(
  after: number,
  metres: number,
): { readonly at: number; readonly rest: number; readonly braking: number } {
  const t = Math.max(0, after - FIRST_MOTION) / 1000
  const { v, a } = DRIVE
  const peak = Math.min(v, Math.sqrt(metres * a))
  const ramp = peak / a
  const cruise = (metres - peak * ramp) / peak
  const speed = t < ramp ? a * t : t < ramp + cruise ? peak : Math.max(0, peak - a * (t - ramp - cruise))
  const left = Math.max(0, 2 * ramp + cruise - t)
  const at =
    t < ramp
      ? (a * t * t) / 2
      : t < ramp + cruise
        ? (peak * ramp) / 2 + peak * (t - ramp)
        : metres - (a * left * left) / 2
  return { at: Math.min(at, metres), rest: (speed * speed) / (2 * BRAKE), braking: (1000 * speed) / BRAKE }
}

interface Trapezoid {
  readonly v: number
  readonly a: number
}

function totalTime(metres: number, { v, a }: Trapezoid): number {
  return 1000 * (metres >= (v * v) / a ? metres / v + v / a : 2 * Math.sqrt(metres / a))
}

function timeTo(at: number, metres: number, profile: Trapezoid): number {
  const { v, a } = profile
  const peak = Math.min(v, Math.sqrt(metres * a))
  const ramp = (peak * peak) / (2 * a)
  if (at <= ramp) return 1000 * Math.sqrt((2 * at) / a)
  if (at <= metres - ramp) return 1000 * (peak / a + (at - ramp) / peak)
  return totalTime(metres, profile) - 1000 * Math.sqrt((2 * Math.max(0, metres - at)) / a)
}
