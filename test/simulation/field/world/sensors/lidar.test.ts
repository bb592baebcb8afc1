import { describe, expect, it } from 'vitest'
import type { Point, Pose } from '#base/field-map.js'
import { defaultSite, type SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import { NO_LIDAR_ERRORS, type LidarErrors } from '#simulation/field/world/sensors/lidar-errors.js'
import { Lidar, type LidarOptions } from '#simulation/field/world/sensors/lidar.js'
import { cast, sceneOf, type ScanObstacle } from '#simulation/field/world/sensors/ray-casting.js'
import { benchmarkMap } from '../../../support/field.js'
import { packetsIn, raysIn, sends, type ReadRay } from './support/packets.js'

const SITE = defaultSite(benchmarkMap)
const STANDING: Pose = { x: m(1.2), y: m(0.9), theta: rad(0.4) }
const point = (x: number, y: number): Point => ({ x: m(x), y: m(y) })

const lidarOf = (options: Partial<LidarOptions> = {}, seed = 1, episode = 1): Lidar =>
  new Lidar({ name: { seed, field: 'bench', episode }, site: SITE, ...options })
const only = (errors: Partial<LidarErrors>): Partial<LidarOptions> => ({
  errors: { ...NO_LIDAR_ERRORS, ...errors },
})
const measured = (
  lidar: Lidar,
  ms: number,
  pose: Pose = STANDING,
  obstacles: readonly ScanObstacle[] = [],
): readonly ReadRay[] => raysIn(packetsIn(sends(lidar, ms, { pose, obstacles })))

/** the middle of the body, 0.2 m behind the gripper */
const bodyAt = ({ x, y, theta }: Pose): Point => point(x - 0.2 * Math.sin(theta), y + 0.2 * Math.cos(theta))
/** mm that a ray really has; the scanner counts clockwise */
const truthOf = (ray: ReadRay, pose: Pose, site: SiteMap = SITE): number =>
  1000 * cast(sceneOf(site), bodyAt(pose), pose.theta - (ray.angle * Math.PI) / 180)
const back = (rays: readonly ReadRay[]): readonly ReadRay[] => rays.filter(({ mm }) => mm > 0)
const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length
const spread = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((each) => (each - middle) ** 2)))
}

describe('the simulated scanner without errors', () => {
  it('measures from the middle of the body while robot and head turn, each ray at its own time', () => {
    const poseAt = (us: number): Pose => {
      const s = us / 1e6
      return { x: m(0.8 + 0.6 * s), y: m(0.7 + 0.2 * s), theta: rad(0.3 + 1.2 * s) }
    }
    const rays = back(raysIn(packetsIn(sends(lidarOf(only({})), 1000, { pose: poseAt }))))
    expect(rays.length).toBeGreaterThan(4000)
    // 1 mm of resolution and 0.01° of the angle, which tells most where a ray meets a board at a flat angle
    const off = rays.map((ray) => Math.abs(ray.mm - truthOf(ray, poseAt(ray.us))))
    expect(off.filter((mm) => mm > 3).length).toBeLessThanOrEqual(rays.length / 500)
    expect(mean(off)).toBeLessThan(0.5)
    // the test would see a robot that stood still, and a head without time
    expect(mean(rays.map((ray) => Math.abs(ray.mm - truthOf(ray, poseAt(0)))))).toBeGreaterThan(20)
    expect(mean(rays.map((ray) => Math.abs(ray.mm - truthOf(ray, poseAt(ray.us - 20_000)))))).toBeGreaterThan(
      5,
    )
  })

  it('makes 450 rays a turn, 10 turns and 375 packets a second', () => {
    const bytes = sends(lidarOf(only({})), 2000, { pose: STANDING })
    const packets = packetsIn(bytes)
    expect(packets.length).toBe(2 * 375 - 1)
    expect(packets.every(({ speed }) => speed === 3600)).toBe(true)
    const steps = packets.slice(1).map(({ start }, i) => (start - (packets[i]?.start ?? 0) + 360) % 360)
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(0.03)
    expect(mean(steps)).toBeCloseTo((360 * 12) / 450, 3)
  })

  it('hides 3 × 6° behind the posts of a plate, and nothing without one', () => {
    const round: SiteMap = { boards: [], posts: [{ at: bodyAt(STANDING), radius: m(2) }] }
    const hidden = (plate: boolean): readonly ReadRay[] =>
      measured(lidarOf({ ...only({}), plate, site: round }), 1000).filter(({ mm }) => mm === 0)
    expect(hidden(false)).toEqual([])
    const found = hidden(true)
    expect(found.length / 4500).toBeCloseTo(18 / 360, 2)
    const sectors = new Set(found.map(({ angle }) => Math.round(((360 - angle) % 360) / 60)))
    expect([...sectors].toSorted()).toEqual([1, 3, 5])
    expect(found.every(({ angle }) => Math.abs(((((360 - angle) % 120) + 120) % 120) - 60) <= 3.01)).toBe(
      true,
    )
  })

  it('sees what stands there only as long as it stands there', () => {
    const lidar = lidarOf(only({}))
    const leg: ScanObstacle = { kind: 'round', at: point(1.5, 1.6), radius: m(0.055) }
    const body = bodyAt(STANDING)
    const direction = Math.atan2(1.6 - body.y, 1.5 - body.x)
    const parts = [300, 600, 900].map((ms) =>
      lidar.advance(ms * 1000, () => STANDING, ms === 600 ? [leg] : []),
    )
    const rays = raysIn(packetsIn(Uint8Array.from(parts.flatMap((part) => [...part]))))
    const nearest = (fromMs: number, toMs: number): number => {
      const seen = back(rays).filter(({ us }) => us > 1000 * fromMs && us < 1000 * toMs)
      return Math.min(...seen.map((ray) => (Math.abs(angleTo(ray, direction)) < 0.02 ? ray.mm : Infinity)))
    }
    const to = Math.hypot(1.6 - body.y, 1.5 - body.x)
    expect(nearest(310, 590) / 1000).toBeCloseTo(to - 0.055, 2)
    expect(nearest(0, 290)).toBeGreaterThan(1000 * to + 100)
    expect(nearest(610, 900)).toBe(nearest(0, 290))
  })
})

