import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { SLOTS } from '#base/field-map.js'
import { FAR_APRON } from '#simulation/field/dimensions.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { PlantDrive } from '#simulation/field/plant.js'
import { benchmarkField, benchmarkMap } from './support/field.js'
import { Pilot, wheelsOf, worldOf } from './support/pilot.js'

const startAt = (x: number, y: number): FieldSetup => ({
  ...benchmarkField(),
  start: { x: m(x), y: m(y), theta: rad(0) },
})
const pilotAt = (x: number, y: number): Pilot => new Pilot(worldOf({ setup: startAt(x, y) }))

describe('the gripper', () => {
  it('blocks let go with the lift up fall: they are not unloaded', () => {
    const pilot = pilotAt(0.45, 0.45).grip()
    pilot.go({ x: 0.8, y: 0.8 })
    pilot.set({ valves: 0 }).wait(300)
    expect(pilot.held()).toEqual([])
    expect(pilot.world.outcome()).toMatchObject({ blocksUnloaded: 0, fullBatches: 0, correct: 4 })
  })

  it('a cup that leaves the floor before it has vacuum takes nothing along', () => {
    const pilot = pilotAt(0.45, 0.45).set({ lift: 1 }).wait(1200)
    pilot.set({ valves: 15 }).wait(20).set({ lift: 0 }).wait(1200)
    expect(pilot.held()).toEqual([])
    expect(pilot.sense.vacuumKpa.every((kpa) => kpa < 15)).toBe(true)
  })

  it('a cup takes the nearer of two blocks', () => {
    const pilot = pilotAt(0.45, 0.45).grip(1)
    pilot.go({ x: 0.45 + 0.065, y: 0.45 })
    // cup 0 lays its block almost upon the one in slot 1
    pilot.go({ x: 0.45 + 0.065 - 0.01, y: 0.45 })
    pilot.release()
    pilot.go({ x: 0.45 + 0.065, y: 0.45 })
    pilot.grip(1)
    const taken = pilot.world.blocks().filter(({ cup }) => cup === 0)
    expect(taken.map(({ slot }) => slot)).toEqual([1])
  })

  it('a rotator that is stopped on its way and sent back has turned nothing', () => {
    const pilot = pilotAt(0.45, 0.45).grip()
    pilot.set({ rotator: 1, rotateMask: 15 }).wait(1000)
    pilot.set({ motorsEnabled: false }).wait(500)
    expect(pilot.sense.rotator).toBeCloseTo(1 / 3, 2)
    pilot.set({ motorsEnabled: true, rotator: 0 }).wait(1100)
    expect(pilot.sense.rotator).toBe(0)
    expect(pilot.world.scene().robot.held).toEqual(['blue', 'blue', 'blue', 'blue'])
    expect(pilot.world.scene().robot.turn).toBe(0)
  })

  it('brakes hold lift and rotator where they are, whatever their targets say', () => {
    const pilot = pilotAt(0.45, 0.45).grip()
    pilot.set({ rotator: 1, rotateMask: 15, lift: 1 }).wait(600)
    const { lift, rotator } = pilot.sense
    pilot.set({ gripperMoves: false }).wait(2000)
    expect(pilot.sense).toMatchObject({ lift, rotator })
    pilot.set({ rotator: 0, lift: 0 }).wait(2000)
    expect(pilot.sense).toMatchObject({ lift, rotator })
    expect(pilot.held()).toEqual([0, 1, 2, 3])
  })

  it('braked within 3 % of an end, a turn has not begun or is complete, for the next one', () => {
    const pilot = pilotAt(0.45, 0.45).grip()
    pilot.set({ rotator: 1, rotateMask: 15 }).wait(60).set({ gripperMoves: false }).wait(100)
    pilot.set({ gripperMoves: true, rotateMask: 1 }).wait(2900).set({ gripperMoves: false }).wait(100)
    expect(pilot.sense.rotator).toBeGreaterThan(0.97)
    expect(pilot.sense.rotator).toBeLessThan(1)
    pilot.set({ gripperMoves: true, rotator: 0, rotateMask: 6 }).wait(3000)
    expect(pilot.world.scene().robot.held).toEqual(['orange', 'orange', 'orange', 'blue'])
  })

  it('a block that is let go past the middle of its turn lies the other way up', () => {
    const faceAfter = (milliseconds: number): readonly string[] => {
      const pilot = pilotAt(0.45, 0.45).grip(3)
      pilot.set({ rotator: 1, rotateMask: 1 }).wait(milliseconds)
      pilot.set({ valves: 0, motorsEnabled: false }).wait(10)
      return pilot.world
        .blocks()
        .filter(({ from, slot }) => from === 1 && slot < 2)
        .map(({ face }) => face)
    }
    expect([faceAfter(1400), faceAfter(1600)]).toEqual([
      ['blue', 'blue'],
      ['orange', 'blue'],
    ])
  })
})

