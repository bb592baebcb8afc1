import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { BASE_GEOMETRY, kinematicsOf } from '#localisation/filter/kinematics.js'
import {
  cell,
  cholesky,
  diagonal,
  identity,
  matrix,
  plus,
  sandwich,
  solve,
  type Matrix,
} from '#localisation/filter/matrix.js'
import { FILTER_PARAMETERS } from '#localisation/filter/parameters.js'
import { covarianceOf, matrixOf } from '#localisation/filter/pose-covariance.js'
import {
  HEADING,
  initialState,
  MOUNTING,
  placed,
  SIZE,
  type FilterModel,
  type FilterState,
} from '#localisation/filter/state.js'
import { correct } from '#localisation/filter/update.js'
import type { PoseCovariance, PoseFix } from '#localisation/ports.js'
import { largest, relativeDifference } from './support/compare.js'
import { fix, pose, SURE } from './support/ride.js'

const model: FilterModel = {
  kinematics: kinematicsOf(BASE_GEOMETRY),
  gripper: BASE_GEOMETRY.gripper,
  parameters: FILTER_PARAMETERS,
}

const PRIOR: PoseCovariance = { xx: 1e-3, xy: 2e-4, xt: 1e-4, yy: 8e-4, yt: -2e-4, tt: 1e-3 }

/** A robot at (1, 1), heading 3.1, whose wheels' scales and gyro are correlated with its pose. */
function prior(covariance = PRIOR): FilterState {
  const state = placed(initialState(FILTER_PARAMETERS), { pose: pose(1, 1, 3.1), covariance })
  const mixed = identity(SIZE)
  for (let i = 3; i < SIZE; i++) for (let j = 0; j < 3; j++) mixed.cells[i * SIZE + j] = 0.1 * (i - j)
  return { ...state, covariance: sandwich(mixed, state.covariance) }
}

const inverse = (p: Matrix): Matrix => solve(cholesky(p) as Matrix, identity(p.rows))

