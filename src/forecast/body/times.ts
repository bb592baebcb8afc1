/**
 * How long the robot's commands take, milliseconds from the tick that sends one to the tick that hears its end. The
 * shape comes from the controller (trapezoid, then settling); the constants are measured on the shipped firmware in the
 * simulated world, and `lab/forecast` shows whether they still hold (docs/forecast.md).
 */

/** Period of the reflex loop: whatever ends is noticed at one of its turns. */
export const PERIOD = 20
/** The wheels turn for the first time this much after the tick that sent them. */
export const FIRST_MOTION = 3
/** What fails or is stopped keeps the body busy for this long. */
export const AFTERMATH = 200
/** What was carried out without the expected outcome is given this long to show it. */
export const SENSOR_LAG = 200

export const GRIP = 4000
/** one more round for the cups without vacuum */
export const REGRIP = 1000
export const RELEASE = 3000
export const ROTATE = 3000
/** within a grip or a release: the cups are on the floor, they hold or have let go, the lift leaves the floor */
export const DOWN = 1200
export const SEALED = 1290
export const LIFTS_GRIP = 2800
export const LIFTS_RELEASE = 1800

/** Driving and pushing: m/s and m/s². */
const DRIVE = { v: 0.6, a: 1 } as const
const PUSH = { v: 0.075, a: 1 } as const
const SETTLE = 800
/** the base stands a little before the trapezoid and the settling say so */
const EARLY = 5.8
/** from standing still at an obstacle to the controller's word that there is no progress */
const STALL = 907.5
/** from a bumper that is open to the controller's word that the shelf has slipped */
const SLIP = 40
/** m/s²: how hard a stop brakes */
const BRAKE = 2.5

/** A whole drive of so many metres. */
export const driveTime = (way: number): number => wholeTime(way, DRIVE) + SETTLE - EARLY
/** A drive that something held up after `at` of `way` metres. */
export const stalledDriveTime = (at: number, way: number): number => timeTo(at, way, DRIVE) + STALL
/** A whole push of so many metres. */
export const pushTime = (way: number): number => wholeTime(way, PUSH) + SETTLE - EARLY
export const stalledPushTime = (at: number, way: number): number => timeTo(at, way, PUSH) + STALL
/** A push that was found to have lost the shelf after `at` metres. */
export const slippedPushTime = (at: number, way: number): number => timeTo(at, way, PUSH) + SLIP

/** Where a drive of `way` metres is after some milliseconds, and how far it goes on when it is stopped there. */
export function stoppedDrive(
  after: number,
  way: number,
): { readonly at: number; readonly rest: number; readonly braking: number } {
  const t = Math.max(0, after - FIRST_MOTION) / 1000
  const { v, a } = DRIVE
  const peak = Math.min(v, Math.sqrt(way * a))
  const ramp = peak / a
  const cruise = (way - peak * ramp) / peak
  const speed = t < ramp ? a * t : t < ramp + cruise ? peak : Math.max(0, peak - a * (t - ramp - cruise))
  const left = Math.max(0, 2 * ramp + cruise - t)
  const at =
    t < ramp
      ? (a * t * t) / 2
      : t < ramp + cruise
        ? (peak * ramp) / 2 + peak * (t - ramp)
        : way - (a * left * left) / 2
  return { at: Math.min(at, way), rest: (speed * speed) / (2 * BRAKE), braking: (1000 * speed) / BRAKE }
}

interface Trapezoid {
  readonly v: number
  readonly a: number
}

function wholeTime(way: number, { v, a }: Trapezoid): number {
  return 1000 * (way >= (v * v) / a ? way / v + v / a : 2 * Math.sqrt(way / a))
}

function timeTo(at: number, way: number, profile: Trapezoid): number {
  const { v, a } = profile
  const peak = Math.min(v, Math.sqrt(way * a))
  const ramp = (peak * peak) / (2 * a)
  if (at <= ramp) return 1000 * Math.sqrt((2 * at) / a)
  if (at <= way - ramp) return 1000 * (peak / a + (at - ramp) / peak)
  return wholeTime(way, profile) - 1000 * Math.sqrt((2 * Math.max(0, way - at)) / a)
}
