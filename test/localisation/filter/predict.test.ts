import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { rad } from '#base/units.js'
import { PoseFilter } from '#localisation/filter/ekf.js'
import { BASE_GEOMETRY, kinematicsOf } from '#localisation/filter/kinematics.js'
import {
  cell,
  diagonal,
  matrix,
  plus,
  sandwich,
  times,
  timesTransposed,
  zeros,
} from '#localisation/filter/matrix.js'
import { motionOf } from '#localisation/filter/motion.js'
import { FILTER_PARAMETERS, type FilterParameters } from '#localisation/filter/parameters.js'
import { advance } from '#localisation/filter/predict.js'
import { initialState, placed, SIZE, type FilterModel, type FilterState } from '#localisation/filter/state.js'
import type { OdometryStep } from '#localisation/ports.js'
import { relativeDifference } from './support/compare.js'
import { pose, ride, SURE, withoutGyro, type Leg } from './support/ride.js'

const model = (parameters: FilterParameters = FILTER_PARAMETERS): FilterModel => ({
  kinematics: kinematicsOf(BASE_GEOMETRY),
  gripper: BASE_GEOMETRY.gripper,
  parameters,
})

const at = (state: FilterState, row: number, column = row): number => cell(state.covariance, row, column)

const start = (): FilterState =>
  placed(initialState(FILTER_PARAMETERS), { pose: pose(1, 1, 0.3), covariance: SURE })

const standing = (tUs: number, yaw: number): OdometryStep => ({
  tUs,
  dtUs: 20_000,
  turn: [rad(0), rad(0), rad(0)],
  yaw: rad(yaw),
  standing: true,
})

describe('advance: wheels and gyro at once', () => {
  it('is the update of state and rim noise by the gyro, and then the motion', () => {
    const rng = stream('joint')
    let state = start()
    for (let i = 1; i <= 40; i++) {
      const turn: OdometryStep['turn'] = [rad(0.2 * rng.normal()), rad(0.2 * rng.normal()), rad(0.2)]
      const yaw = rad(motionOf(model().kinematics, state.mean, turn).turn + 2e-4 * rng.normal())
      const step = { tUs: i * 20_000, dtUs: 20_000, turn, yaw, standing: false }
      const next = advance(model(), state, step)
      const expected = oneAfterTheOther(state, step)
      expect(relativeDifference(next.covariance.cells, expected.covariance.cells, 1e-9)).toBeLessThan(1e-6)
      expect(relativeDifference(next.mean, expected.mean, 1e-6)).toBeLessThan(1e-9)
      state = next
    }
    expect(at(state, 2)).toBeLessThan(at(advanceAll(withoutYaw), 2))
  })

  const withoutYaw = Array.from({ length: 40 }, (_, i): OdometryStep => {
    const { yaw: _yaw, ...step } = standing((i + 1) * 20_000, 0)
    return { ...step, turn: [rad(0.1), rad(0.1), rad(0.2)], standing: false }
  })
})

/** The textbook's way: a state of eleven, its update by a measurement, its propagation; no formula of the filter. */
function oneAfterTheOther(state: FilterState, step: OdometryStep): Pick<FilterState, 'mean' | 'covariance'> {
  const { rimNoise, slipWalk, gyro } = FILTER_PARAMETERS
  const { mean, turn, byState, byRim, rolled } = motionOf(model().kinematics, state.mean, step.turn)
  const size = SIZE + 3
  const p = zeros(size, size)
  for (let i = 0; i < SIZE; i++) for (let j = 0; j < SIZE; j++) p.cells[i * size + j] = at(state, i, j)
  rolled.forEach((way, i) => (p.cells[(SIZE + i) * (size + 1)] = rimNoise * Math.abs(way)))
  const perRim = 1 / 0.45
  const h = matrix([[0, 0, 0, ...rolled.map((way) => way * perRim), 0.02, 0, perRim, perRim, perRim]])
  const yaw = step.yaw ?? 0
  const noise = gyro.noise ** 2 * 0.02 + (gyro.scale * yaw) ** 2 * 50
  const ph = timesTransposed(p, h)
  const s = cell(times(h, ph), 0, 0) + noise
  const innovation = yaw - turn - (state.mean[6] as number) * 0.02
  const updated = plus(p, timesTransposed(ph, ph), -1 / s)
  const f = zeros(SIZE, size)
  for (let i = 0; i < SIZE; i++) {
    for (let j = 0; j < SIZE; j++) f.cells[i * size + j] = cell(byState, i, j)
    for (let j = 0; j < 3; j++) f.cells[i * size + SIZE + j] = cell(byRim, i, j)
  }
  const walks = [0, 0, 0, ...rolled.map((way) => slipWalk * Math.abs(way)), gyro.biasWalk ** 2 * 0.02, 0]
  const shift = times(f, ph)
  return {
    mean: mean.map((value, i) => value + ((shift.cells[i] as number) * innovation) / s),
    covariance: plus(sandwich(f, updated), diagonal(walks)),
  }
}

