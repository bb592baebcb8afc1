import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { allowedShare, type Threat, WALKER } from '#robots/field/obstacles/allowed-speed.js'
import { hidesTheWay } from '#robots/field/obstacles/blind-sectors.js'
import { clearanceOf, hullSpeed } from '#robots/field/obstacles/clearance.js'

const threat = (x: number, y: number, speed = 0, age = 0): Threat => ({
  at: { x: m(x), y: m(y) },
  speed,
  age,
})
/** the gripper is in front, at −y */
const ahead = (v: number) => ({ vx: 0, vy: -v, w: 0 })
const share = (threats: readonly Threat[], v: number): number => allowedShare(threats, ahead(v)).share

/** How far in front of the hull a thing must be for a speed, by the table of the plan, and a stride. */
const way = (v: number, walker: number): number =>
  v * 0.2 + v ** 2 / 4 + 0.05 + walker * (0.2 + v / 2) + (walker > 0 ? 0.35 : 0)

describe('the share of the speed', () => {
  it.each([0.6, 0.4, 0.3, 0.2, 0.1])('is all of %s m/s where there is room to stop from it', (v) => {
    const [beside, nearer] = [way(v, WALKER) + 0.001, way(v, WALKER) - 0.01]
    expect(share([threat(0.16 + beside, 0, WALKER)], v)).toBe(1)
    expect(share([threat(0.16 + nearer, 0, WALKER)], v)).toBeLessThan(1)
    // 0.05 m more than in the plan's table: at 0.10 m it stops at once anyway
    expect(share([threat(0, -0.28 - way(v, 0) - 0.051)], v)).toBe(1)
    expect(share([threat(0, -0.28 - way(v, 0) - 0.04)], v)).toBeLessThan(1)
  })

  it('is none with somebody near on any side, and is less the older the sight is', () => {
    for (const [x, y] of [
      [0.4, 0],
      [-0.4, 0],
      [0, 0.4],
      [0, -0.5],
    ] as const)
      expect(share([threat(x, y, WALKER)], 0.6)).toBe(0)
    const [fresh, old] = [0.1, 0.2].map((age) => share([threat(1.1, 0, WALKER, age)], 0.6))
    expect(old).toBeLessThan(fresh ?? 0)
  })

  it('is not less for what stands beside or behind the way', () => {
    expect(share([threat(0.27, 0), threat(0, 0.27), threat(-0.24, -0.9)], 0.6)).toBe(1)
    expect(allowedShare([threat(0, -0.5)], ahead(0.6))).toMatchObject({ by: threat(0, -0.5) })
  })

  it('lets a robot leave what stands right at it, slowly, and never lets it come nearer', () => {
    const near = [threat(0, -0.33)]
    expect(share(near, 0.6)).toBe(0)
    expect(allowedShare(near, ahead(-0.6)).share).toBeCloseTo(0.25, 9)
    expect(allowedShare(near, ahead(-0.1)).share).toBe(1)
    expect(allowedShare([threat(0, -0.33, 0.01)], ahead(-0.6)).share).toBe(0)
    expect(allowedShare([threat(0, -0.25)], ahead(0.1)).share).toBe(0)
  })

  it('is never more with more threats, nor with one that is nearer, and always in 0…1', () => {
    const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
    const any = fc
      .tuple(number(1.5), number(1.5), fc.constantFrom(0, 0.4, WALKER))
      .map(([x, y, speed]) => threat(x, y, speed))
    const twist = fc.record({ vx: number(0.6), vy: number(0.6), w: number(1) })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), any, twist, (threats, more, motion) => {
        const [fewer, all] = [
          allowedShare(threats, motion).share,
          allowedShare([...threats, more], motion).share,
        ]
        expect(all).toBeLessThanOrEqual(fewer + 1e-12)
        expect(all >= 0 && fewer <= 1).toBe(true)
        const stop = all * hullSpeed(motion) * 0.2
        const closes = more.speed > 0 && all > 0
        expect(!closes || clearanceOf(more.at) > stop).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is 0 for a twist that is no number, and for a robot that stands only what moves counts', () => {
    expect(allowedShare([], { vx: NaN, vy: 0, w: 0 })).toEqual({ share: 0, by: undefined })
    expect(share([], 0)).toBe(1)
    expect(share([threat(0, -0.33)], 0)).toBe(1)
    expect(share([threat(0, -0.33, WALKER)], 0)).toBe(0)
    expect(share([threat(NaN, 0, WALKER)], 0.6)).toBe(0)
    expect(share([threat(NaN, 0)], 0.6)).toBe(0)
  })
})

describe('a part of the robot before the scanner', () => {
  const sector = (from: number, to: number) => ({
    from: rad((from * Math.PI) / 180),
    to: rad((to * Math.PI) / 180),
  })

  it.each([
    ['none', [], ahead(0.3), false],
    ['6° ahead', [sector(-93, -87)], ahead(0.3), false],
    ['20° ahead', [sector(-100, -80)], ahead(0.3), true],
    ['20° half ahead', [sector(-160, -140)], ahead(0.3), true],
    ['20° behind', [sector(80, 100)], ahead(0.3), false],
    ['20° at the seam', [sector(170, -170)], { vx: -0.3, vy: 0, w: 0 }, true],
    ['20° behind, in a turn', [sector(80, 100)], { vx: 0, vy: 0, w: 1 }, true],
    ['20° ahead, at rest', [sector(-100, -80)], ahead(0), false],
  ] as const)('%s', (_, sectors, motion, hides) => {
    expect(hidesTheWay(sectors, motion)).toBe(hides)
  })
})
