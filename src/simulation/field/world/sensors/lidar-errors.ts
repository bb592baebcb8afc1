import { stream, type Rng } from '#base/random.js'
import { m, rad, type Metres, type Radians } from '#base/units.js'

/** How far a scanner errs. */
export interface LidarErrors {
  /** of every range, the largest; drawn once for a scanner, as are `angle`, `speed` and `clock` */
  readonly bias: Metres
  /** standard deviation of a range */
  readonly noise: Metres
  /** the head's zero is off by at most this much */
  readonly angle: Radians
  /** largest error of the head's angle within a turn: an encoder disc that does not sit in the middle */
  readonly ripple: Radians
  /** share of rays that do not come back although they hit something */
  readonly missing: number
  /** half of a beam's width: a beam that is split by an edge ends between its two ends; 0: no such rays */
  readonly halfWidth: Radians
  /** largest share by which the head turns faster or slower than 10 turns a second */
  readonly speed: number
  /** largest share by which the scanner's clock is fast or slow */
  readonly clock: number
}

/**
 * As the data sheet of the LD19 has it, as far as it says: range ±45 mm over 100 measurements, σ 10 mm, angle up to 2°,
 * of which half is taken to be constant here. Missing rays, ripple and beam width are estimates.
 */
export const LD19_ERRORS: LidarErrors = {
  bias: m(0.03),
  noise: m(0.01),
  angle: rad(Math.PI / 180),
  ripple: rad((0.2 * Math.PI) / 180),
  missing: 0.02,
  halfWidth: rad((0.25 * Math.PI) / 180),
  speed: 0.02,
  clock: 5e-5,
}

export const NO_LIDAR_ERRORS: LidarErrors = {
  bias: m(0),
  noise: m(0),
  angle: rad(0),
  ripple: rad(0),
  missing: 0,
  halfWidth: rad(0),
  speed: 0,
  clock: 0,
}

export interface LidarName {
  readonly seed: number
  readonly field: string
  readonly episode: number
}

/** What one scanner drew: itself, the same in every episode of a run, and how it stood when it was switched on. */
export interface BuiltLidar {
  readonly bias: number
  readonly angle: number
  readonly ripplePhase: number
  /** turns a second, of the 10 that it should make */
  readonly speed: number
  readonly clock: number
  /** of the head at time 0, degrees */
  readonly head: number
  /** of the clock at time 0, ms */
  readonly stamp: number
}

export function builtLidar(errors: LidarErrors, { seed, field, episode }: LidarName): BuiltLidar {
  const built = stream(seed, field, 'lidar')
  const start = stream(seed, field, episode, 'lidar', 'start')
  const within = (most: number): number => most * (2 * built.next() - 1)
  return {
    bias: within(errors.bias),
    angle: within(errors.angle),
    ripplePhase: within(Math.PI),
    speed: 1 + within(errors.speed),
    clock: 1 + within(errors.clock),
    head: 360 * start.next(),
    stamp: 30_000 * start.next(),
  }
}

/** The streams of an episode: one for each kind of error, so that one does not shift the other. */
export const lidarStreams = ({ seed, field, episode }: LidarName): Readonly<Record<LidarStream, Rng>> => ({
  noise: stream(seed, field, episode, 'lidar', 'noise'),
  missing: stream(seed, field, episode, 'lidar', 'missing'),
  mixed: stream(seed, field, episode, 'lidar', 'mixed'),
  fault: stream(seed, field, episode, 'lidar', 'fault'),
})

export type LidarStream = 'noise' | 'missing' | 'mixed' | 'fault'