describe('the base', () => {
  it('no direction leads through the walls, and the way back is open', () => {
    for (const [vx, vy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, -1],
    ] as const) {
      const pilot = pilotAt(1.5, 1)
        .set({ wheels: wheelsOf(vx * 0.6, vy * 0.6) })
        .wait(4000)
      const { x, y } = pilot.at
      expect(x).toBeGreaterThan(0.15)
      expect(x).toBeLessThan(2.85)
      expect(y).toBeGreaterThan(0.07)
      expect(y).toBeLessThan(2 + FAR_APRON - 0.35)
      expect(pilot.go({ x: 1.5, y: 1 })).toBe(true)
    }
  })

  it('a robot set up inside a wall can leave it', () => {
    const pilot = pilotAt(0.1, 0.05)
    expect(pilot.go({ x: 0.5, y: 0.5 })).toBe(true)
  })

  it('a move of no length draws no luck', () => {
    const pilot = pilotAt(0.45, 0.45)
    pilot.go({ x: 0.45, y: 0.45 })
    expect(pilot.world.faultChances.navigation).toBe(0)
    expect(pilot.world.outcome()).toMatchObject({ operatingSeconds: 0, leftHome: false })
  })
})

describe('the red button', () => {
  it("is felt at the next step, until it is pulled out; stopping is the controller's work", () => {
    const { world, drive } = pilotAt(0.45, 0.45)
    world.pressEstop(true)
    expect(world.step(drive).estop).toBe(true)
    world.pressEstop(false)
    expect(world.step(drive).estop).toBe(false)
  })

  it('motors without power stop within a tenth of a second, the cups hold on', () => {
    const pilot = pilotAt(0.45, 0.45).grip()
    pilot.set({ wheels: wheelsOf(0.6, 0) }).wait(200)
    pilot.set({ motorsEnabled: false }).wait(100)
    const { x } = pilot.at
    expect(pilot.wait(500).at.x - x).toBeLessThan(1e-4)
    expect(pilot.held()).toEqual([0, 1, 2, 3])
  })
})

