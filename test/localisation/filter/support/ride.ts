import type { Pose } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { FilterParameters } from '#localisation/filter/parameters.js'
import type { OdometryStep, PoseFix, PoseSourceId } from '#localisation/ports.js'

/** What the robot is told: the motion of its body's middle, or to stand. */
export interface Leg {
  readonly seconds: number
  /** body frame, m/s and rad/s; undefined = stand */
  readonly twist?: readonly [number, number, number]
}

export interface Ride {
  readonly steps: readonly OdometryStep[]
  /** where the middle of the body really is after each step */
  readonly truth: readonly Pose[]
}

/** A step of odometry as the controller sends it, 20 ms. */
export const STEP_US = 20_000

const ANGLES = [Math.PI / 3, Math.PI, (5 * Math.PI) / 3] as const
const [RADIUS, DISTANCE] = [0.05, 0.15]

/**
 * A robot that errs exactly as the filter assumes, by formulas of its own: `fw_base.c`'s, for these three wheels. Slip is
 * uniform within ±√3 σ for each wheel and move, the radii err once in a ride. The scale of the gyro errs afresh in every
 * step, as the filter assumes, or by a constant, as that of a gyro does.
 */
export function ride(
  rng: Rng,
  parameters: FilterParameters,
  legs: readonly Leg[],
  start: Pose,
  gyroScale: 'afresh' | number = 'afresh',
): Ride {
  const radii = ANGLES.map(() => parameters.radius * rng.normal())
  const { gyro } = parameters
  let bias = gyro.bias * rng.normal()
  let scales = [0, 0, 0]
  let stood = true
  let at = start
  const steps: OdometryStep[] = []
  const truth: Pose[] = []
  for (const { seconds, twist } of legs) {
    if (stood && twist)
      scales = radii.map((radius) => radius + parameters.slip * Math.sqrt(3) * (2 * rng.next() - 1))
    stood = twist === undefined
    for (let i = 0; i < Math.round(seconds / 0.02); i++) {
      const told = ANGLES.map((a) =>
        twist ? (-Math.sin(a) * twist[0] + Math.cos(a) * twist[1] + DISTANCE * twist[2]) * 0.02 : 0,
      )
      const ways = told.map(
        (way, w) =>
          way * (1 + (scales[w] as number)) + Math.sqrt(parameters.rimNoise * Math.abs(way)) * rng.normal(),
      )
      const next = rolled(at, ways)
      const turn = next.theta - at.theta
      at = { ...next, theta: rad(Math.atan2(Math.sin(next.theta), Math.cos(next.theta))) }
      const alike = Math.max(1, gyro.scaleUs / STEP_US)
      const scaled =
        gyroScale === 'afresh' ? gyro.scale * Math.sqrt(alike) * turn * rng.normal() : gyroScale * turn
      const noise = gyro.noise * Math.sqrt(0.02) * rng.normal() + scaled
      const [a, b, c] = told.map((way) => rad(way / RADIUS)) as [Rad, Rad, Rad]
      steps.push({
        tUs: (steps.length + 1) * STEP_US,
        dtUs: STEP_US,
        turn: [a, b, c],
        yaw: rad(turn + bias * 0.02 + noise),
        standing: twist === undefined,
      })
      truth.push(at)
      scales = scales.map(
        (scale, w) => scale + Math.sqrt(parameters.slipWalk * Math.abs(told[w] as number)) * rng.normal(),
      )
      bias += gyro.biasWalk * Math.sqrt(0.02) * rng.normal()
    }
  }
  return { steps, truth }
}

type Rad = ReturnType<typeof rad>

/** The same steps of a robot without a gyro. */
export const withoutGyro = (steps: readonly OdometryStep[]): OdometryStep[] =>
  steps.map(({ yaw: _, ...step }) => step)

/** Stands a second, then drives and stands by turns in random directions, about 10 s in all. */
export function randomLegs(rng: Rng): Leg[] {
  const legs: Leg[] = [{ seconds: 1 }]
  for (let i = 0; i < 5; i++) {
    const [speed, way] = [0.1 + 0.4 * rng.next(), 2 * Math.PI * rng.next()]
    const turn = rng.chance(0.5) ? 0 : 2 * (rng.next() - 0.5)
    legs.push({
      seconds: 0.4 + 1.6 * rng.next(),
      twist: [speed * Math.cos(way), speed * Math.sin(way), turn],
    })
    if (rng.chance(0.7)) legs.push({ seconds: 0.1 + 0.9 * rng.next() })
  }
  return legs
}

export const pose = (x: number, y: number, theta: number): Pose => ({ x: m(x), y: m(y), theta: rad(theta) })

const FIX_PLACE = 0.005
const FIX_HEADING = (0.3 * Math.PI) / 180

/** A fix with errors of 5 mm along x and y and of 0.3°. */
export function fixAt(rng: Rng, truth: Pose, tUs: number, source: PoseSourceId = 'lidar'): PoseFix {
  return fix(
    pose(
      truth.x + FIX_PLACE * rng.normal(),
      truth.y + FIX_PLACE * rng.normal(),
      truth.theta + FIX_HEADING * rng.normal(),
    ),
    tUs,
    source,
  )
}

/** A fix that says this, and that it is sure to 5 mm and 0.3°. */
export const fix = (at: Pose, tUs: number, source: PoseSourceId = 'lidar'): PoseFix => ({
  source,
  tUs,
  pose: at,
  covariance: { xx: FIX_PLACE ** 2, xy: 0, xt: 0, yy: FIX_PLACE ** 2, yt: 0, tt: FIX_HEADING ** 2 },
  rank: 3,
})

/** As sure as a fix. */
export const SURE = fix(pose(0, 0, 0), 0).covariance

function rolled({ x, y, theta }: Pose, ways: readonly number[]): Pose {
  const sum = (of: (angle: number) => number): number =>
    ANGLES.reduce((total, angle, i) => total + of(angle) * (ways[i] as number), 0)
  const along = (2 / 3) * sum((a) => -Math.sin(a))
  const across = (2 / 3) * sum((a) => Math.cos(a))
  const turn = sum(() => 1) / (3 * DISTANCE)
  const [cos, sin] = [Math.cos(theta + turn / 2), Math.sin(theta + turn / 2)]
  return pose(x + cos * along - sin * across, y + sin * along + cos * across, theta + turn)
}
