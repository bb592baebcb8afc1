import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WheelLoop } from './support/wheel-loop.js'

/** of calibration.h and fw_wheel.h */
const RAD_PER_COUNT = (2 * Math.PI) / 4096
const TOP_SPEED = 30

/** A wheel with its motor: first order, friction, and what of it may be wired the wrong way round. */
class Motor {
  speed = 0
  /** share of the nominal supply voltage */
  supply = 1
  /** −1: encoder or bridge is crossed */
  wiring = 1
  jammed = false
  #angle = 0

  /** One millisecond. @param duty −1…1; 0 brakes */
  step(duty: number): void {
    const still = Math.abs(this.speed) < 0.02
    // friction holds a standing wheel against little, and slows a turning one
    const drive = still && Math.abs(duty) < FRICTION ? 0 : duty
    const loss = FRICTION * Math.sign(still ? drive : this.speed)
    this.speed += ((drive * this.supply - loss) * TOP_SPEED - this.speed) / LAG_MS
    if (this.jammed || (still && drive === 0)) this.speed = 0
    this.#angle += this.speed * 0.001
  }

  /** rad since the start */
  get angle(): number {
    return this.#angle
  }

  get count(): number {
    return Math.floor((this.#angle * this.wiring) / RAD_PER_COUNT)
  }
}
const FRICTION = 0.03
const LAG_MS = 60

/** Loop and motor for some milliseconds. @returns the motor's speed in each of them */
function run(
  wheel: WheelLoop,
  motor: Motor,
  milliseconds: number,
  setpoint: (ms: number) => number,
): number[] {
  return Array.from({ length: milliseconds }, (_, ms) => {
    wheel.measure(motor.count)
    motor.step(wheel.duty(setpoint(ms)))
    return motor.speed
  })
}

describe('the speed loop of a wheel (firmware-protocol/core/fw_wheel.c)', () => {
  it('measures the speed over 8 ms, across the wrap of the counter, in both directions', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 65_535 }), (perMs, from) => {
        const wheel = new WheelLoop()
        for (let ms = 0; ms < 8; ms++) wheel.measure(from)
        expect(wheel.measure(from)).toBe(0)
        let speed = 0
        for (let ms = 1; ms <= 8; ms++) speed = wheel.measure(from + perMs * ms)
        expect(speed).toBeCloseTo(perMs * 1000 * RAD_PER_COUNT, 3)
      }),
    )
  })

  it('resolves 0.19 rad/s, and forgets a single count after 8 ms', () => {
    const wheel = new WheelLoop()
    const speeds = [0, 0, 1, ...Array<number>(10).fill(1)].map((count) => wheel.measure(count))
    expect(speeds[2]).toBeCloseTo(0.1917, 3)
    expect(speeds.slice(2, 10).every((speed) => speed === speeds[2])).toBe(true)
    expect(speeds.slice(10)).toEqual([0, 0, 0])
  })

  it('duty stays within −1…1 and is a number, whatever is measured and asked for', () => {
    const step = fc.record({
      count: fc.integer({ min: 0, max: 65_535 }),
      setpoint: fc.float({ min: -1000, max: 1000, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const wheel = new WheelLoop()
        for (const { count, setpoint } of steps) {
          wheel.measure(count)
          const duty = wheel.duty(setpoint)
          expect(duty >= -1 && duty <= 1).toBe(true)
        }
      }),
    )
  })

  it('a wheel that stands and is to stand gets no duty, also after it was blocked at full duty', () => {
    const wheel = new WheelLoop()
    const motor = new Motor()
    motor.jammed = true
    run(wheel, motor, 5000, () => 10)
    motor.jammed = false
    wheel.measure(motor.count)
    expect(wheel.duty(0)).toBe(0)
    expect(run(wheel, motor, 500, () => 0).every((speed) => speed === 0)).toBe(true)
  })

  it.each([1, 0.8])(
    'follows a ramp of 2 m/s² at %f of the nominal voltage, and holds the speed to 2 %',
    (supply) => {
      const wheel = new WheelLoop()
      const motor = new Motor()
      motor.supply = supply
      const ramp = (ms: number): number => Math.min(12, ms * 0.04)
      const speeds = run(wheel, motor, 1500, ramp)
      expect(Math.max(...speeds)).toBeLessThan(12 * 1.1)
      const settled = speeds.slice(1000)
      const mean = settled.reduce((sum, speed) => sum + speed, 0) / settled.length
      expect(Math.abs(mean - 12)).toBeLessThan(0.24)
      // and down again
      const down = run(wheel, motor, 1500, (ms) => Math.max(0, 12 - ms * 0.04))
      expect(Math.min(...down)).toBeGreaterThan(-1.2)
      expect(down.slice(1000).every((speed) => Math.abs(speed) < 0.2)).toBe(true)
      expect(wheel.verdict).toBe('credible')
    },
  )

  it('forgets its error while the motors are cut', () => {
    const wheel = new WheelLoop()
    const motor = new Motor()
    motor.jammed = true
    run(wheel, motor, 3000, () => 10)
    wheel.rest()
    motor.jammed = false
    const speeds = run(wheel, motor, 600, (ms) => Math.min(5, ms * 0.04))
    expect(Math.max(...speeds)).toBeLessThan(6.5)
  })

  it.each([1, 12])('a crossed encoder or bridge is noticed in time at a setpoint of %f rad/s', (setpoint) => {
    const wheel = new WheelLoop()
    const motor = new Motor()
    motor.wiring = -1
    let noticed = 0
    while (wheel.verdict === 'credible' && noticed < 5000) {
      run(wheel, motor, 1, () => Math.min(setpoint, 0.04 * noticed))
      noticed++
    }
    expect(noticed).toBeLessThanOrEqual(150)
    expect(Math.abs(motor.angle)).toBeLessThan(1)
    wheel.rest()
    expect(wheel.verdict).toBe('credible')
  })

  it.each(['dead', 'one channel'] as const)('an encoder that is %s is noticed in time', (fault) => {
    const wheel = new WheelLoop()
    const motor = new Motor()
    let noticed = 0
    while (wheel.verdict === 'credible' && noticed < 5000) {
      wheel.measure(fault === 'dead' ? 7 : 7 + (noticed & 1))
      motor.step(wheel.duty(Math.min(2, 0.04 * noticed)))
      noticed++
    }
    expect(noticed).toBeLessThanOrEqual(150)
    expect(Math.abs(motor.angle)).toBeLessThan(0.6)
  })

  it('is no false alarm: reversals and e-stop ramps from full speed at any voltage', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.7, max: 1.2, noNaN: true }),
        fc.double({ min: -14, max: 14, noNaN: true }),
        fc.double({ min: -14, max: 14, noNaN: true }),
        fc.constantFrom(0.04, 0.06, 0.2),
        (supply, first, second, slope) => {
          const wheel = new WheelLoop()
          const motor = new Motor()
          motor.supply = supply
          let setpoint = 0
          const towards = (goal: number) => (): number =>
            (setpoint += Math.max(-slope, Math.min(slope, goal - setpoint)))
          for (const goal of [first, second, 0]) {
            run(wheel, motor, 400, towards(goal))
            expect(wheel.verdict).toBe('credible')
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
