import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { rad } from '#base/units.js'
import { eigenPairs } from '#localisation/filter/eigen.js'
import { PoseFilter } from '#localisation/filter/ekf.js'
import { BASE_GEOMETRY, kinematicsOf } from '#localisation/filter/kinematics.js'
import { cell, diagonal, sandwich, squaredDistance, type Matrix } from '#localisation/filter/matrix.js'
import { FILTER_PARAMETERS, type FilterParameters } from '#localisation/filter/parameters.js'
import { difference, matrixOf } from '#localisation/filter/pose-covariance.js'
import { advance } from '#localisation/filter/predict.js'
import { initialState, placed, SIZE, type FilterState } from '#localisation/filter/state.js'
import { correct, type FixJudgement } from '#localisation/filter/update.js'
import type { OdometryStep, PoseEstimate, PoseFix, PoseSourceId } from '#localisation/ports.js'
import { fixAt, pose, randomLegs, ride, SURE } from './support/ride.js'

describe('PoseFilter, of robots that err as it assumes', () => {
  it('is as sure as it may be: mean NEES of 400 rides with a fix every 0.4 s, 60 ms late', () => {
    const values = Array.from({ length: 400 }, (_, i) => neesOf(stream('nees', i), give))
    expect(mean(values)).toBeGreaterThan(2.67)
    expect(mean(values)).toBeLessThan(3.35)
    // χ² of three degrees of freedom exceeds 7.81 in 5 % of all cases: 20 here, with a standard deviation of 4.4
    expect(Math.abs(values.filter((value) => value > 7.81).length - 20)).toBeLessThan(3 * 4.4)
  })

  it('is not too sure with a gyro whose scale errs by a constant, and would be if that were white noise', () => {
    const { scale } = FILTER_PARAMETERS.gyro
    const white = { ...FILTER_PARAMETERS, gyro: { ...FILTER_PARAMETERS.gyro, scaleUs: 0 } }
    const values = (parameters: FilterParameters): number[] =>
      Array.from({ length: 200 }, (_, i) =>
        neesOf(stream('scale', i), give, {
          parameters,
          gyroScale: scale * stream('of gyro', i).normal(),
          source: 'tags-mast',
        }),
      )
    const [own, naive] = [mean(values(FILTER_PARAMETERS)), mean(values(white))]
    expect(own).toBeLessThan(3.35)
    expect(naive).toBeGreaterThan(3.35)
  })

  it('rejects every fix that is 0.3 m off, and of the others no more than its gate says', () => {
    const judged: { readonly off: boolean; readonly judgement: FixJudgement }[] = []
    const values = Array.from({ length: 200 }, (_, i) => {
      const rng = stream('outliers', i)
      return neesOf(rng, (right, filter) => {
        const off = rng.chance(0.2)
        const way = 2 * Math.PI * rng.next()
        const { x, y, theta } = right.pose
        const wrong = { ...right, pose: pose(x + 0.3 * Math.cos(way), y + 0.3 * Math.sin(way), theta) }
        judged.push({ off, judgement: filter.fix(off ? wrong : right) })
      })
    })
    const kinds = (off: boolean, kind: string): number =>
      judged.filter((each) => each.off === off && each.judgement.kind === kind).length
    expect(kinds(true, 'accepted')).toBe(0)
    expect(kinds(true, 'rejected')).toBeGreaterThan(500)
    expect(kinds(false, 'accepted')).toBeGreaterThan(2500)
    // one in a thousand: 3 of 3,000, more than 10 in 2 of 10,000 cases
    expect(kinds(false, 'rejected')).toBeLessThanOrEqual(10)
    expect(mean(values)).toBeGreaterThan(2.67)
    expect(mean(values)).toBeLessThan(3.35)
  })
})

/** Gives a fix to the filter. */
type Give = (fix: PoseFix, filter: PoseFilter) => void

const give: Give = (fix, filter) => void filter.fix(fix)

