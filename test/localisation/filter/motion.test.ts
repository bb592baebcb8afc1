import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { BASE_GEOMETRY, kinematicsOf, wrapped } from '#localisation/filter/kinematics.js'
import { cell, matrix, sandwich, type Matrix } from '#localisation/filter/matrix.js'
import { motionOf } from '#localisation/filter/motion.js'
import { covarianceOf, matrixOf, seenAt } from '#localisation/filter/pose-covariance.js'
import { SIZE } from '#localisation/filter/state.js'
import { pose } from './support/ride.js'

type Turns = Parameters<typeof motionOf>[2]

const rng = stream('motion')
const kinematics = kinematicsOf(BASE_GEOMETRY)
const turns = (values: readonly number[]): Turns => values.map(rad) as unknown as Turns
const anyState = (): Float64Array =>
  Float64Array.of(
    rng.normal(),
    rng.normal(),
    wrapped(9 * rng.normal()),
    0.03 * rng.normal(),
    0.03,
    -0.02,
    0.01,
    0.005,
  )

/** Column i of the Jacobian of `of` at `at`, by central differences. */
function differences(of: (at: Float64Array) => Float64Array, at: Float64Array, i: number): number[] {
  const step = 1e-5
  const shifted = (by: number): Float64Array => of(at.map((value, each) => (each === i ? value + by : value)))
  const [above, below] = [shifted(step), shifted(-step)]
  return Array.from(above, (value, row) => {
    const apart = value - (below[row] as number)
    return (row === 2 ? wrapped(apart) : apart) / (2 * step)
  })
}

const column = (a: Matrix, i: number): number[] => Array.from({ length: a.rows }, (_, row) => cell(a, row, i))

const furthest = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))))

describe('motionOf', () => {
  it('has the Jacobians that central differences have, to 1e-6', () => {
    let compared = 0
    for (let i = 0; i < 200; i++) {
      const state = anyState()
      const turned = [rng.normal(), rng.normal(), rng.normal()]
      const { byState, byRim } = motionOf(kinematics, state, turns(turned))
      for (let each = 0; each < SIZE; each++) {
        const numeric = differences((at) => motionOf(kinematics, at, turns(turned)).mean, state, each)
        expect(furthest(column(byState, each), numeric)).toBeLessThan(1e-6)
        compared += 1
      }
      for (let wheel = 0; wheel < 3; wheel++) {
        const numeric = differences(
          (at) => motionOf(kinematics, state, turns([...at])).mean,
          Float64Array.from(turned),
          wheel,
        )
        // a turn of the wheel moves its rim by radius × (1 + scale)
        const way = 0.05 * (1 + (state[3 + wheel] as number))
        const byTurn = column(byRim, wheel).map((value) => value * way)
        expect(furthest(byTurn, numeric)).toBeLessThan(1e-6)
        compared += 1
      }
    }
    expect(compared).toBe(200 * (SIZE + 3))
  })

  it('drives a metre along its own x, wherever that points', () => {
    const ahead = turns([-Math.sin(Math.PI / 3) / 0.05, 0, Math.sin(Math.PI / 3) / 0.05])
    const state = Float64Array.of(1, 2, Math.PI / 2, 0, 0, 0, 0, 0)
    const { mean } = motionOf(kinematics, state, ahead)
    expect(furthest([...mean], [1, 3, Math.PI / 2, 0, 0, 0, 0, 0])).toBeLessThan(1e-12)
  })

  it('turns on through ±π', () => {
    const quarter = turns([1, 1, 1].map((each) => (each * Math.PI * 0.15) / 2 / 0.05))
    const state = Float64Array.of(0, 0, (3 * Math.PI) / 4, 0, 0, 0, 0, 0)
    expect(motionOf(kinematics, state, quarter).mean[2]).toBeCloseTo((-3 * Math.PI) / 4, 12)
  })
})

describe('seenAt', () => {
  it('moves pose and covariance as central differences say, to 1e-6', () => {
    const offset = { x: m(0.07), y: m(-0.2) }
    const root = matrix([
      [0.02, 0, 0],
      [0.01, 0.03, 0],
      [-0.02, 0.01, 0.05],
    ])
    const covariance = covarianceOf(
      sandwich(
        root,
        matrix([
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
      ),
    )
    for (let i = 0; i < 50; i++) {
      const at = Float64Array.of(rng.normal(), rng.normal(), wrapped(9 * rng.normal()))
      const moved = (from: Float64Array): Float64Array => {
        const [x = 0, y = 0, theta = 0] = from
        const there = seenAt({ pose: pose(x, y, theta), covariance }, offset).pose
        return Float64Array.of(there.x, there.y, there.theta)
      }
      const columns = [0, 1, 2].map((each) => differences(moved, at, each))
      const jacobian = matrix([0, 1, 2].map((row) => columns.map((each) => each[row] as number)))
      const [x = 0, y = 0, theta = 0] = at
      const seen = seenAt({ pose: pose(x, y, theta), covariance }, offset).covariance
      const expected = sandwich(jacobian, matrixOf(covariance))
      expect(furthest([...matrixOf(seen).cells], [...expected.cells])).toBeLessThan(1e-6)
    }
  })

  it('finds the gripper 0.2 m in front of the body, which is −y with the heading 0', () => {
    const covariance = { xx: 1e-6, xy: 0, xt: 0, yy: 1e-6, yt: 0, tt: 1e-4 }
    const there = seenAt({ pose: pose(1, 1, 0), covariance }, BASE_GEOMETRY.gripper)
    expect(there.pose).toEqual(pose(1, 0.8, 0))
    // a heading that is 10 mrad off moves it 2 mm along x
    expect(there.covariance.xx).toBeCloseTo(1e-6 + 4e-6, 12)
    expect(there.covariance.yy).toBeCloseTo(1e-6, 12)
    expect(there.covariance.xt).toBeCloseTo(0.2 * 1e-4, 12)
  })
})