const advanceAll = (steps: readonly OdometryStep[], from = start()): FilterState =>
  steps.reduce((state, step) => advance(model(), state, step), from)

describe('advance: standing', () => {
  it('adds nothing to the doubt about the pose in 200 s, and learns the bias of the gyro', () => {
    const rng = stream('standing')
    const { noise } = FILTER_PARAMETERS.gyro
    const steps = Array.from({ length: 10_000 }, (_, i) =>
      standing((i + 1) * 20_000, 0.013 * 0.02 + noise * Math.sqrt(0.02) * rng.normal()),
    )
    const before = start()
    const after = advanceAll(steps, before)
    for (const row of [0, 1, 2]) expect(at(after, row)).toBe(at(before, row))
    const deviation = Math.sqrt(at(after, 6))
    expect(deviation).toBeLessThan(1e-4)
    expect(Math.abs((after.mean[6] as number) - 0.013)).toBeLessThan(4 * deviation)
  })

  it('grows less sure of the bias without a gyro, by its random walk', () => {
    const blind = Array.from({ length: 1000 }, (_, i): OdometryStep => {
      const { yaw: _yaw, ...step } = standing((i + 1) * 20_000, 0)
      return step
    })
    const before = start()
    const { biasWalk } = FILTER_PARAMETERS.gyro
    expect(at(advanceAll(blind, before), 6) - at(before, 6)).toBeCloseTo(20 * biasWalk ** 2, 12)
  })

  it('takes no noise from wheels that quiver while the robot stands', () => {
    const quiver: OdometryStep = { ...standing(20_000, 0), turn: [rad(1e-4), rad(-1e-4), rad(0)] }
    const before = start()
    const after = advance(model(), before, quiver)
    // of the noise of a metre's way the 10 µm would have 1e-9 m²
    for (const row of [0, 1, 2]) expect(Math.abs(at(after, row) - at(before, row))).toBeLessThan(1e-11)
    const rolling = advance(model(), before, { ...quiver, standing: false })
    expect(at(rolling, 2) - at(before, 2)).toBeGreaterThan(1e-9)
  })

  it('looks at the gyro only when the body has come to rest, 300 ms after the wheels', () => {
    const swaying = Array.from({ length: 15 }, (_, i) => standing((i + 1) * 20_000, i % 2 ? 0.01 : -0.01))
    const before = start()
    const after = advanceAll(swaying, before)
    expect(after.mean).toEqual(before.mean)
    expect(at(after, 6)).toBeGreaterThanOrEqual(at(before, 6))
    const later = advance(model(), after, standing(320_000, 0.0001))
    expect(at(later, 6)).toBeLessThan(at(before, 6))
  })

  it('draws the slip anew when a move begins, and only then', () => {
    const driving = (tUs: number): OdometryStep => ({
      ...standing(tUs, 0.01),
      turn: [rad(0.1), rad(0.05), rad(-0.07)],
      standing: false,
    })
    const first = [1, 2, 3, 4, 5, 6].map((i) => driving(i * 20_000))
    const moved = advanceAll(first)
    const variance = FILTER_PARAMETERS.slip ** 2 + FILTER_PARAMETERS.radius ** 2
    expect(at(moved, 3)).toBeLessThan(0.99 * variance)
    expect(Math.abs(at(moved, 3, 2))).toBeGreaterThan(0)
    const stood = advance(model(), moved, standing(140_000, 0))
    expect(at(stood, 3)).toBe(at(moved, 3))
    // without a gyro the first step shows the drawn variance alone
    const { yaw: _, ...blind } = driving(160_000)
    const again = advance(model(), stood, blind)
    expect(at(again, 3)).toBeCloseTo(variance + FILTER_PARAMETERS.slipWalk * 0.05 * 0.1, 12)
    expect([...again.mean.slice(3, 6)]).toEqual([0, 0, 0])
    expect(again.mean[6]).toBe(stood.mean[6])
  })
})

