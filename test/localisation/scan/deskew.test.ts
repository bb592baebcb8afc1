import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { deskew } from '#localisation/scan/deskew.js'
import { matchScan } from '#localisation/scan/match.js'
import { CENTRED, poseAt, scanOf, START_US, TURN_US } from './support/ray-caster.js'
import { cheapErrors, errorOf, nearBy, quantile, SITE, somewhere } from './support/survey.js'

describe('rays that were measured while the robot moved', () => {
  it('begin where the scanner was and point where it pointed', () => {
    const scan = {
      startUs: 1000,
      endUs: 101_000,
      angles: [rad(0), rad(Math.PI / 2)],
      ranges: [m(1), m(2)],
      offsetsUs: [0, 100_000],
    }
    const motion = (tUs: number): Pose =>
      tUs === 1000 ? { x: m(-0.06), y: m(0.01), theta: rad(Math.PI / 2) } : CENTRED
    const [first, last] = deskew(scan, { x: m(0.1), y: m(0), theta: rad(0) }, motion)
    expect(first?.fromX).toBeCloseTo(-0.06, 12)
    expect(first?.fromY).toBeCloseTo(0.11, 12)
    expect(first?.alongX).toBeCloseTo(0, 12)
    expect(first?.alongY).toBeCloseTo(1, 12)
    expect(last).toMatchObject({ fromX: 0.1, fromY: 0, range: 2 })
    expect(last?.alongY).toBeCloseTo(1, 12)
  })

  it.each([0, -1, NaN, Infinity])('a range of %s is that nothing came back', (range) => {
    const scan = { startUs: 0, endUs: 1, angles: [rad(0)], ranges: [m(range)], offsetsUs: [0] }
    expect(deskew(scan, CENTRED).map((ray) => ray.range)).toEqual([NaN])
  })

  it('find the robot as well at 0.6 m/s and 1 rad/s as at rest; left where they are they do not', () => {
    const rng = stream('moving')
    const errors = { moved: [] as number[], left: [] as number[], exact: [] as number[] }
    for (let i = 0; i < 200; i++) {
      const pose = somewhere(rng)
      const towards = 2 * Math.PI * rng.next()
      const twist = { vx: 0.6 * Math.cos(towards), vy: 0.6 * Math.sin(towards), w: 2 * rng.next() - 1 }
      const motion = (tUs: number): Pose => poseAt(CENTRED, twist, (tUs - START_US - TURN_US) / 1e6)
      const input = { site: SITE, prior: nearBy(pose, rng), mounting: CENTRED }
      const scan = scanOf({ site: SITE }, { pose, twist, errors: cheapErrors(rng) }, rng)
      errors.moved.push(placeError(matchScan({ ...input, scan, motion }), pose))
      errors.left.push(placeError(matchScan({ ...input, scan }), pose))
      const exact = scanOf({ site: SITE }, { pose, twist }, rng)
      errors.exact.push(placeError(matchScan({ ...input, scan: exact, motion }), pose))
    }
    expect(quantile(errors.exact, 1)).toBeLessThan(1e-4)
    expect(quantile(errors.moved, 0.95)).toBeLessThan(0.003)
    expect(quantile(errors.moved, 1)).toBeLessThan(0.005)
    // at 0.6 m/s the robot is 30 mm farther at the end of a scan than in its middle
    expect(quantile(errors.left, 0.5)).toBeGreaterThan(0.02)
  })
})

const placeError = (match: ReturnType<typeof matchScan>, pose: Pose): number =>
  match.kind === 'matched' ? errorOf(match.fix.pose, pose).place : Infinity
