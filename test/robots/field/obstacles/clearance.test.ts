import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { m } from '#base/units.js'
import { clearanceOf, freeWay, HULL, hullSpeed, leaves } from '#robots/field/obstacles/clearance.js'
import { ROBOT } from '#simulation/field/dimensions.js'
import { poseAt } from '../../../localisation/scan/support/ray-caster.js'
import { pose, seenFrom } from './support/quarters.js'

const at = (x: number, y: number) => ({ x: m(x), y: m(y) })
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const twist = fc.record({ vx: number(0.6), vy: number(0.6), w: number(2) })
const place = fc.record({ x: number(1).map(m), y: number(1).map(m) })

/** Points of the true hull, by its own description: the rim of the body, and a grid over the gripper. */
const hullPoint = fc.oneof(
  number(Math.PI).map((angle) => at(ROBOT.bodyRadius * Math.cos(angle), ROBOT.bodyRadius * Math.sin(angle))),
  fc
    .tuple(number(1), number(1))
    .map(([across, along]) =>
      at(ROBOT.gripperHalfWidth * across, -1 * ROBOT.bodyBehindGripper + ROBOT.gripperHalfDepth * along),
    ),
)

describe('the hull', () => {
  it('has the sizes of the robot', () => {
    const { bodyRadius, gripperHalfWidth, gripperHalfDepth } = ROBOT
    expect(HULL).toEqual({ bodyRadius, gripperHalfWidth, gripperHalfDepth })
  })

  it.each([
    [0, 0.16, 0],
    [0, 0.5, 0.34],
    [0.4, 0, 0.24],
    [0, -0.28, 0],
    [0, -0.4, 0.12],
    [0.16, -0.32, 0.05],
    [0.2, -0.2, 0.07],
    [0, 0, -0.16],
  ])('is, of a point at (%s, %s), %s m away', (x, y, metres) => {
    expect(clearanceOf(at(x, y))).toBeCloseTo(metres, 9)
  })

  it('has no point that is faster than is said', () => {
    fc.assert(
      fc.property(twist, hullPoint, ({ vx, vy, w }, { x, y }) => {
        expect(Math.hypot(vx - w * y, vy + w * x)).toBeLessThanOrEqual(hullSpeed({ vx, vy, w }) + 1e-9)
      }),
    )
  })
})

describe('the region that the hull sweeps', () => {
  it('contains where each of its points comes, for any twist', () => {
    const way = fc.double({ min: 0.01, max: 0.9, noNaN: true })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(twist, hullPoint, way, share, (motion, point, most, part) => {
        fc.pre(hullSpeed(motion) > 1e-3)
        const { x, y, theta } = poseAt(pose(0, 0, 0), motion, (part * most) / hullSpeed(motion))
        const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
        const there = at(x + cos * point.x - sin * point.y, y + sin * point.x + cos * point.y)
        expect(freeWay(there, motion, 0, most + 0.001)).toBeLessThanOrEqual(most + 1e-9)
      }),
      { numRuns: 3000 },
    )
  })

  it('is not larger than it must be: what it says to be swept is met, but for a millimetre', () => {
    let met = 0
    fc.assert(
      fc.property(twist, place, (motion, point) => {
        fc.pre(hullSpeed(motion) > 1e-3)
        const way = freeWay(point, motion, 0.02, 0.5)
        const there = poseAt(pose(0, 0, 0), motion, way / hullSpeed(motion))
        const clearance = clearanceOf(seenFrom(there, point))
        if (way < 0.5) met++
        expect(way === 0.5 || clearance < 0.021 + 1e-9).toBe(true)
      }),
      { numRuns: 3000, seed: 7 },
    )
    expect(met).toBeGreaterThan(500)
  })

  it('is left by a robot that drives away or past, and not by one that comes nearer', () => {
    const [ahead, back, turn] = [
      { vx: 0, vy: -0.3, w: 0 },
      { vx: 0, vy: 0.3, w: 0 },
      { vx: 0, vy: 0, w: 1 },
    ]
    const before = at(0, -0.33)
    expect([ahead, back, turn].map((motion) => leaves(before, motion, 0.05))).toEqual([false, true, false])
    expect(leaves(at(0, 0.2), turn, 0.05)).toBe(true)
    expect(leaves(before, { vx: 0, vy: 0, w: 0 }, 0.05)).toBe(true)
    expect(freeWay(before, { vx: 0, vy: 0, w: 0 }, 0.1, 0.5)).toBe(0.5)
    expect(freeWay(before, { vx: NaN, vy: 0, w: 0 }, 0.1, 0.5)).toBe(0.5)
  })
})
