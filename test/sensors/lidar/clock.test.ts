import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { DeviceClock } from '#sensors/lidar/clock.js'

interface Device {
  /** share by which its clock is fast */
  readonly skew: number
  /** µs between packets */
  readonly everyUs: number
  readonly jitterUs: number
}

const START_US = 5_000_000

/** Feeds packets that are sent from one host time to another and returns the largest error of the time of each. */
function worst(clock: DeviceClock, device: Device, fromUs: number, toUs: number, jumpUs = 0): number {
  const rng = stream('clock', device.skew, fromUs)
  let error = 0
  for (let us = fromUs; us < toUs; us += device.everyUs) {
    const deviceUs = (us - START_US) * (1 + device.skew) + jumpUs
    clock.heard(deviceUs, us + device.jitterUs * rng.next())
    error = Math.max(error, Math.abs(clock.hostUs(deviceUs) - us))
  }
  return error
}

describe('the clock of a scanner', () => {
  const ld19: Device = { skew: 5e-5, everyUs: 2667, jitterUs: 8000 }

  it('is found within 1 ms from arrivals that are up to 8 ms late, after 2 s and for a minute', () => {
    const errors = [-1e-4, -5e-5, 0, 5e-5, 1e-4].map((skew) => {
      const clock = new DeviceClock(2e-4)
      const start = worst(clock, { ...ld19, skew }, START_US, START_US + 2e6)
      return [start, worst(clock, { ...ld19, skew }, START_US + 2e6, START_US + 60e6)]
    })
    expect(errors.length).toBe(5)
    // the very first packet may have been as late as any
    expect(Math.max(...errors.map(([start]) => start ?? NaN))).toBeLessThan(8000)
    expect(Math.max(...errors.map(([, after]) => after ?? NaN))).toBeLessThan(300)
  })

  it('is found where points are counted and their number a second is 2 % off', () => {
    const errors = [-0.02, 0.02].map((skew) => {
      const clock = new DeviceClock(0.03)
      const capsules = { skew, everyUs: 8000, jitterUs: 8000 }
      worst(clock, capsules, START_US, START_US + 3e6)
      return worst(clock, capsules, START_US + 3e6, START_US + 60e6)
    })
    expect(errors.length).toBe(2)
    expect(Math.max(...errors)).toBeLessThan(1000)
  })

  it('would not be found by the earliest arrival alone, without a slope', () => {
    const clock = new DeviceClock(0)
    worst(clock, { ...ld19, skew: -2e-4 }, START_US, START_US + 12e6)
    expect(worst(clock, { ...ld19, skew: -2e-4 }, START_US + 12e6, START_US + 14e6)).toBeGreaterThan(1500)
  })

  it('is found anew when the device counts from the start or has lost points: a crystal in 0.5 s, a count in 3 s', () => {
    const of = ([maxSkew, settlesUs]: readonly [number, number], gapUs: number, jumpUs: number): number => {
      const clock = new DeviceClock(maxSkew)
      worst(clock, ld19, START_US, START_US + 10e6)
      const again = START_US + 10e6 + gapUs
      worst(clock, ld19, again, again + settlesUs, jumpUs)
      return worst(clock, ld19, again + settlesUs, again + 20e6, jumpUs)
    }
    const after = (gapUs: number, jumpUs: number): number =>
      Math.max(of([2e-4, 0.5e6], gapUs, jumpUs), of([0.03, 3e6], gapUs, jumpUs))
    // points lost, and the host's time has gone on; then the other way round; then both at once
    const [lost, ahead, anew] = [
      [8000, 20_000, 300_000].map((us) => after(us, -us)),
      [8000, 40_000, 3_000_000].map((us) => after(0, us)),
      [0, 4_000_000].map((us) => after(us, -9_000_000)),
    ]
    expect(Math.max(...lost)).toBeLessThan(1000)
    expect(Math.max(...ahead)).toBeLessThan(1000)
    expect(Math.max(...anew)).toBeLessThan(1000)
  })

  it('is not moved by packets that all come late for a while, as they do on a busy computer', () => {
    const clock = new DeviceClock(2e-4)
    worst(clock, ld19, START_US, START_US + 5e6)
    const deviceUs = (us: number): number => (us - START_US) * (1 + ld19.skew)
    for (let us = START_US + 5e6; us < START_US + 5.2e6; us += 2667)
      clock.heard(deviceUs(us), START_US + 5.2e6)
    expect(Math.abs(clock.hostUs(deviceUs(START_US + 5.2e6)) - START_US - 5.2e6)).toBeLessThan(300)
    expect(worst(clock, ld19, START_US + 5.2e6, START_US + 8e6)).toBeLessThan(300)
  })
})