const angleTo = (ray: ReadRay, direction: number): number => {
  const off = STANDING.theta - (ray.angle * Math.PI) / 180 - direction
  return off - 2 * Math.PI * Math.round(off / (2 * Math.PI))
}

describe('the errors of the simulated scanner', () => {
  it('draw a bias of up to 30 mm for a run, the same in all its episodes', () => {
    const biasOf = (seed: number, episode: number): number =>
      mean(
        back(measured(lidarOf(only({ bias: m(0.03) }), seed, episode), 200)).map(
          (ray) => ray.mm - truthOf(ray, STANDING),
        ),
      )
    const biases = Array.from({ length: 40 }, (_, seed) => biasOf(seed, 1))
    expect(Math.max(...biases.map(Math.abs))).toBeLessThan(31)
    expect(Math.max(...biases)).toBeGreaterThan(20)
    expect(Math.min(...biases)).toBeLessThan(-20)
    expect(biasOf(3, 2)).toBeCloseTo(biases[3] ?? NaN, 0)
  })

  it('spread ranges by 10 mm and lose 2 % of the rays', () => {
    const noisy = back(measured(lidarOf(only({ noise: m(0.01) })), 4000))
    const off = noisy.map((ray) => ray.mm - truthOf(ray, STANDING)).filter((mm) => Math.abs(mm) < 60)
    expect(off.length).toBeGreaterThan(0.99 * noisy.length)
    expect(spread(off)).toBeGreaterThan(9.5)
    expect(spread(off)).toBeLessThan(10.8)
    expect(Math.abs(mean(off))).toBeLessThan(0.5)
    const all = measured(lidarOf(only({})), 4000)
    const lost = 1 - back(measured(lidarOf(only({ missing: 0.02 })), 4000)).length / back(all).length
    expect(lost).toBeGreaterThan(0.016)
    expect(lost).toBeLessThan(0.024)
  })

  it('turn all rays by up to 1°, and 0.2° to and fro within a turn', () => {
    const board: SiteMap = { boards: [{ from: point(1, -9), to: point(1, 9) }], posts: [] }
    const pose: Pose = { x: m(0), y: m(-0.2), theta: rad(0) }
    /** degrees by which the rays really go another way, from the ranges to a board 1 m away */
    const offsets = (errors: Partial<LidarErrors>, seed: number): readonly number[] =>
      back(measured(lidarOf({ ...only(errors), site: board }, seed), 1000, pose)).flatMap(({ mm, angle }) => {
        const clockwise = ((angle + 180) % 360) - 180
        if (Math.abs(clockwise) < 25 || Math.abs(clockwise) > 75) return []
        return [((Math.acos(1000 / mm) * 180) / Math.PI) * Math.sign(clockwise) - clockwise]
      })
    const degrees = (value: number): LidarErrors['angle'] => rad((value * Math.PI) / 180)
    const constant = Array.from({ length: 30 }, (_, seed) => offsets({ angle: degrees(1) }, seed))
    expect(Math.max(...constant.map(spread))).toBeLessThan(0.05)
    expect(Math.max(...constant.map(mean))).toBeGreaterThan(0.6)
    expect(Math.min(...constant.map(mean))).toBeLessThan(-0.6)
    expect(Math.max(...constant.map((each) => Math.abs(mean(each))))).toBeLessThan(1.05)
    const ripple = offsets({ ripple: degrees(0.2) }, 5)
    expect(Math.max(...ripple.map(Math.abs))).toBeLessThan(0.3)
    expect(spread(ripple)).toBeGreaterThan(0.04)
  })

  it('let a ray that is split by an edge end in between', () => {
    const site: SiteMap = {
      boards: [{ from: point(2, -9), to: point(2, 9) }],
      posts: [{ at: point(1, 0), radius: m(0.05) }],
    }
    const pose: Pose = { x: m(0), y: m(-0.2), theta: rad(0) }
    const between = (half: number): number =>
      back(measured(lidarOf({ ...only({ halfWidth: rad(half) }), site }), 4000, pose)).filter(
        ({ mm, angle }) => Math.min(angle, 360 - angle) < 10 && mm > 1060 && mm < 1990,
      ).length
    expect(between(0)).toBe(0)
    // 2 edges in 40 turns, and a beam of 0.5° meets an edge with 5 of 8 rays that pass there
    expect(between(0.0044)).toBeGreaterThan(25)
    expect(between(0.0044)).toBeLessThan(80)
  })

  it('draw how fast the head turns, within 2 %, and how fast its clock runs', () => {
    const speeds = Array.from(
      { length: 40 },
      (_, seed) => packetsIn(sends(lidarOf({}, seed), 40, { pose: STANDING }))[0]?.speed,
    )
    expect(Math.min(...speeds.map(Number))).toBeGreaterThanOrEqual(3528)
    expect(Math.min(...speeds.map(Number))).toBeLessThan(3560)
    expect(Math.max(...speeds.map(Number))).toBeGreaterThan(3640)
    expect(Math.max(...speeds.map(Number))).toBeLessThanOrEqual(3672)
  })
})

