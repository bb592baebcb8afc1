import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import { OdometryBit, type Odometry } from '#link/messages.gen.js'
import { compose } from '#localisation/scan/frames.js'
import { PoseCorrector } from '#robots/field/pose/pose-corrector.js'
import type { Placement } from '#robots/field/pose/corrections.js'
import { VirtualScanner } from '#simulation/field/world/sensors/virtual-scanner.js'
import { benchmarkMap } from '../simulation/support/field.js'

const WHERE_IT_STANDS: Pose = { x: m(1.2), y: m(0.7), theta: rad(0.1) }
const WHERE_IT_BELIEVES: Pose = { x: m(1.22), y: m(0.69), theta: rad(0.12) }

/** A robot that stands on the field, in virtual time: it says every 20 ms that its wheels have not turned. */
class Standing {
  armed = true
  silent = false
  broken = false
  stands: Pose = WHERE_IT_STANDS
  /** the wheels turn, by nothing that could be measured */
  rolls = false
  readonly sent: Placement[] = []
  readonly failures: unknown[] = []
  /** whether the controller receives a correction */
  receives = (): boolean => true
  #inEffect = { seq: 0, ...WHERE_THE_ODOMETRY_BEGINS }
  readonly corrector: PoseCorrector
  readonly #startUs: number
  readonly #scanner = new VirtualScanner({
    map: benchmarkMap,
    name: { seed: 4, field: benchmarkMap.id, episode: 1 },
    poseNow: () => this.stands,
  })
  #ms = 0

  /** @param startUs what the controller's clock says as the scanner starts */
  constructor(startUs = 0) {
    this.#startUs = startUs
    this.corrector = new PoseCorrector({
      map: benchmarkMap,
      scanner: {
        model: 'ld19',
        read: () => {
          if (this.broken) throw new Error('unplugged')
          const { bytes, arrivedUs } = this.#scanner.read()
          return { bytes: this.silent ? new Uint8Array(0) : bytes, arrivedUs: (startUs + arrivedUs) >>> 0 }
        },
      },
      isArmed: () => this.armed,
      place: (placement) => {
        const seq = this.sent.push(placement)
        if (this.receives()) this.#inEffect = { seq, ...placement }
        return seq
      },
      onFailure: (cause) => void this.failures.push(cause),
    })
  }

  /** how far the controller's pose is off, metres */
  get error(): number {
    return errorAfter(this.#inEffect)
  }

  run(ms: number): this {
    for (const end = this.#ms + ms; this.#ms < end;) {
      this.#ms += 20
      this.#scanner.advance(this.#ms)
      this.corrector.hear(this.#odometry())
    }
    return this
  }

  #odometry(): Odometry {
    const { x, y, theta } = WHERE_IT_BELIEVES
    const tUs = (this.#startUs + 1000 * this.#ms) >>> 0
    const turn = [0, 0, 0] as const
    const now = { placeSeq: this.#inEffect.seq, speedScale: 1000 }
    const flags = this.rolls ? 0 : OdometryBit.standing
    return { kind: 'odometry', tUs, epoch: 3, flags, turn, x, y, theta, ...now }
  }
}

const WHERE_THE_ODOMETRY_BEGINS = { x: 0, y: 0, theta: 0 }

/** How far the controller's pose is off once it has obeyed, metres. */
function errorAfter({ x, y, theta }: Omit<Placement, 'epoch'>): number {
  const corrected = compose({ x: m(x), y: m(y), theta: rad(theta) }, WHERE_IT_BELIEVES)
  return Math.hypot(corrected.x - WHERE_IT_STANDS.x, corrected.y - WHERE_IT_STANDS.y)
}

describe('the correction of the pose by a laser scanner', () => {
  it('tells the controller within a second where it stands, for the odometry that it speaks of', () => {
    const { sent, corrector } = new Standing().run(1000)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.map(({ epoch }) => epoch)).toEqual(sent.map(() => 3))
    expect(errorAfter(sent.at(-1) as Placement)).toBeLessThan(0.01)
    expect(corrector.estimate.quality).toBe('tracking')
    expect(corrector.counters.accepted).toBeGreaterThan(5)
  })

  it('says nothing before the robot is armed', () => {
    const robot = new Standing()
    robot.armed = false
    expect(robot.run(1000).sent).toEqual([])
    expect(robot.corrector.estimate.quality).toBe('tracking')
    robot.armed = true
    expect(errorAfter(robot.run(40).sent.at(-1) as Placement)).toBeLessThan(0.01)
  })

  it('says nothing while the scanner is silent, and goes on when it speaks again', () => {
    const robot = new Standing()
    robot.silent = true
    expect(robot.run(1000).sent).toEqual([])
    expect(robot.corrector.estimate.quality).toBe('coasting')
    robot.silent = false
    expect(errorAfter(robot.run(1000).sent.at(-1) as Placement)).toBeLessThan(0.01)
  })

  it('is not misled by a clock that wraps', () => {
    const robot = new Standing(2 ** 32 - 500_000).run(1500)
    expect(errorAfter(robot.sent.at(-1) as Placement)).toBeLessThan(0.01)
    expect(robot.corrector.counters.accepted).toBeGreaterThan(10)
  })

  it('is sent again where it was lost on the way, and no robot is lost by that', () => {
    const robot = new Standing()
    robot.receives = () => robot.sent.length % 3 === 0
    robot.run(3000)
    expect(robot.error).toBeLessThan(0.005)
    expect(robot.sent.length).toBeGreaterThan(2)
    expect(robot.corrector.isLost).toBe(false)
  })

  it('that the controller never takes loses the robot: its pose is known to be wrong', () => {
    const robot = new Standing()
    robot.receives = () => false
    expect(robot.run(1500).corrector.isLost).toBe(false)
    expect(robot.run(1500).corrector.isLost).toBe(true)
    // sent again in the rhythm in which an answer is waited for, not in that of the odometry
    expect(robot.sent.length).toBeLessThan(20)
  })

  it('is under way for a moment only, and makes the pose surer than whoever set the robot up', () => {
    const robot = new Standing()
    const before = robot.corrector.deviation
    robot.run(400)
    expect(robot.corrector.isCorrecting).toBe(true)
    robot.run(2000)
    expect(robot.corrector.isCorrecting).toBe(false)
    const { deviation } = robot.corrector
    expect([before.place, before.heading]).toEqual([0.0175, 0.03])
    expect(deviation.place).toBeLessThan(0.004)
    expect(deviation.heading).toBeLessThan(0.02)
  })

  it('that fails says so once, and leaves the robot to its wheels', () => {
    const robot = new Standing().run(500)
    const before = robot.sent.length
    robot.broken = true
    robot.run(500)
    robot.broken = false
    robot.run(500)
    expect(robot.failures).toEqual([new Error('unplugged')])
    expect(robot.sent).toHaveLength(before)
  })
})

describe('a robot that somebody carries off', () => {
  const ELSEWHERE: Pose = { x: m(2.1), y: m(1.2), theta: rad(0.4) }
  const offBy = (found: Pose | undefined): number =>
    found === undefined ? Infinity : Math.hypot(found.x - ELSEWHERE.x, found.y - ELSEWHERE.y)

  it('is lost within a second, and is found within two', () => {
    const robot = new Standing().run(1000)
    expect(robot.corrector.isLost).toBe(false)
    robot.stands = ELSEWHERE
    expect(robot.run(1000).corrector.isLost).toBe(true)
    expect(robot.corrector.found).toBeUndefined()
    // the controller has not been told: whoever asks is told again and again
    expect(offBy(robot.run(1500).corrector.found)).toBeLessThan(0.02)
    expect(robot.corrector.isLost).toBe(true)
  })

  it('stays lost while somebody pushes it on, and what was found before counts no more', () => {
    const robot = new Standing().run(1000)
    robot.stands = ELSEWHERE
    robot.run(2500)
    robot.rolls = true
    robot.run(100)
    expect(robot.corrector.isLost).toBe(true)
    expect(robot.corrector.found).toBeUndefined()
    robot.rolls = false
    expect(robot.run(300).corrector.found).toBeUndefined()
    expect(offBy(robot.run(2000).corrector.found)).toBeLessThan(0.02)
  })

  it('is not searched for before it is armed', () => {
    const robot = new Standing().run(1000)
    robot.armed = false
    robot.stands = ELSEWHERE
    expect(robot.run(3000).corrector.found).toBeUndefined()
  })
})