describe('placed', () => {
  it('keeps what is known of wheels, gyro and mounting, and nothing that ties it to the old pose', () => {
    const { steps } = ride(
      stream('placed'),
      FILTER_PARAMETERS,
      [{ seconds: 1, twist: [0.2, 0, 1] }],
      pose(0, 0, 0),
    )
    const before = advanceAll(steps)
    const after = placed(before, { pose: pose(2, 1, 0.5), covariance: { ...SURE, xt: 1e-6 } })
    expect([...after.mean]).toEqual([2, 1, 0.5, ...before.mean.slice(3)])
    for (let i = 3; i < SIZE; i++) {
      for (let j = 3; j < SIZE; j++) expect(at(after, i, j)).toBe(at(before, i, j))
      for (let j = 0; j < 3; j++) expect([at(after, i, j), at(after, j, i)]).toEqual([0, 0])
    }
    expect(Math.abs(at(before, 2, 4))).toBeGreaterThan(0)
    expect([at(after, 0), at(after, 0, 2), at(after, 2, 0), at(after, 1, 2)]).toEqual([
      SURE.xx,
      1e-6,
      1e-6,
      0,
    ])
  })
})

describe('the covariance of a straight metre by the wheels alone', () => {
  const ahead: readonly Leg[] = [{ seconds: 0.5 }, { seconds: 4, twist: [0, -0.25, 0] }]

  const compare = (parameters: FilterParameters): { predicted: number[]; drawn: number[] } => {
    const filter = new PoseFilter({ parameters })
    const rides = Array.from({ length: 1500 }, (_, i) =>
      ride(stream('metre', i), parameters, ahead, pose(1, 2, 0)),
    )
    filter.place(pose(1, 2, 0), { xx: 0, xy: 0, xt: 0, yy: 0, yt: 0, tt: 0 })
    for (const step of withoutGyro(rides[0]?.steps ?? [])) filter.odometry(step)
    const { covariance } = filter.estimate()
    const ends = rides.map(({ truth }) => truth.at(-1) ?? pose(NaN, NaN, NaN))
    const grippers = ends.map(({ x, y, theta }) => [
      x + 0.2 * Math.sin(theta),
      y - 0.2 * Math.cos(theta),
      theta,
    ])
    return {
      predicted: [covariance.xx, covariance.yy, covariance.tt].map(Math.sqrt),
      drawn: [0, 1, 2].map((i) => deviation(grippers.map((each) => each[i] as number))),
    }
  }

  it('is that of 1,500 robots whose wheels slip by up to 3 %: 47 mrad and no noise besides', () => {
    const { predicted, drawn } = compare({ ...FILTER_PARAMETERS, radius: 0, rimNoise: 0, slipWalk: 0 })
    expect(predicted[2]).toBeGreaterThan(0.046)
    expect(predicted[2]).toBeLessThan(0.048)
    expect(relativeDifference(predicted, drawn)).toBeLessThan(0.1)
  })

  it('is that of 1,500 robots with all the errors that the filter assumes', () => {
    const { predicted, drawn } = compare(FILTER_PARAMETERS)
    expect(relativeDifference(predicted, drawn)).toBeLessThan(0.1)
  })
})

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