describe('the bytes of the simulated scanner', () => {
  it('do not depend on how often they are fetched', () => {
    const every = (stepMs: number): Uint8Array => sends(lidarOf(), 1000, { stepMs, pose: STANDING })
    expect(every(1)).toEqual(every(20))
    expect(every(125)).toEqual(every(20))
    expect(sends(lidarOf({}, 2), 1000, { pose: STANDING })).not.toEqual(every(20))
    expect(sends(lidarOf({}, 1, 2), 1000, { pose: STANDING })).not.toEqual(every(20))
  })

  it('leave at 230,400 baud after the last ray of their packet', () => {
    const lidar = lidarOf()
    const counts: number[] = []
    for (let us = 0; us <= 6000; us += 100) counts.push(lidar.advance(us, () => STANDING).length)
    // the 12th ray is measured at 2444 µs; a byte takes 43.4 µs
    expect(counts.slice(0, 25).every((count) => count === 0)).toBe(true)
    expect(counts.slice(25, 45).reduce((sum, each) => sum + each, 0)).toBe(Math.floor((4400 - 2444.4) / 43.4))
    expect(counts.slice(45, 46)).toEqual([2])
    expect(counts.slice(46, 51).every((count) => count === 0)).toBe(true)
  })

  it('have a time stamp in ms that begins again after 29999', () => {
    const stamps = packetsIn(sends(lidarOf(), 62_000, { pose: STANDING })).map(({ stamp }) => stamp)
    expect(Math.max(...stamps)).toBeGreaterThanOrEqual(29_997)
    expect(Math.max(...stamps)).toBeLessThan(30_000)
    const steps = stamps.slice(1).map((stamp, i) => stamp - (stamps[i] ?? 0))
    expect(steps.filter((step) => step < 0).length).toBe(2)
    expect(new Set(steps.map((step) => (step + 30_000) % 30_000))).toEqual(new Set([2, 3]))
  })
})
