import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { FAR_APRON, ROBOT } from '#simulation/field/dimensions.js'
import { AT_REST } from '#simulation/field/plant.js'
import { Base } from '#simulation/field/world/base.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { FloorRolling } from '#simulation/field/world/ground/floor-rolling.js'
import { GROUNDS, type Ground } from '#simulation/field/world/ground/ground.js'
import { IDEAL_ROLLING, type Rolling } from '#simulation/field/world/ground/rolling.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { mission, Rig } from '../robots/support/rig.js'
import { benchmarkField, benchmarkMap } from './support/field.js'

const MIDDLE: Pose = { x: m(1.5), y: m(1.1), theta: rad(0) }
/** a floor without any error: what is left is where the base turns about */
const FLAWLESS: Ground = {
  slip: 0,
  radius: 0,
  distance: 0,
  direction: rad(0),
  startsOff: m(0),
  startsTurned: rad(0),
}

const floor = (ground: Ground, name: string | number): Rolling =>
  new FloorRolling(ground, { built: stream(name, 'base'), slip: stream(name, 'slip') })
const baseOn = (rolling: Rolling, start = MIDDLE): Base => new Base(benchmarkMap, start, rolling)

/** wheel speeds of a motion by the controller's own kinematics, rad/s. @param turn rad/s, about the gripper */
const wheelsFor = (x: number, y: number, turn: number): [number, number, number] => {
  const wheel = (degrees: number): number => {
    const at = (degrees * Math.PI) / 180
    return (-Math.sin(at) * x + Math.cos(at) * y + ROBOT.wheelBase * turn) / ROBOT.wheelRadius
  }
  return [wheel(60), wheel(180), wheel(300)]
}

/** Drives at these speeds for a time, then lets the wheels come to rest. */
function drive(base: Base, wheels: readonly [number, number, number], ms: number): Pose {
  const at = (speeds: typeof wheels) => ({ ...AT_REST, motorsEnabled: true, wheels: speeds })
  for (let t = 0; t < ms; t++) base.step(at(wheels), false)
  for (let t = 0; t < 300; t++) base.step(at([0, 0, 0]), false)
  return base.pose
}

const worldOn = (ground: 'ideal' | 'floor', seed: number, episode = 1): World =>
  createWorld({ setup: benchmarkField(), seed, episode, faults: FAULT_PROFILES.nominal, ground })