/** NEES of the gripper's pose at a random moment of the last second of a random ride. */
function neesOf(
  rng: Rng,
  giving: Give,
  {
    parameters = FILTER_PARAMETERS,
    gyroScale,
    source = 'lidar',
  }: {
    readonly parameters?: FilterParameters
    readonly gyroScale?: number
    readonly source?: PoseSourceId
  } = {},
): number {
  const start = pose(3 * rng.next(), 2 * rng.next(), 2 * Math.PI * rng.next() - Math.PI)
  const { steps, truth } = ride(rng, FILTER_PARAMETERS, randomLegs(rng), start, gyroScale)
  const filter = new PoseFilter({ parameters })
  filter.place(fixAt(rng, start, 0).pose, SURE)
  const mounting = source === 'lidar' ? FILTER_PARAMETERS.mounting * rng.normal() : 0
  const end = steps.length - rng.int(50)
  for (const [i, step] of steps.slice(0, end).entries()) {
    filter.odometry(step)
    const shown = i - 3
    if (shown > 0 && shown % 20 === 0)
      giving(
        fixAt(rng, seenFrom(mounting, truth[shown] as Pose), (steps[shown] as OdometryStep).tUs, source),
        filter,
      )
  }
  return nees(filter.estimate(), truth[end - 1] as Pose)
}

/** What a scanner that sits turned on the robot takes its pose for. */
const seenFrom = (mounting: number, { x, y, theta }: Pose): Pose => pose(x, y, theta + mounting)

/** Normalised estimation error squared: of χ² with three degrees of freedom if the covariance is right. */
const nees = ({ pose: at, covariance }: PoseEstimate, { x, y, theta }: Pose): number => {
  const gripper = pose(x + 0.2 * Math.sin(theta), y - 0.2 * Math.cos(theta), theta)
  return squaredDistance(difference(at, gripper), matrixOf(covariance))
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

describe('the covariance', () => {
  it('stays symmetric and has no negative eigenvalue in 100,000 random steps with random fixes', () => {
    const rng = stream('semi-definite')
    const model = {
      kinematics: kinematicsOf(BASE_GEOMETRY),
      gripper: BASE_GEOMETRY.gripper,
      parameters: FILTER_PARAMETERS,
    }
    let state = placed(initialState(FILTER_PARAMETERS), { pose: pose(0, 0, 0), covariance: SURE })
    let accepted = 0
    let worst = 0
    let skew = 0
    for (let i = 1; i <= 100_000; i++) {
      state = advance(model, state, anyStep(rng, i * 20_000))
      if (rng.chance(0.1)) {
        const applied = correct(model, state, anyFix(rng, state))
        state = applied.state
        if (applied.judgement.kind === 'accepted') accepted += 1
      }
      skew = Math.max(skew, skewness(state.covariance))
      if (i % 10 === 0) worst = Math.min(worst, eigenPairs(scaled(state.covariance))[0]?.value ?? NaN)
    }
    expect(accepted).toBeGreaterThan(5000)
    expect(skew).toBe(0)
    // of a matrix with ones on its diagonal
    expect(worst).toBeGreaterThan(-1e-12)
    expect([...state.mean].every(Number.isFinite)).toBe(true)
  })
})

let moves = false

function anyStep(rng: Rng, tUs: number): OdometryStep {
  if (rng.chance(0.02)) moves = !moves
  const turned = (): ReturnType<typeof rad> => rad(moves ? 0.3 * rng.normal() : 0)
  const yaw = rng.chance(0.8) ? { yaw: rad(1e-3 * rng.normal()) } : {}
  return { tUs, dtUs: 20_000, turn: [turned(), turned(), turned()], standing: !moves, ...yaw }
}

/** Near what the filter believes; between 0.01 mm and 1 m sure, in one, two or three directions. */
function anyFix(rng: Rng, { mean: [x = 0, y = 0, theta = 0], tUs }: FilterState): PoseFix {
  const size = (): number => 10 ** (-5 + 5 * rng.next())
  const [a, b, c] = [size(), size(), size()]
  const rank = rng.pick([1, 2, 3] as const)
  const at = pose(x + 0.3 * a * rng.normal(), y + 0.3 * b * rng.normal(), theta + 0.3 * c * rng.normal())
  const [yy, tt] = [rank < 2 ? 1e8 : b * b, rank < 3 ? 1e8 : c * c]
  const covariance = { xx: a * a, xy: 0.3 * a * Math.sqrt(yy), xt: 0, yy, yt: 0, tt }
  return { source: rng.pick(['lidar', 'tags-mast'] as const), tUs, pose: at, covariance, rank }
}

const skewness = (p: Matrix): number => {
  let most = 0
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < i; j++) most = Math.max(most, Math.abs(cell(p, i, j) - cell(p, j, i)))
  return most
}

/** With ones on its diagonal. */
const scaled = (p: Matrix): Matrix =>
  sandwich(diagonal(Array.from({ length: SIZE }, (_, i) => 1 / Math.sqrt(cell(p, i, i)))), p)
