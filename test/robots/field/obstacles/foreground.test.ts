import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { LaserScan, PoseCovariance } from '#localisation/ports.js'
import { matchScan } from '#localisation/scan/match.js'
import { nearest, outlineOf } from '#localisation/scan/outline.js'
import { clearanceOf } from '#robots/field/obstacles/clearance.js'
import { foregroundOf, type SeenPoint } from '#robots/field/obstacles/foreground.js'
import { ObstacleGuard } from '#robots/field/obstacles/guard.js'
import { LaserScanner } from '#sensors/lidar/scanner.js'
import { Lidar } from '#simulation/field/world/sensors/lidar.js'
import { LD19_ERRORS } from '#simulation/field/world/sensors/lidar-errors.js'
import type { ScanObstacle } from '#simulation/field/world/sensors/ray-casting.js'
import { CENTRED, composed } from '../../../localisation/scan/support/ray-caster.js'
import { SITE, somewhere } from '../../../localisation/scan/support/survey.js'
import { EXACT, pose, quarterOf, seenFrom } from './support/quarters.js'

const OUTLINE = outlineOf(SITE)
const AROUND = { outline: OUTLINE, mounting: { x: m(0), y: m(0) }, blind: [] }
const SURE: PoseCovariance = { xx: 1e-4, xy: 0, xt: 0, yy: 1e-4, yt: 0, tt: 1e-4 }
const TURN_US = 100_000

/** What an LD19 sends from a robot that stands, one of another make for each seed. */
function standing(body: Pose, seed: number, { us = 250_000, obstacles = [] as ScanObstacle[] } = {}) {
  const lidar = new Lidar({ name: { seed, field: 'F1', episode: 0 }, site: SITE, errors: LD19_ERRORS })
  const scanner = new LaserScanner({ model: 'ld19', yaw: rad(0), startUs: 0 })
  const gripper = composed(body, { x: m(0), y: m(-0.2), theta: rad(0) })
  const quarters: LaserScan[] = []
  const turns: LaserScan[] = []
  for (let tUs = 5000; tUs <= us; tUs += 5000) {
    const output = scanner.feed(
      lidar.advance(tUs, () => gripper, obstacles),
      tUs,
    )
    quarters.push(...output.quarters)
    turns.push(...output.turns)
  }
  return { quarters, turns }
}

/** Where a filter takes the robot to be: what a scan says, or that and what the wheels have added since. */
function believed(scan: LaserScan | undefined, truth: Pose, wheels: boolean, rng: Rng) {
  const prior = { pose: truth, covariance: { ...SURE, xx: 2e-3, yy: 2e-3, tt: 2.5e-3 } }
  const match = scan && matchScan({ scan, site: SITE, prior, mounting: CENTRED })
  if (match?.kind !== 'matched') return undefined
  const { pose: found, covariance } = match.fix
  if (!wheels) return { body: found, covariance }
  const [place, heading] = [0.01, 0.01]
  const drift = pose(place * rng.normal(), place * rng.normal(), heading * rng.normal())
  return {
    body: { ...composed(found, drift) },
    covariance: {
      ...covariance,
      xx: covariance.xx + place ** 2,
      yy: covariance.yy + place ** 2,
      tt: covariance.tt + heading ** 2,
    },
  }
}