describe('the floor under the virtual base', () => {
  it('without errors and without turning carries it as the ideal one does', () => {
    for (const [x, y] of [
      [0.4, 0],
      [0, 0.3],
      [-0.3, 0.2],
    ] as const) {
      const ideal = drive(baseOn(IDEAL_ROLLING), wheelsFor(x, y, 0), 1500)
      const real = drive(baseOn(floor(FLAWLESS, 1)), wheelsFor(x, y, 0), 1500)
      expect(Math.hypot(real.x - ideal.x, real.y - ideal.y)).toBeLessThan(1e-6)
      expect(real.theta).toBeCloseTo(0, 5)
    }
  })

  it('turns it about the middle of its body, not about its gripper', () => {
    const { x, y, theta } = drive(baseOn(floor(FLAWLESS, 1)), wheelsFor(0, 0, 1), 1571)
    expect(theta).toBeCloseTo(1.571, 3)
    // a quarter turn: from 0.2 m in front of the body's middle to 0.2 m at its side
    expect(x - MIDDLE.x).toBeCloseTo(ROBOT.bodyBehindGripper, 2)
    expect(y - MIDDLE.y).toBeCloseTo(ROBOT.bodyBehindGripper, 2)
    const ideal = drive(baseOn(IDEAL_ROLLING), wheelsFor(0, 0, 1), 1571)
    expect(Math.hypot(ideal.x - MIDDLE.x, ideal.y - MIDDLE.y)).toBeLessThan(1e-9)
  })

  it('with slip spoils the heading of a straight metre as arithmetic says', () => {
    const slipping: Ground = { ...FLAWLESS, slip: 0.03 }
    const headings = Array.from({ length: 400 }, (_, i) => {
      const ahead = { ...MIDDLE, x: m(0.5) }
      return drive(baseOn(floor(slipping, i), ahead), wheelsFor(0.5, 0, 0), 2000).theta
    })
    const mean = headings.reduce((sum, each) => sum + each, 0) / headings.length
    const deviation = Math.sqrt(headings.reduce((sum, each) => sum + (each - mean) ** 2, 0) / headings.length)
    // two wheels roll √3/2 m each, each with a share of its own, uniform within ±3 %
    const expected = ((0.03 / Math.sqrt(3)) * Math.SQRT2 * (Math.sqrt(3) / 2)) / (3 * ROBOT.wheelBase)
    expect(Math.abs(mean)).toBeLessThan(0.01)
    expect(deviation / expected).toBeGreaterThan(0.86)
    expect(deviation / expected).toBeLessThan(1.14)
  })

  it('draws slip for each move, and the base itself once for all of them', () => {
    const slipping = baseOn(floor({ ...FLAWLESS, slip: 0.03 }, 7))
    const turns = [1, -1, 1, -1].map((way) => {
      const before = slipping.pose.theta
      return Math.abs(drive(slipping, wheelsFor(0.3 * way, 0, 0), 1000).theta - before)
    })
    expect(new Set(turns.map((turn) => turn.toFixed(6))).size).toBe(4)

    const built = baseOn(floor({ ...FLAWLESS, radius: 0.005 }, 7))
    const [first, , third] = [1, -1, 1].map((way) => {
      const before = built.pose.theta
      return drive(built, wheelsFor(0.3 * way, 0, 0), 1000).theta - before
    })
    expect(Math.abs(first ?? 0)).toBeGreaterThan(1e-5)
    expect(third).toBeCloseTo(first ?? NaN, 6)
  })

  it('sets the robot down a little off, another way each episode, the same way for the same seed', () => {
    const { start } = benchmarkField()
    const begun = [1, 2, 3, 4, 5, 6].map((episode) => worldOn('floor', 3, episode).scene().robot.pose)
    for (const pose of begun) {
      expect(Math.abs(pose.x - start.x)).toBeLessThanOrEqual(0.03)
      expect(Math.abs(pose.y - start.y)).toBeLessThanOrEqual(0.03)
      expect(Math.abs(pose.theta - start.theta)).toBeLessThanOrEqual((3 * Math.PI) / 180)
    }
    expect(new Set(begun.map(({ x }) => x)).size).toBe(6)
    expect(worldOn('floor', 3, 2).scene().robot.pose).toEqual(begun[1])
    expect(worldOn('ideal', 3, 2).scene().robot.pose).toEqual(start)
  })

  it('lets no part of the robot into a wall, whichever way it is driven and turned', () => {
    const draw = stream('walls')
    let touched = 0
    for (let i = 0; i < 60; i++) {
      const base = baseOn(floor(GROUNDS.floor, i))
      const towards = 2 * Math.PI * draw.next()
      const speeds = wheelsFor(0.6 * Math.cos(towards), 0.6 * Math.sin(towards), 2 * (draw.next() - 0.5))
      let worst = -Infinity
      for (let t = 0; t < 4000; t++) {
        base.step({ ...AT_REST, motorsEnabled: true, wheels: speeds, duty: [0.5, 0.5, 0.5] }, false)
        worst = Math.max(worst, t % 20 === 0 ? deepest(base.pose) : worst)
      }
      if (worst > -0.001) touched++
      expect(worst).toBeLessThan(0.006)
    }
    expect(touched).toBeGreaterThan(30)
  })
})

describe('a mission on the floor', () => {
  const play = (ground: 'ideal' | 'floor') => {
    const world = createWorld({
      setup: benchmarkField(),
      seed: 2,
      episode: 1,
      faults: FAULT_PROFILES.none,
      ground,
    })
    const rig = new Rig(benchmarkMap, world).armed()
    const { status } = rig.run(mission('reference/best-F1.xml'))
    const { pose } = world.scene().robot
    const believed = rig.robot.state().robot.pose
    return { status, ...world.outcome(), off: Math.hypot(pose.x - believed.x, pose.y - believed.y) }
  }

  it('ends elsewhere than the robot believes, and worse than on the ideal one', () => {
    const [ideal, real] = [play('ideal'), play('floor')]
    expect(ideal).toMatchObject({ status: 'SUCCESS', correct: 16, robotHome: true })
    expect(ideal.off).toBeLessThan(1e-3)
    expect(real.off).toBeGreaterThan(0.01)
    expect(real.correct).toBeLessThan(16)
  })
})

/** How far the farthest point of the robot's outline is outside the walls, metres, by points on that outline. */
function deepest({ x, y, theta }: Pose): number {
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  const body = Array.from({ length: 72 }, (_, i) => {
    const at = (i * Math.PI) / 36
    return [
      x - sin * ROBOT.bodyBehindGripper + ROBOT.bodyRadius * Math.cos(at),
      y + cos * ROBOT.bodyBehindGripper + ROBOT.bodyRadius * Math.sin(at),
    ] as const
  })
  const gripper = [-1, 1].flatMap((side) =>
    [-1, 1].map((end) => {
      const [across, along] = [side * ROBOT.gripperHalfWidth, end * ROBOT.gripperHalfDepth]
      return [x + cos * across - sin * along, y + sin * across + cos * along] as const
    }),
  )
  const { size } = benchmarkMap
  return Math.max(
    ...[...body, ...gripper].map(([u, v]) => Math.max(-u, u - size.x, -v, v - (size.y + FAR_APRON))),
  )
}
