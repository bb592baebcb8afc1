import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { defaultSite } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import { NO_LIDAR_ERRORS } from '#simulation/field/world/sensors/lidar-errors.js'
import type { LidarFault } from '#simulation/field/world/sensors/lidar-faults.js'
import { Lidar } from '#simulation/field/world/sensors/lidar.js'
import { cast, sceneOf } from '#simulation/field/world/sensors/ray-casting.js'
import { benchmarkMap } from '../../../support/field.js'
import { packetsIn, raysIn, sends, type ReadRay } from './support/packets.js'

const SITE = defaultSite(benchmarkMap)
const STANDING: Pose = { x: m(1.2), y: m(0.5), theta: rad(0) }

const bytesOf = (fault: LidarFault | undefined, ms = 1000): Uint8Array => {
  const lidar = new Lidar({
    name: { seed: 1, field: 'bench', episode: 1 },
    site: SITE,
    errors: NO_LIDAR_ERRORS,
  })
  lidar.fault = fault
  return sends(lidar, ms, { pose: STANDING })
}
const raysOf = (fault: LidarFault | undefined): readonly ReadRay[] => raysIn(packetsIn(bytesOf(fault)))
const share = (rays: readonly ReadRay[], holds: (ray: ReadRay) => boolean): number =>
  rays.filter(holds).length / rays.length
/** mm, where a ray that is reported at this angle would end if angles counted clockwise (1) or the other way (−1) */
const truth = ({ angle }: ReadRay, clockwise: 1 | -1): number =>
  1000 * cast(sceneOf(SITE), { x: m(1.2), y: m(0.7) }, (-clockwise * angle * Math.PI) / 180)
const isRight = (ray: ReadRay, clockwise: 1 | -1): boolean => {
  const mm = truth(ray, clockwise)
  return ray.mm === 0 ? mm > 12_000 : Math.abs(ray.mm - mm) < 5
}

describe('faults of the simulated scanner', () => {
  it('silent: nothing is sent', () => {
    expect(bytesOf('silent').length).toBe(0)
    expect(packetsIn(bytesOf(undefined)).length).toBe(374)
  })

  it('blind: no ray comes back; half-blind: none of half a turn', () => {
    expect(share(raysOf('blind'), ({ mm }) => mm > 0)).toBe(0)
    const half = raysOf('half-blind')
    expect(
      share(
        half.filter(({ angle }) => angle < 179),
        ({ mm }) => mm > 0,
      ),
    ).toBe(0)
    expect(
      share(
        half.filter(({ angle }) => angle > 181),
        ({ mm }) => mm > 0,
      ),
    ).toBeGreaterThan(0.9)
  })

  it('covered: every ray ends within 90 mm', () => {
    expect(share(raysOf('covered'), ({ mm }) => mm >= 30 && mm <= 90)).toBe(1)
  })

  it('slow: 3 turns a second, of 1500 rays', () => {
    const packets = packetsIn(bytesOf('slow'))
    expect(new Set(packets.map(({ speed }) => speed))).toEqual(new Set([1080]))
    const turned = packets
      .slice(1)
      .reduce((sum, { start }, i) => sum + ((start - (packets[i]?.start ?? 0) + 360) % 360), 0)
    expect(turned / 360).toBeCloseTo((3 * (packets.length - 1)) / 375, 2)
  })

  it('mirrored: rays go the other way round, so that left is right', () => {
    expect(share(raysOf(undefined), (ray) => isRight(ray, 1))).toBeGreaterThan(0.99)
    expect(share(raysOf('mirrored'), (ray) => isRight(ray, -1))).toBeGreaterThan(0.99)
    expect(share(raysOf('mirrored'), (ray) => isRight(ray, 1))).toBeLessThan(0.5)
  })

  it('stale: the last turn comes again and again, with new stamps, though the robot moves', () => {
    const lidar = new Lidar({ name: { seed: 1, field: 'bench', episode: 1 }, site: SITE })
    const poseAt = (us: number): Pose => ({ ...STANDING, x: m(1.2 + us / 1e6 / 2) })
    const parts: Uint8Array[] = []
    for (let us = 0; us <= 1e6; us += 1000) {
      if (us === 300_000) lidar.fault = 'stale'
      parts.push(lidar.advance(us, poseAt))
    }
    const packets = packetsIn(Uint8Array.from(parts.flatMap((part) => [...part])))
    const content = packets.map(({ stamp: _, ...rest }) => JSON.stringify(rest))
    expect(packets.length).toBe(374)
    expect(new Set(content.slice(0, 112)).size).toBe(112)
    expect(content.slice(113 + 38)).toEqual(content.slice(113, -38))
    expect(content.slice(113, 113 + 37)).toEqual(content.slice(113 - 38, 112))
    const steps = packets.slice(1).map(({ stamp }, i) => (stamp - (packets[i]?.stamp ?? 0) + 30_000) % 30_000)
    expect(new Set(steps)).toEqual(new Set([2, 3]))
  })

  it('dusty: a fifth of the rays is too short', () => {
    const rays = raysOf('dusty')
    const short = share(rays, (ray) => ray.mm > 0 && ray.mm < truth(ray, 1) - 20)
    expect(short).toBeGreaterThan(0.17)
    expect(short).toBeLessThan(0.22)
    expect(share(rays, (ray) => isRight(ray, 1))).toBeGreaterThan(0.77)
    expect(share(rays, ({ mm }) => mm > 0 && mm < 120)).toBeLessThan(0.02)
  })

  it('ends when it is taken away', () => {
    const lidar = new Lidar({
      name: { seed: 1, field: 'bench', episode: 1 },
      site: SITE,
      errors: NO_LIDAR_ERRORS,
    })
    lidar.fault = 'blind'
    lidar.advance(500_000, () => STANDING)
    lidar.fault = undefined
    const rest = lidar.advance(1_000_000, () => STANDING)
    const whole = rest.subarray(rest.findIndex((byte, i) => byte === 0x54 && rest[i + 1] === 0x2c))
    const rays = raysIn(packetsIn(whole).slice(1))
    expect(rays.length).toBeGreaterThan(2000)
    expect(share(rays, (ray) => isRight(ray, 1))).toBeGreaterThan(0.99)
  })
})