describe('what does not belong to the site', () => {
  it('is hardly anything at a bare site, with the errors of an LD19, and nothing stops the robot', () => {
    const rng = stream('bare')
    const counts = { poses: 0, rays: 0, foreground: 0, stops: 0, decisions: 0 }
    for (let i = 0; i < 2000; i++) {
      const truth = somewhere(rng)
      const { quarters, turns } = standing(truth, i)
      const belief = believed(turns[0], truth, i % 2 === 1, rng)
      expect(belief).toBeDefined()
      const { body = CENTRED, covariance } = belief ?? {}
      const where = { bodyAt: () => body, covariance }
      const guard = new ObstacleGuard({ site: SITE })
      for (const quarter of quarters) {
        counts.rays += quarter.angles.length
        counts.foreground += foregroundOf(quarter, where, AROUND).length
        guard.look(quarter, where)
        const towards = 2 * Math.PI * rng.next()
        const twist = { vx: 0.6 * Math.cos(towards), vy: 0.6 * Math.sin(towards), w: rng.normal() }
        const answer = guard.decide({ nowUs: quarter.endUs, twist, body })
        if (answer === 'silent') continue
        counts.decisions++
        if (answer.obstruction !== undefined) counts.stops++
      }
      counts.poses++
    }
    const rate = counts.foreground / counts.rays
    console.log(`bare site: ${JSON.stringify(counts)}, false foreground ${rate.toExponential(2)} of the rays`)
    expect(counts.poses).toBe(2000)
    expect(counts.decisions).toBeGreaterThan(4000)
    expect(rate).toBeLessThan(1e-3)
    expect(counts.stops).toBe(0)
  })

  it('is a leg of 110 mm at least 0.2 m from every line, within one quarter', () => {
    const rng = stream('leg')
    const found: number[] = []
    for (let i = 0; found.length < 300; i++) {
      const truth = somewhere(rng)
      const leg = { x: m(3 * rng.next()), y: m(2.2 * rng.next()) }
      const clear = clearanceOf(seenFrom(truth, leg)) - 0.055
      if (nearest(OUTLINE, leg.x, leg.y, 0.255) !== undefined || clear < 0.05 || clear > 1.7) continue
      const { quarters, turns } = standing(truth, i, {
        us: 2.5 * TURN_US,
        obstacles: [{ kind: 'round', at: leg, radius: m(0.055) }],
      })
      const belief = believed(turns[0], truth, i % 2 === 1, rng)
      const { body = CENTRED, covariance } = belief ?? {}
      const scans = quarters.map((quarter) =>
        foregroundOf(quarter, { bodyAt: () => body, covariance }, AROUND),
      )
      const isOnLeg = ({ inField }: SeenPoint): boolean =>
        Math.hypot((inField?.x ?? 0) - leg.x, (inField?.y ?? 0) - leg.y) < 0.055 + 0.16
      found.push(Math.max(...scans.map((scan) => scan.filter(isOnLeg).length)))
    }
    // two quarters may share a leg: then three rays are in one of them where there are six
    expect(Math.min(...found)).toBeGreaterThanOrEqual(3)
  })

  it('is everything where the pose is not known, or too badly', () => {
    const { quarters } = standing(pose(0.4, 1, 0.3), 1)
    const [quarter] = quarters
    const count = (covariance: PoseCovariance | undefined, body: Pose | undefined): number =>
      quarter === undefined ? NaN : foregroundOf(quarter, { bodyAt: () => body, covariance }, AROUND).length
    const back = quarter?.ranges.filter((range) => range < 2.1).length ?? NaN
    const body = pose(0.4, 1, 0.3)
    expect(back).toBeGreaterThan(20)
    expect(count(SURE, body)).toBe(0)
    expect(count(undefined, body)).toBeGreaterThanOrEqual(back)
    expect(count(SURE, undefined)).toBeGreaterThanOrEqual(back)
    expect(count({ ...SURE, xx: 1, yy: 1 }, body)).toBeGreaterThanOrEqual(back)
    expect(count({ ...SURE, tt: NaN }, body)).toBeGreaterThanOrEqual(back)
  })

  it('has its place in the field and beside the body, although the robot drives', () => {
    const rng = stream('drives')
    const leg = { x: 1.5, y: 1, radius: 0.055 }
    const bodyAt = (tUs: number): Pose => pose(0.8 + (0.6 * tUs) / 1e6, 1, 0.2 + tUs / 1e6)
    const scan = quarterOf(1e5, 0.6, (tUs) => ({ body: bodyAt(tUs), discs: [leg] }), { errors: EXACT, rng })
    const seen = foregroundOf(scan, { bodyAt, covariance: SURE }, AROUND)
    expect(seen.length).toBeGreaterThan(8)
    for (const { inField, onBody, tUs } of seen) {
      expect(Math.hypot((inField?.x ?? 0) - leg.x, (inField?.y ?? 0) - leg.y)).toBeCloseTo(leg.radius, 3)
      const again = seenFrom(bodyAt(scan.endUs), inField ?? leg)
      expect(Math.hypot(again.x - onBody.x, again.y - onBody.y)).toBeLessThan(1e-6)
      expect(tUs).toBeGreaterThanOrEqual(scan.startUs)
      expect(tUs).toBeLessThanOrEqual(scan.endUs)
    }
  })

  it('is no part of the robot that is known to be in the way, but anything else on it or in it', () => {
    const rays = (ranges: readonly number[]): LaserScan => ({
      startUs: 0,
      endUs: 3,
      angles: ranges.map(() => rad(0)),
      ranges: ranges.map(m),
      offsetsUs: ranges.map((_, i) => i),
    })
    const where = { bodyAt: () => undefined, covariance: undefined }
    const clearances = (blind: { from: number; to: number }[]) =>
      foregroundOf(rays([0.1, 0.13, 0.17, 0.2, NaN, 0, -1, Infinity]), where, {
        ...AROUND,
        blind: blind.map(({ from, to }) => ({ from: rad(from), to: rad(to) })),
      }).map(({ onBody }) => Number(clearanceOf(onBody).toFixed(3)))
    expect(clearances([])).toEqual([-0.06, -0.03, 0.01, 0.04])
    expect(clearances([{ from: -0.1, to: 0.1 }])).toEqual([0.04])
    expect(clearances([{ from: 0.1, to: 0.3 }])).toEqual([-0.06, -0.03, 0.01, 0.04])
  })
})