describe('correct', () => {
  it('is the information of pose and fix added', () => {
    const before = prior()
    const { state, judgement } = correct(model, before, fix(pose(1.01, 0.99, 3.11), 0, 'tags-mast'))
    expect(judgement.kind).toBe('accepted')
    const said = inverse(before.covariance)
    const added = inverse(matrixOf(SURE))
    for (let i = 0; i < 3; i++) (said.cells[i * (SIZE + 1)] as number) += cell(added, i, i)
    expect(relativeDifference(state.covariance.cells, inverse(said).cells, 1e-8)).toBeLessThan(1e-6)
  })

  it('shares a scanner’s heading between the body and the mounting, as unsure as each is', () => {
    const { mounting } = FILTER_PARAMETERS
    const here = { ...SURE, tt: mounting ** 2 / 3 }
    const before = placed(initialState(FILTER_PARAMETERS), { pose: pose(1, 1, 3.1), covariance: here })
    const exact = { ...SURE, tt: 1e-12 }
    const { state } = correct(model, before, { ...fix(pose(1, 1, 3.104), 0), covariance: exact })
    expect(state.mean[HEADING]).toBeCloseTo(3.101, 6)
    expect(state.mean[MOUNTING]).toBeCloseTo(0.003, 6)
    // what is sure now is their sum
    const [heading, both] = [HEADING, MOUNTING].map((column) => cell(state.covariance, HEADING, column))
    expect(heading).toBeCloseTo(mounting ** 2 / 4, 9)
    expect(both).toBeCloseTo(-(mounting ** 2) / 4, 9)
    expect(state.mean[0]).toBe(1)
  })

  it('takes the short way over ±π', () => {
    const { state, judgement } = correct(model, prior(), fix(pose(1, 1, -3.12), 0))
    expect(judgement.kind).toBe('accepted')
    const heading = state.mean[2] as number
    expect(heading < -3.1 || heading > 3.1).toBe(true)
    expect(Math.abs(heading)).toBeLessThanOrEqual(Math.PI)
  })

  it('leaves what a fix of rank 2 does not see: the way along a wall', () => {
    // the wall's normal points 30° to the left of x; a wall shows the distance along it, and the heading
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    const turn = plus(identity(3), identity(3), 0)
    turn.cells.set([cos, -sin, 0, sin, cos, 0, 0, 0, 1])
    const seen = covarianceOf(sandwich(turn, diagonal([1e-6, 1e8, 1e-6])))
    const before = prior({ xx: 1e-3, xy: 0, xt: 0, yy: 1e-3, yt: 0, tt: 1e-3 })
    const wall: PoseFix = {
      ...fix(pose(1 + 0.01 * cos - 9 * sin, 1 + 0.01 * sin + 9 * cos, 3.11), 0, 'tags-mast'),
      covariance: seen,
      rank: 2,
    }
    const { state, judgement } = correct(model, before, wall)
    expect(judgement).toMatchObject({ kind: 'accepted', gate: 13.82 })
    const shift = [(state.mean[0] as number) - 1, (state.mean[1] as number) - 1] as const
    expect(shift[0] * cos + shift[1] * sin).toBeCloseTo(0.01, 4)
    expect(-shift[0] * sin + shift[1] * cos).toBeCloseTo(0, 5)
    expect(state.mean[2]).toBeCloseTo(3.11, 4)
    const along = sandwich(transposedRow(-sin, cos), poseRows(state))
    expect(cell(along, 0, 0)).toBeCloseTo(1e-3, 8)
    const across = sandwich(transposedRow(cos, sin), poseRows(state))
    expect(cell(across, 0, 0)).toBeCloseTo(1e-6, 8)
  })

  it('does with a fix of rank 1 what a fix of rank 3 does that is as unsure in the others', () => {
    const unsure: PoseFix = {
      ...fix(pose(1.01, 4, -1), 0),
      covariance: { xx: 1e-5, xy: 0, xt: 0, yy: 1e9, yt: 0, tt: 1e9 },
    }
    const [one, three] = [correct(model, prior(), { ...unsure, rank: 1 }), correct(model, prior(), unsure)]
    expect(one.judgement.gate).toBe(10.83)
    expect(one.judgement.d2).toBeCloseTo(three.judgement.d2, 6)
    expect(relativeDifference(one.state.mean, three.state.mean)).toBeLessThan(1e-6)
    expect(largest(plus(one.state.covariance, three.state.covariance, -1))).toBeLessThan(1e-9)
  })

  it('sees a direction of place and heading together, as a landmark to the side shows it', () => {
    const [x, y, turn] = [0.6, 0.8, 0.5]
    const weak = 1e-7
    const information = matrix([
      [x * x + weak, x * y, x * turn],
      [x * y, y * y + weak, y * turn],
      [x * turn, y * turn, turn * turn + weak],
    ])
    const covariance = covarianceOf(plus(inverse(information), inverse(information), 1e-5 - 1))
    const seen: PoseFix = { ...fix(pose(1.001, 1.001, 3.101), 0), covariance }
    const [one, three] = [correct(model, prior(), { ...seen, rank: 1 }), correct(model, prior(), seen)]
    expect(one.judgement.kind).toBe('accepted')
    expect(largest(plus(one.state.covariance, three.state.covariance, -1))).toBeLessThan(1e-7)
    expect(largest(plus(one.state.covariance, prior().covariance, -1))).toBeGreaterThan(1e-4)
    expect(relativeDifference(one.state.mean, three.state.mean, 1e-3)).toBeLessThan(1e-4)
  })

  it('counts a fix that comes 0.1 s after the last of its source as a third of one', () => {
    const vague = { xx: 1e6, xy: 0, xt: 0, yy: 1e6, yt: 0, tt: 1e6 }
    const first = correct(
      model,
      placed(initialState(FILTER_PARAMETERS), { pose: pose(1, 1, 0), covariance: vague }),
      fix(pose(1, 1, 0), 1e6),
    ).state
    const variance = (source: 'lidar' | 'tags-mast', tUs: number): number =>
      cell(correct(model, first, fix(pose(1, 1, 0), tUs, source)).state.covariance, 0, 0) / SURE.xx
    expect(variance('lidar', 1.1e6)).toBeCloseTo(1 / (1 + 1 / 3), 6)
    expect(variance('lidar', 1.3e6)).toBeCloseTo(1 / 2, 6)
    expect(variance('lidar', 2e6)).toBeCloseTo(1 / 2, 6)
    expect(variance('tags-mast', 1.1e6)).toBeCloseTo(1 / 2, 6)
    expect(variance('lidar', 1e6)).toBeCloseTo(1, 4)
  })

  it('rejects a fix 0.3 m away, with d² and the gate, and changes no part of the state by it', () => {
    const before = prior(SURE)
    const { state, judgement } = correct(model, before, fix(pose(1.3, 1, 3.1), 0))
    expect(judgement.kind).toBe('rejected')
    expect(judgement.gate).toBe(16.27)
    expect(judgement.d2).toBeGreaterThan(1000)
    expect(state.mean).toEqual(before.mean)
    expect(state.covariance).toEqual(before.covariance)
    expect(state.fixedUs).toEqual({})
  })

  it('rejects what is no pose, and what has no covariance', () => {
    const broken: readonly PoseFix[] = [
      fix(pose(NaN, 1, 3.1), 0),
      fix(pose(1, Infinity, 3.1), 0),
      { ...fix(pose(1, 1, 3.1), 0), covariance: { ...SURE, xx: -1e-6 } },
      { ...fix(pose(1, 1, 3.1), 0), covariance: { ...SURE, xy: 1 } },
      { ...fix(pose(1, 1, 3.1), 0), covariance: { ...SURE, tt: NaN }, rank: 2 },
    ]
    const before = prior()
    for (const each of broken) {
      const { state, judgement } = correct(model, before, each)
      expect(judgement).toMatchObject({ kind: 'rejected', d2: Infinity })
      expect(state.mean).toEqual(before.mean)
    }
  })

  it('rejects one in a thousand good fixes of each rank, as its gates say', () => {
    const rng = stream('gates')
    const lower = cholesky(matrixOf(PRIOR)) as Matrix
    const before = prior()
    const drawn = (rank: 1 | 2 | 3): number => {
      const unseen = (i: number): boolean => i >= rank
      const variances = [1e-5, 1e-5, 1e-5].map((variance, i) => (unseen(i) ? 1e8 : variance))
      const [xx = 0, yy = 0, tt = 0] = variances
      const covariance = { xx, xy: 0, xt: 0, yy, yt: 0, tt }
      let rejected = 0
      for (let i = 0; i < 20_000; i++) {
        const n = [rng.normal(), rng.normal(), rng.normal()] as const
        const off = [0, 1, 2].map(
          (row) =>
            cell(lower, row, 0) * n[0] +
            cell(lower, row, 1) * n[1] +
            cell(lower, row, 2) * n[2] +
            (unseen(row) ? 0 : Math.sqrt(1e-5) * rng.normal()),
        ) as [number, number, number]
        const at = pose(1 + off[0], 1 + off[1], 3.1 + off[2])
        const { judgement } = correct(model, before, { ...fix(at, 0, 'tags-mast'), covariance, rank })
        if (judgement.kind === 'rejected') rejected += 1
      }
      return rejected
    }
    // 20 expected, with a standard deviation of 4.5
    const rejected = ([1, 2, 3] as const).map(drawn)
    for (const count of rejected) expect(Math.abs(count - 20)).toBeLessThan(4 * 4.5)
  })
})

const transposedRow = (x: number, y: number): Matrix => ({
  rows: 1,
  columns: 3,
  cells: Float64Array.of(x, y, 0),
})

const poseRows = (state: FilterState): Matrix => matrixOf(covarianceOf(state.covariance))
