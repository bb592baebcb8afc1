import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { PoseFilter } from '#localisation/filter/ekf.js'
import type { PoseQuality, PoseSourceId } from '#localisation/ports.js'
import { fix, pose, STEP_US, SURE } from './support/ride.js'

/** A robot, its filter, and a clock that goes by steps. */
class Robot {
  readonly filter = new PoseFilter()
  #tUs = 0

  get quality(): PoseQuality {
    return this.filter.estimate().quality
  }

  place(): this {
    this.filter.place(pose(1, 1, 0), SURE)
    return this
  }

  /** Each wheel turns by so much a step, and the gyro says this; stands if the wheels do. */
  go(
    seconds: number,
    { wheels = [0, 0, 0], yaw = 0 }: { wheels?: [number, number, number]; yaw?: number } = {},
  ): this {
    const [a, b, c] = wheels
    const standing = wheels.every((turn) => turn === 0)
    for (let i = 0; i < Math.round(seconds * 50); i++) {
      this.#tUs += STEP_US
      const turn = [rad(a), rad(b), rad(c)] as const
      this.filter.odometry({ tUs: this.#tUs, dtUs: STEP_US, turn, yaw: rad(yaw), standing })
    }
    return this
  }

  /** A fix for the newest step, so far from where the robot was placed; then a step. */
  see(dx: number, dy = 0, source: PoseSourceId = 'lidar'): string {
    const { kind } = this.filter.fix(fix(pose(1 + dx, 1 + dy, 0), this.#tUs, source))
    this.go(0.02)
    return kind
  }
}

const placed = (): Robot => new Robot().place().go(1)

/** Sees five times the same that contradicts the pose. */
function contradicted(): Robot {
  const robot = placed()
  for (let i = 0; i < 5; i++) robot.see(0.2)
  return robot
}

describe('quality', () => {
  it('unknown → coasting: the robot is placed', () => {
    const robot = new Robot().go(1)
    expect(robot.quality).toBe('unknown')
    expect(robot.filter.estimate().pose).toEqual(pose(NaN, NaN, NaN))
    expect(robot.place().quality).toBe('coasting')
    expect(robot.filter.estimate().pose).toEqual(pose(1, 0.8, 0))
  })

  it('coasting → tracking → coasting: a fix, and 0.5 s without another', () => {
    const robot = placed()
    expect(robot.see(0.001)).toBe('accepted')
    expect(robot.quality).toBe('tracking')
    expect(robot.go(0.48).quality).toBe('tracking')
    expect(robot.go(0.02).quality).toBe('coasting')
  })

  it('tracking lasts 1 s after a fix by tags, which come less often', () => {
    const robot = placed()
    robot.see(0.001, 0, 'tags-mast')
    expect(robot.go(0.98).quality).toBe('tracking')
    expect(robot.go(0.02).quality).toBe('coasting')
  })

  it('tracking → doubtful: five rejected fixes that agree with each other', () => {
    const robot = placed()
    robot.see(0.001)
    const seen = Array.from({ length: 4 }, () => robot.see(0.2))
    expect(seen).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect(robot.quality).toBe('tracking')
    robot.see(0.2)
    expect(robot.quality).toBe('doubtful')
  })

  it('stays as it is for rejected fixes that do not agree, or with an accepted one among them', () => {
    const scattered = placed()
    for (let i = 0; i < 10; i++) expect(scattered.see(0.2 * Math.cos(i), 0.2 * Math.sin(i))).toBe('rejected')
    expect(scattered.quality).toBe('coasting')
    const interrupted = placed()
    for (const dx of [0.2, 0.2, 0.2, 0.2, 0, 0.2, 0.2, 0.2, 0.2]) interrupted.see(dx)
    expect(interrupted.quality).toBe('tracking')
  })

  it('knows that rejected fixes agree while the robot drives on', () => {
    const robot = placed()
    // 8 mm along x a step
    const along = 0.008 / 0.05
    const wheels: [number, number, number] = [
      -along * Math.sin(Math.PI / 3),
      0,
      along * Math.sin(Math.PI / 3),
    ]
    for (let i = 0; i < 5; i++) {
      robot.go(0.2, { wheels })
      robot.see(0.2 + 0.08 * (i + 1))
    }
    expect(robot.quality).toBe('doubtful')
  })

  it('coasting → doubtful → tracking: too far by the wheels alone, then a fix', () => {
    const robot = placed()
    const along = 0.008 / 0.05
    const wheels: [number, number, number] = [
      -along * Math.sin(Math.PI / 3),
      0,
      along * Math.sin(Math.PI / 3),
    ]
    let steps = 0
    for (; robot.quality === 'coasting' && steps < 1000; steps++) robot.go(0.02, { wheels })
    expect(robot.quality).toBe('doubtful')
    const { covariance } = robot.filter.estimate()
    expect(Math.sqrt(Math.max(covariance.xx, covariance.yy))).toBeGreaterThan(0.03)
    expect(robot.see(0.008 * steps)).toBe('accepted')
    expect(robot.quality).toBe('tracking')
  })

  it('doubtful → tracking: three accepted fixes in a row confirm the old pose', () => {
    const robot = contradicted()
    for (const dx of [0, 0, 0.2, 0, 0]) robot.see(dx)
    expect(robot.quality).toBe('doubtful')
    robot.see(0)
    expect(robot.quality).toBe('tracking')
  })

  it('doubtful: fixes that see only a part of the pose confirm nothing', () => {
    const robot = contradicted()
    for (let i = 0; i < 5; i++) {
      const { tUs } = robot.filter.estimate()
      const wall = { ...fix(pose(1, 1, 0), tUs), covariance: { ...SURE, yy: 1e8 }, rank: 2 as const }
      expect(robot.filter.fix(wall).kind).toBe('accepted')
      robot.go(0.02)
    }
    expect(robot.quality).toBe('doubtful')
  })

  it('doubtful → lost: a doubt of 2 s; then only a placement helps', () => {
    const robot = contradicted()
    expect(robot.go(1.96).quality).toBe('doubtful')
    expect(robot.go(0.04).quality).toBe('lost')
    for (let i = 0; i < 10; i++) expect(robot.see(0)).toBe('accepted')
    expect(robot.quality).toBe('lost')
    expect(robot.place().quality).toBe('coasting')
  })

  it('doubtful: a robot placed more vaguely than it may drive', () => {
    const robot = placed()
    const vague = { ...SURE, tt: ((20 * Math.PI) / 180) ** 2 }
    robot.filter.place({ x: m(1), y: m(1), theta: rad(0) }, vague)
    expect(robot.go(0.02).quality).toBe('doubtful')
  })
})

describe('gyro against wheels', () => {
  it('coasting → doubtful: somebody turns the robot by hand, and the wheels stand', () => {
    const robot = placed()
    expect(robot.go(0.18, { yaw: 0.01 }).quality).toBe('coasting')
    expect(robot.go(0.02, { yaw: 0.01 }).quality).toBe('doubtful')
    // what the hand did is no bias of the gyro
    const after = placed().go(0.2, { yaw: 0.01 })
    expect(after.go(1).filter.estimate().pose.theta).toBeCloseTo(0, 6)
    expect(after.go(1).quality).toBe('lost')
  })

  it('doubtful → tracking: not by one fix, however many were accepted before the push', () => {
    const robot = placed()
    for (let i = 0; i < 10; i++) robot.see(0)
    robot.go(0.2, { yaw: 0.01 })
    expect(robot.see(0)).toBe('accepted')
    robot.see(0)
    expect(robot.quality).toBe('doubtful')
    robot.see(0)
    expect(robot.quality).toBe('tracking')
  })

  it('a short bump is no push', () => {
    const robot = placed()
    for (let i = 0; i < 10; i++) robot.go(0.1, { yaw: 0.01 }).go(0.02)
    expect(robot.quality).toBe('coasting')
  })

  it('coasting → doubtful: the wheels turn the robot, and the gyro says that it is held', () => {
    const robot = placed()
    const wheels: [number, number, number] = [0.05, 0.05, 0.05]
    expect(robot.go(0.18, { wheels }).quality).toBe('coasting')
    expect(robot.go(0.02, { wheels }).quality).toBe('doubtful')
  })
})
