import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { matchScan } from '#localisation/scan/match.js'
import { CENTRED, composed, scanOf, START_US, TURN_US } from './support/ray-caster.js'
import { cheapErrors, clutter, CORRIDOR, degrees, errorOf, nearBy } from './support/survey.js'
import { meanNees, NEXT_ROOM, quantile, radians, SITE, somewhere, survey } from './support/survey.js'

const MAP_FLOOR = { place: 0.002, heading: radians(0.1) }

describe('where the robot is, from one scan', () => {
  it('is exact for an exact scan, from any prior within 0.1 m and 5°', () => {
    const { errors, unmatched } = survey(500, stream('exact'), () => ({ site: SITE, errors: {} }))
    expect(unmatched).toEqual([])
    expect(
      quantile(
        errors.map(({ place }) => place),
        1,
      ),
    ).toBeLessThan(1e-4)
    expect(
      quantile(
        errors.map(({ heading }) => heading),
        1,
      ),
    ).toBeLessThan(1e-4)
  })

  it('is within 3 mm and 0.1° in 95 % of cases for a cheap scanner, whose covariance says so', () => {
    const { errors, unmatched } = survey(600, stream('cheap'), (_, rng) => ({
      site: SITE,
      walls: NEXT_ROOM,
      errors: cheapErrors(rng),
    }))
    expect(unmatched).toEqual([])
    expect(
      quantile(
        errors.map(({ place }) => place),
        0.95,
      ),
    ).toBeLessThan(0.003)
    expect(
      quantile(
        errors.map(({ heading }) => degrees(heading)),
        0.95,
      ),
    ).toBeLessThan(0.1)
    // the map of this test is exact, so what is kept for a wrong map is taken off again: χ²(1800) / 600, 99.9 %
    const ofScan = errors.map((error) => ({ ...error, covariance: withoutFloor(error.covariance) }))
    expect(meanNees(ofScan)).toBeGreaterThan(2.67)
    expect(meanNees(ofScan)).toBeLessThan(3.35)
    expect(meanNees(errors)).toBeLessThan(1)
  })

  it('is off by little, or says so, with 40 % of the rays on legs and boxes', () => {
    const { errors, unmatched } = survey(500, stream('legs'), (pose, rng) => ({
      site: SITE,
      ...clutter(pose, 0.4, rng),
      errors: cheapErrors(rng),
    }))
    expect(
      quantile(
        errors.map(({ place }) => place),
        0.95,
      ),
    ).toBeLessThan(0.005)
    expect(
      quantile(
        errors.map(({ place }) => place),
        1,
      ),
    ).toBeLessThan(0.03)
    expect(
      quantile(
        errors.map(({ heading }) => degrees(heading)),
        1,
      ),
    ).toBeLessThan(1)
    expect(errors.length).toBeGreaterThan(470)
    expect(errors.length + unmatched.length).toBe(500)
  })

  it('gives the moment, the basis and how much too short all ranges are', () => {
    const rng = stream('basis')
    const pose = { x: m(1.1), y: m(0.8), theta: rad(0.4) }
    const scan = scanOf({ site: SITE }, { pose, errors: { bias: -0.03 } }, rng)
    const match = matchScan({ scan, site: SITE, prior: nearBy(pose, rng), mounting: CENTRED })
    expect(match).toMatchObject({
      kind: 'matched',
      fix: { source: 'lidar', tUs: START_US + TURN_US, rank: 3 },
    })
    const { basis } = match as Extract<typeof match, { kind: 'matched' }>
    expect(basis.offset).toBeCloseTo(0.03, 3)
    expect(basis.residual).toBeLessThan(1e-3)
    expect(basis.inliers).toBeGreaterThan(380)
    expect(basis.used).toBeGreaterThanOrEqual(basis.inliers)
    // those through the doorway did not come back; all others met the map
    expect(basis.used).toBe(scan.ranges.filter((range) => range > 0).length)
    expect(basis.used).toBeLessThan(440)
  })

  it('is that of the body, wherever the scanner sits on it', () => {
    const rng = stream('mounting')
    const mounting = { x: m(0.11), y: m(-0.07), theta: rad(2.1) }
    const errors = Array.from({ length: 50 }, () => {
      const pose = somewhere(rng)
      const scan = scanOf({ site: SITE }, { pose, mounting }, rng)
      const match = matchScan({ scan, site: SITE, prior: nearBy(pose, rng), mounting })
      return match.kind === 'matched' ? errorOf(match.fix.pose, pose).place : Infinity
    })
    expect(quantile(errors, 1)).toBeLessThan(1e-4)
  })

  it('does not depend on the prior, but for where it is sought', () => {
    const rng = stream('priors')
    const pose = somewhere(rng)
    const scan = scanOf({ site: SITE }, { pose, errors: cheapErrors(rng) }, rng)
    const fixes = Array.from({ length: 20 }, () => {
      const match = matchScan({ scan, site: SITE, prior: nearBy(pose, rng), mounting: CENTRED })
      return match.kind === 'matched' ? match.fix.pose : CENTRED
    })
    const spread = fixes.map((fix) => errorOf(fix, fixes[0] ?? CENTRED))
    expect(
      quantile(
        spread.map(({ place }) => place),
        1,
      ),
    ).toBeLessThan(2e-4)
    expect(
      quantile(
        spread.map(({ heading }) => heading),
        1,
      ),
    ).toBeLessThan(1e-4)
  })
})

