import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { m, ms, rad } from '#base/units.js'
import { AT_REST, type PlantDrive } from '#simulation/field/plant.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import type { World } from '#simulation/field/world/world.js'
import { SafetyChecker } from '../../lab/faults/safety-checker/safety-checker.js'
import type { ViolationKind } from '../../lab/faults/safety-checker/violation.js'
import {
  MIDDLE,
  point,
  walking,
  wheelsFor,
  worldWith,
} from '../simulation/field/world/obstacles/support/encounter.js'

/** The virtual robot, driven past its controller, with the witness that looks at the world's truth. */
class Drive {
  readonly world: World
  readonly witness = new SafetyChecker(() => 'RUNNING')

  constructor(obstacles: ObstaclePlan, start: Pose = MIDDLE) {
    this.world = worldWith(obstacles, { start })
  }

  at(x: number, y: number, forMs: number): this {
    const drive: PlantDrive = { ...AT_REST, motorsEnabled: true, wheels: wheelsFor(x, y) }
    for (let t = 0; t < forMs; t++) {
      const { wheels, lift, estop } = this.world.step(drive)
      const [outside, contacts] = [this.world.outside(), this.world.contacts()]
      this.witness.look({ drive, wheels, lift, estop, held: 0, outside, contacts })
    }
    return this
  }

  /** nobody has permitted these drives, which is counted, too, and is not asked here */
  count(kind: ViolationKind): number {
    return this.witness.violations.filter((each) => each.kind === kind).length
  }
}

describe('the safety witness in the virtual world', () => {
  const bin = { at: point(2.2, 1), radius: m(0.1) }
  const across = walking([point(1.5, 2.2), point(1.5, 0)])

  it('counts a drive into an object once, however long the robot pushes', () => {
    const drive = new Drive({ objects: [bin] }).at(0.3, 0, 5000)
    expect(drive.count('hit-object')).toBe(1)
    expect(drive.witness.violations.map(({ text }) => text).join()).toContain('object 0, touched since')
    expect(drive.at(-0.3, 0, 2000).at(0.3, 0, 3000).count('hit-object')).toBe(2)
  })

  it('does not count an object that is touched at 4 cm/s, nor one that is passed', () => {
    const touching = new Drive({ objects: [{ ...bin, at: point(1.78, 1) }] }).at(0.04, 0, 3000)
    expect(touching.world.contacts()).toHaveLength(1)
    expect(touching.count('hit-object')).toBe(0)
    expect(new Drive({ objects: [bin] }).at(0, 0.2, 1000).at(0.3, 0, 3000).count('hit-object')).toBe(0)
  })

  it('does not count a person who walks into a robot that stands', () => {
    const standing = new Drive({ walkers: [across] }).at(0, 0, 4000)
    expect(standing.world.contacts()).toHaveLength(1)
    expect(standing.count('hit-object')).toBe(0)
  })

  it('counts a person whom the robot drives into, and one who walks into a robot that drives', () => {
    const waiting = walking([point(3, 1), point(0, 1)], { stands: { after: m(0.6), forMs: ms(9000) } })
    expect(new Drive({ walkers: [waiting] }).at(0, 0, 1500).at(0.3, 0, 4000).count('hit-object')).toBe(1)
    const caught = new Drive({ walkers: [walking([point(0, 1), point(3, 1)])] }).at(0.3, 0, 3000)
    expect(caught.count('hit-object')).toBe(1)
  })

  it('counts a robot that stands beyond the border, and none that drives against a wall', () => {
    expect(new Drive({}, { ...MIDDLE, y: m(0.07) }).at(0, 0, 100).count('left-the-field')).toBe(1)
    expect(new Drive({}).at(0, -0.4, 4000).count('left-the-field')).toBe(0)
    // the body is behind the gripper, and at this heading beyond the near border
    const turned = { x: m(1.5), y: m(0.3), theta: rad(Math.PI) }
    expect(new Drive({}, turned).at(0, 0, 100).count('left-the-field')).toBe(1)
  })
})
