import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { DeviceClock } from '#sensors/lidar/clock.js'
import { counterClockwise, type ScannerPoint } from '#sensors/lidar/scanner-point.js'
import { SweepCutter } from '#sensors/lidar/sweep.js'

/** the device's clock is 1 s behind the host's */
function clockOf(): DeviceClock {
  const clock = new DeviceClock(0)
  clock.heard(0, 1_000_000)
  return clock
}
const cutter = (parts: 1 | 4 = 1, yaw = 0): SweepCutter =>
  new SweepCutter(clockOf(), { parts, yaw: rad(yaw) })

/** A head that begins at an angle (degrees clockwise) and turns `hz` times a second, 500 points a second. */
const points = (count: number, hz: number, from = 0, fromUs = 0): ScannerPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    angle: counterClockwise((((from + (360 * hz * i) / 500) % 360) + 360) % 360),
    range: m(1 + i / 1000),
    deviceUs: fromUs + 2000 * i,
  }))

describe('sweeps', () => {
  it('are whole turns from mark to mark; the part in which the stream begins is left out', () => {
    // 10 turns a second and 500 points: 50 points a turn, of 7.2°; it begins at 93.6°, 37 points before the mark
    const sweeps = cutter().push(points(37 + 3 * 50 + 1, 10, 93.6))
    expect(sweeps.map(({ tookUs }) => tookUs)).toEqual([100_000, 100_000, 100_000])
    const scan = sweeps[1]?.scan
    expect(scan?.ranges).toEqual(Array.from({ length: 50 }, (_, i) => 1 + (37 + 50 + i) / 1000))
    expect(scan?.startUs).toBe(1_000_000 + 2000 * (37 + 50))
    expect(scan?.endUs).toBe(1_000_000 + 2000 * (37 + 99))
    expect(scan?.offsetsUs).toEqual(Array.from({ length: 50 }, (_, i) => 2000 * i))
    expect(scan?.angles.length).toBe(50)
    // counter-clockwise: a head that turns clockwise goes from 0 down, through −90° and 180°
    const degrees = scan?.angles.map((angle) => Math.round((angle * 1800) / Math.PI) / 10) ?? []
    expect([degrees[0], degrees[1], degrees[25], degrees[26], degrees[49]]).toEqual(
      [0, -7.2, 180, 172.8, 7.2].map((each) => each),
    )
  })

  it('are quarters of a turn where a guard cannot wait for a whole one', () => {
    const sweeps = cutter(4).push(points(37 + 2 * 50 + 1, 10, 93.6))
    expect(sweeps.length).toBe(9 + 1)
    const quadrants = sweeps.map(
      ({ scan }) => new Set(scan?.angles.map((angle) => Math.ceil(angle / (Math.PI / 2)))),
    )
    expect(quadrants.map((each) => [...each])).toEqual([2, 1, 0, -1, 2, 1, 0, -1, 2, 1].map((each) => [each]))
    expect(sweeps.every(({ scan }) => [12, 13].includes(scan?.ranges.length ?? 0))).toBe(true)
    const all = sweeps.flatMap(({ scan }) => scan?.ranges ?? [])
    expect(new Set(all).size).toBe(all.length)
  })

  it('have the angles of the robot where the scanner is mounted turned', () => {
    const [sweep] = cutter(1, Math.PI / 2).push(points(110, 10, 350))
    expect(((sweep?.scan?.angles[0] ?? NaN) * 180) / Math.PI).toBeCloseTo(90 - 4.4, 6)
    const angles = sweep?.scan?.angles ?? []
    expect(Math.max(...angles)).toBeLessThanOrEqual(Math.PI)
    expect(Math.min(...angles)).toBeGreaterThan(-Math.PI)
  })

  it('are refused when they took longer than 300 ms, but for how long they took', () => {
    const slow = cutter().push(points(1000, 3, 350))
    expect(slow.length).toBe(5)
    expect(slow.every(({ scan, tookUs }) => scan === undefined && Math.abs(tookUs - 333_333) < 2000)).toBe(
      true,
    )
    const bearable = cutter().push(points(1000, 3.5, 350))
    expect(bearable.length).toBe(6)
    expect(bearable.every(({ scan }) => (scan?.ranges.length ?? 0) >= 142)).toBe(true)
  })

  it('hold no more than 300 ms of a head that stands still, and go on when it turns again', () => {
    const cut = cutter()
    cut.push(points(60, 10))
    const still = Array.from({ length: 500_000 }, (_, i) => ({
      angle: counterClockwise(60),
      range: m(1),
      deviceUs: 120_000 + 2000 * i,
    }))
    expect(cut.push(still)).toEqual([])
    const after = cut.push(points(160, 10, 60, 120_000 + 2000 * 500_000))
    expect(after.map(({ scan }) => scan?.ranges.length)).toEqual([undefined, 50, 50])
  })

  it('do not join what is more than 50 ms apart: nobody knows how far the head has turned', () => {
    const before = points(80, 10, 350)
    const after = points(120, 10, 200, 2000 * 80 + 60_000)
    const sweeps = cutter().push([...before, ...after])
    expect(sweeps.map(({ scan }) => scan?.ranges.length)).toEqual([50, 50])
    // a shorter gap leaves a turn with fewer points
    const some = points(200, 10, 350).filter((_, i) => i < 80 || i > 92)
    expect(
      cutter()
        .push(some)
        .map(({ scan }) => scan?.ranges.length),
    ).toEqual([50, 37, 50])
  })

  it('are not cut twice where angles near the mark go a little to and fro', () => {
    const wobbly = points(260, 10, 350).map((point, i) => ({
      ...point,
      angle: counterClockwise((350 + 7.2 * i + (i % 2 === 0 ? 0 : -9) + 360) % 360),
    }))
    const sweeps = cutter().push(wobbly)
    expect(sweeps.length).toBe(5)
    expect(sweeps.every(({ scan }) => Math.abs((scan?.ranges.length ?? 0) - 50) <= 2)).toBe(true)
  })
})