describe('what one scan cannot say', () => {
  it('is how far along a corridor the robot is: two directions, and 100 m in the third', () => {
    const rng = stream('corridor')
    const turn = radians(30)
    // the corridor and the robot in it, turned together: the unknown direction is none of the axes
    const site = {
      boards: CORRIDOR.boards.map(({ from, to }) => ({ from: turnedBy(from, turn), to: turnedBy(to, turn) })),
      posts: [],
    }
    const pose = composed({ ...CENTRED, theta: rad(turn) }, { x: m(1), y: m(0.8), theta: rad(0.3) })
    const scan = scanOf({ site }, { pose, errors: cheapErrors(rng) }, rng)
    const prior = nearBy(pose, rng)
    const match = matchScan({ scan, site, prior, mounting: CENTRED })
    expect(match).toMatchObject({ kind: 'matched', fix: { rank: 2 } })
    const { pose: found, covariance } = (match as Extract<typeof match, { kind: 'matched' }>).fix
    const along = [Math.cos(turn), Math.sin(turn)] as const
    const across = [-Math.sin(turn), Math.cos(turn)] as const
    const variance = ([x, y]: readonly [number, number]): number =>
      x * x * covariance.xx + 2 * x * y * covariance.xy + y * y * covariance.yy
    expect(variance(along)).toBeCloseTo(1e4, -1)
    expect(Math.sqrt(variance(across))).toBeLessThan(0.02)
    expect(Math.abs(across[0] * (found.x - pose.x) + across[1] * (found.y - pose.y))).toBeLessThan(0.005)
    expect(errorOf(found, pose).heading).toBeLessThan(radians(0.3))
    // along it the prior is as good as anything
    const moved = along[0] * (found.x - prior.pose.x) + along[1] * (found.y - prior.pose.y)
    expect(Math.abs(moved)).toBeLessThan(0.02)
  })

  it('is where along the only wall the robot is; the distance it tells less surely than between two', () => {
    const rng = stream('wall')
    const pose = { x: m(0), y: m(0.8), theta: rad(0.2) }
    const acrossOf = (boards: typeof CORRIDOR.boards): { sigma: number; error: number } => {
      const site = { boards, posts: [] }
      const scan = scanOf({ site }, { pose, errors: cheapErrors(rng) }, rng)
      const match = matchScan({ scan, site, prior: nearBy(pose, rng), mounting: CENTRED })
      expect(match).toMatchObject({ kind: 'matched', fix: { rank: 2 } })
      const { fix } = match as Extract<typeof match, { kind: 'matched' }>
      return { sigma: Math.sqrt(fix.covariance.yy), error: Math.abs(fix.pose.y - pose.y) }
    }
    const [one, two] = [acrossOf(CORRIDOR.boards.slice(0, 1)), acrossOf(CORRIDOR.boards)]
    // with one wall the offset of all ranges and the distance of the wall are hard to tell apart
    expect(one.sigma).toBeGreaterThan(1.2 * two.sigma)
    expect(one.error).toBeLessThan(4 * one.sigma)
    expect(two.error).toBeLessThan(4 * two.sigma)
  })

  it.each([
    ['nothing came back', (): number => NaN, 'of 450 rays 0 came back, and too few'],
    ['everything is close', (): number => 0.1, 'of 450 rays 450 came back, and too few'],
    [
      'all is shorter by a third',
      (range: number): number => range / 1.5,
      /too far|needed|allowed|too few|moved/,
    ],
    [
      'all is longer by a third',
      (range: number): number => range * 1.5,
      /too far|needed|allowed|too few|none can/,
    ],
  ])('is anything when %s, and it says why', (_, change, why) => {
    const rng = stream('refused')
    const pose = { x: m(1.1), y: m(0.8), theta: rad(0.4) }
    const scan = scanOf({ site: SITE }, { pose }, rng)
    const changed = { ...scan, ranges: scan.ranges.map((range) => m(change(range))) }
    const match = matchScan({ scan: changed, site: SITE, prior: nearBy(pose, rng), mounting: CENTRED })
    expect(match).toEqual({ kind: 'unmatched', why: expect.stringMatching(why) as string })
  })
})

function withoutFloor(covariance: Parameters<typeof meanNees>[0][number]['covariance']): typeof covariance {
  return {
    ...covariance,
    xx: covariance.xx - MAP_FLOOR.place ** 2,
    yy: covariance.yy - MAP_FLOOR.place ** 2,
    tt: covariance.tt - MAP_FLOOR.heading ** 2,
  }
}

function turnedBy(
  { x, y }: { x: number; y: number },
  angle: number,
): { x: ReturnType<typeof m>; y: ReturnType<typeof m> } {
  const { x: turnedX, y: turnedY } = composed(
    { ...CENTRED, theta: rad(angle) },
    { x: m(x), y: m(y), theta: rad(0) },
  )
  return { x: turnedX, y: turnedY }
}
