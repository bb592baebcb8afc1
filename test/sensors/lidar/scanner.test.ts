import { describe, expect, it } from 'vitest'
import type { LaserScan } from '#localisation/ports.js'
import { defaultSite } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import { LaserScanner } from '#sensors/lidar/scanner.js'
import { NO_LIDAR_ERRORS } from '#simulation/field/world/sensors/lidar-errors.js'
import { cast, sceneOf } from '#simulation/field/world/sensors/ray-casting.js'
import { benchmarkMap } from '../../simulation/support/field.js'
import { capsule, denseCabins, expressCabins, node } from '../support/rplidar-bytes.js'
import { Line, lidarOf, STANDING } from '../support/line.js'

const RAY_US = 1e6 / 4500
/** The simulated scanner makes exactly 450 rays a turn when it does not err: a ray's number is in its angle. */
const STEP = (2 * Math.PI) / 450

/**
 * By how much the times of points are off, µs: when each was really measured follows from its angle, the turn it
 * belongs to and the angle of the very first ray.
 */
function timeErrors(turns: readonly LaserScan[], firstAngle: number, fromUs: number): readonly number[] {
  return turns.flatMap(({ startUs, angles, offsetsUs }) =>
    angles.flatMap((angle, i) => {
      const us = startUs + (offsetsUs[i] ?? NaN)
      if (us < fromUs) return []
      const inTurn = ((((firstAngle - angle) / STEP) % 450) + 450) % 450
      const turn = Math.round((us / RAY_US - inTurn) / 450)
      return [us - (turn * 450 + Math.round(inTurn)) * RAY_US]
    }),
  )
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

describe('an LD19, from the bytes of the simulation to scans', () => {
  const errors = { ...NO_LIDAR_ERRORS, clock: 5e-5 }
  /** of the first ray that was measured: it stands in bytes 4 and 5 of the first packet */
  const firstAngleOf = (seed: number): number => {
    const bytes = lidarOf({ errors, name: { seed, field: 'bench', episode: 1 } }).advance(
      10_000,
      () => STANDING,
    )
    return (-(((bytes[4] as number) | ((bytes[5] as number) << 8)) / 100) * Math.PI) / 180
  }

  it('dates points within 1 ms after 2 s, although bytes are held back for 0 to 8 ms', () => {
    // half a minute: the time stamp begins again in it
    const runs = [
      { seed: 1, ms: 32_000 },
      { seed: 2, ms: 10_000 },
      { seed: 3, ms: 10_000 },
    ]
    const all = runs.flatMap(({ seed, ms }) => {
      const line = new Line(lidarOf({ errors, name: { seed, field: 'bench', episode: 1 } }), undefined, 8000)
      const { turns, quarters } = line.run(ms)
      expect(turns.length).toBeGreaterThan(ms / 100 - 3)
      return [turns, quarters].map((scans) => timeErrors(scans, firstAngleOf(seed), 2e6))
    })
    expect(all.flat().length).toBeGreaterThan(2 * 46 * 4400)
    // the simulated line is looked at once in a millisecond, so that bytes are up to 1 ms old before they are held back
    expect(Math.max(...all.map(largest))).toBeLessThan(1000)
  })

  it('hands over scans of what stands there: boards and post, within a millimetre', () => {
    const line = new Line(lidarOf({ errors: NO_LIDAR_ERRORS }))
    const { turns, quarters } = line.run(1100)
    expect([turns.length, quarters.length]).toEqual([10, 43])
    const scene = sceneOf(defaultSite(benchmarkMap))
    const body = {
      x: m(STANDING.x - 0.2 * Math.sin(STANDING.theta)),
      y: m(STANDING.y + 0.2 * Math.cos(STANDING.theta)),
    }
    const off = turns.flatMap(({ angles, ranges }) =>
      angles.map((angle, i) => {
        const [range, truth] = [ranges[i] ?? Infinity, cast(scene, body, STANDING.theta + angle)]
        return Number.isNaN(range) && truth === Infinity ? 0 : Math.abs(range - truth)
      }),
    )
    expect(off.length).toBe(4500)
    expect(off.filter((each) => !(each < 0.002)).length).toBeLessThan(20)
  })

  it('gives every point to one turn and one quarter', () => {
    const { turns, quarters } = new Line(lidarOf()).run(1000)
    const whole = turns.flatMap(({ ranges }) => ranges)
    const from = quarters.findIndex(({ ranges }) => ranges.every((range, i) => Object.is(range, whole[i])))
    expect(from).toBeGreaterThanOrEqual(0)
    expect(from).toBeLessThan(4)
    const parts = quarters.slice(from).flatMap(({ ranges }) => ranges)
    expect(whole.length).toBeGreaterThan(3900)
    expect(parts.slice(0, whole.length)).toEqual(whole)
  })
})

describe('the other scanners, from bytes to scans', () => {
  /** 3 s of a room with one wall on each side; the head turns 10 times a second */
  const bytesOf = {
    'rplidar-c1': Array.from({ length: 375 }, (_, i) =>
      capsule((28.8 * i) % 360, denseCabins(Array.from({ length: 40 }, (_, k) => 1000 + k))),
    ),
    'rplidar-a1': Array.from({ length: 375 }, (_, i) =>
      capsule(
        (28.8 * i) % 360,
        expressCabins(Array.from({ length: 32 }, (_, k) => ({ mm: 1000 + k, correction: 0 }))),
      ),
    ),
    'rplidar-a1-legacy': Array.from({ length: 6000 }, (_, i) =>
      node((1.8 * i) % 360, 1000 + (i % 7), i % 200 === 0),
    ),
  } as const

  it.each([
    ['rplidar-c1', 500, 8000],
    ['rplidar-a1', 400, 8000],
    ['rplidar-a1-legacy', 200, 500],
  ] as const)('%s: turns of %i rays, 10 a second, dated on the host', (model, rays, everyUs) => {
    const scanner = new LaserScanner({ model, yaw: rad(0), startUs: 0 })
    const turns = bytesOf[model].flatMap((bytes, i) => scanner.feed(bytes, 20_000 + i * everyUs).turns)
    expect(turns.length).toBe(29 - 1)
    expect(turns.every(({ ranges }) => ranges.length === rays)).toBe(true)
    expect(
      turns.every(({ startUs, endUs }) => Math.abs(endUs - startUs - (100_000 - 100_000 / rays)) < 20),
    ).toBe(true)
    const gaps = turns.slice(1).map(({ startUs }, i) => startUs - (turns[i]?.startUs ?? NaN))
    expect(gaps.every((gap) => Math.abs(gap - 100_000) < 20)).toBe(true)
    expect(scanner.health(3_020_000).state).toBe('ok')
    expect(scanner.requests.length).toBe(3)
  })
})