describe('the shelf', () => {
  it('follows a straight push to its target and no further; leaving it is an ordinary move', () => {
    const pilot = pilotAt(0.7, 0.2)
    pilot.go({ x: 0.38, y: 0.2 }, 0.1)
    expect(pilot.world.outcome().shelfAtTarget).toBe(true)
    expect(pilot.world.faultChances).toMatchObject({ cursor: 1, navigation: 0 })
    pilot.go({ x: 0.3, y: 0.8 })
    expect(pilot.world.scene().shelf.x).toBeCloseTo(0.38, 3)
    expect(pilot.world.faultChances).toMatchObject({ cursor: 1, navigation: 1 })
  })

  it('is not moved by a robot that docks from behind or drives off sideways', () => {
    const pilot = pilotAt(1, 0.25)
    pilot.go({ x: 0.7, y: 0.2 })
    expect(pilot.world.scene().shelf.x).toBeCloseTo(0.7, 3)
    pilot.go({ x: 0.45, y: 0.45 })
    expect(pilot.world.scene().shelf.x).toBeCloseTo(0.7, 3)
    expect(pilot.world.faultChances).toMatchObject({ cursor: 0, navigation: 2 })
  })

  it('a block in its corridor holds shelf and robot; the robot can drive off', () => {
    const pilot = pilotAt(0.45, 0.45).grip(1)
    pilot.go({ x: 0.45 + 0.0975, y: 0.2 })
    pilot.release()
    pilot.go({ x: 0.7, y: 0.45 })
    pilot.go({ x: 0.7, y: 0.2 })
    expect(pilot.go({ x: 0.38, y: 0.2 })).toBe(false)
    const { shelf } = pilot.world.scene()
    expect(shelf.x).toBeGreaterThan(0.57)
    expect(shelf.x).toBeLessThan(0.6)
    expect(pilot.go({ x: 0.45, y: 0.45 })).toBe(true)
  })
})

const speed = fc.double({ min: -14, max: 14, noNaN: true })
const anyDrive: fc.Arbitrary<PlantDrive> = fc.record({
  wheels: fc.oneof(fc.constant([0, 0, 0] as const), fc.tuple(speed, speed, speed)),
  duty: fc.constant([0, 0, 0] as const),
  motorsEnabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  pump: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  valves: fc.nat(15),
  lift: fc.constantFrom(0, 1),
  rotator: fc.constantFrom(0, 1),
  rotateMask: fc.nat(15),
  gripperMoves: fc.boolean(),
})

describe('under any drive', () => {
  it('sixteen blocks, each on the floor or under one cup, all inside the walls, every number finite', () => {
    const often = { navigation: 0.1, grip: 0.3, drop: 0.4, rotation: 0.3, placement: 0.4, cursor: 0.5 }
    const phases = fc.array(fc.tuple(anyDrive, fc.integer({ min: 50, max: 1500 })), {
      minLength: 3,
      maxLength: 8,
    })
    fc.assert(
      fc.property(phases, fc.nat(1000), fc.constantFrom(1, 3, 5, 7), (list, seed, zone) => {
        const { at } = benchmarkMap.zones.find(({ id }) => id === zone) ?? { at: { x: 0.45, y: 0.45 } }
        const pilot = new Pilot(worldOf({ setup: startAt(at.x, at.y), seed, faults: often })).grip()
        for (const [drive, milliseconds] of list) {
          pilot.set(drive).wait(milliseconds)
          expectSound(pilot)
        }
      }),
      { numRuns: 25, seed: 16 },
    )
  }, 60_000)
})

function expectSound({ world, sense, at }: Pilot): void {
  const blocks = world.blocks()
  const scene = world.scene()
  expect(blocks).toHaveLength(16)
  const cups = blocks.flatMap(({ cup }) => (cup === null ? [] : [cup]))
  expect(new Set(cups).size).toBe(cups.length)
  expect(scene.blocks).toHaveLength(16 - cups.length)
  for (const cup of SLOTS) expect(scene.robot.held[cup] !== null).toBe(cups.includes(cup))
  for (const block of scene.blocks) {
    expect(block.at.x > 0 && block.at.x < 3 && block.at.y > 0 && block.at.y < 2 + FAR_APRON).toBe(true)
    expect(Number.isFinite(block.yaw)).toBe(true)
  }
  expect(at.x > 0.15 && at.x < 2.85 && at.y > 0.07 && at.y < 1.85).toBe(true)
  expect(
    [...sense.wheels, ...sense.vacuumKpa, sense.lift, sense.rotator, scene.shelf.x].every(Number.isFinite),
  ).toBe(true)
  const { correct, incorrect, outside } = world.outcome()
  expect(correct + incorrect + outside + cups.length).toBeLessThanOrEqual(16)
}
