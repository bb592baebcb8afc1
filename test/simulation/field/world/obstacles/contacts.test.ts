import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, ms, rad } from '#base/units.js'
import { drawWalker } from '#simulation/field/world/obstacles/drawn-walker.js'
import type { Disc } from '#simulation/field/world/geometry.js'
import type { World } from '#simulation/field/world/world.js'
import { benchmarkMap } from '../../../support/field.js'
import { drive, MIDDLE, outlineOf, point, stand, walking, wheelsFor, worldWith } from './support/encounter.js'

const BIN: Disc = { at: point(2.2, 1), radius: m(0.1) }
const poseOf = (world: World): Pose => world.scene().robot.pose
/** How deep the robot's outline is inside a disc, metres. */
const depthIn = (disc: Disc, pose: Pose): number =>
  disc.radius - Math.min(...outlineOf(pose).map(({ x, y }) => Math.hypot(x - disc.at.x, y - disc.at.y)))

describe('a standing object', () => {
  it('stops the base, and is one contact at the speed at which it was driven into', () => {
    const world = worldWith({ objects: [BIN] })
    drive(world, wheelsFor(0.4, 0), 4000)
    // the gripper's side is 0.13 m from its centre
    expect(poseOf(world).x).toBeCloseTo(2.2 - 0.1 - 0.13, 3)
    expect(world.contacts()).toHaveLength(1)
    const [contact] = world.contacts()
    expect(contact).toMatchObject({ with: 'object', index: 0 })
    expect(contact?.speed).toBeCloseTo(0.4, 2)
    expect(contact?.closing).toBeCloseTo(0.4, 2)
    // 0.47 m at 0.4 m/s, and the lag of the wheels
    expect(contact?.since).toBeGreaterThan(1170)
    expect(contact?.since).toBeLessThan(1220)
  })

  it('lets go of a base that drives away, and counts again when it comes back', () => {
    const world = worldWith({ objects: [BIN] })
    drive(world, wheelsFor(0.4, 0), 2000)
    drive(world, wheelsFor(-0.4, 0), 1500)
    expect(poseOf(world).x).toBeLessThan(1.5)
    expect(world.contacts()).toHaveLength(1)
    drive(world, wheelsFor(0.2, 0), 4000)
    expect(world.contacts()).toHaveLength(2)
    expect(world.contacts()[1]?.speed).toBeCloseTo(0.2, 2)
  })

  it('is touched by the point of the robot that is there: a corner that turns', () => {
    // the gripper's corner sweeps a circle of 0.153 m; the bin reaches 5 mm into it
    const post: Disc = { at: point(1.5, 1 - 0.153 - 0.015), radius: m(0.02) }
    const world = worldWith({ objects: [post] })
    drive(world, wheelsFor(0, 0, 1), 3000)
    expect(world.contacts()).toHaveLength(1)
    expect(world.contacts()[0]?.speed).toBeGreaterThan(0.12)
    expect(world.contacts()[0]?.speed).toBeLessThan(0.16)
  })

  it('is never entered by more than 1 mm, on both grounds, in 200 random drives', () => {
    const draw = stream('drives')
    let touched = 0
    for (let i = 0; i < 200; i++) {
      const disc: Disc = {
        at: point(1 + draw.next(), 0.9 + 0.4 * draw.next()),
        radius: m(0.03 + 0.1 * draw.next()),
      }
      const start = startClearOf(disc, () => draw.next())
      const world = worldWith(
        { objects: [disc] },
        { start, ground: i % 2 === 0 ? 'ideal' : 'floor', seed: i },
      )
      let deepest = -Infinity
      for (let move = 0; move < 2; move++) {
        const { x, y } = poseOf(world)
        const towards =
          Math.atan2(disc.at.y - y, disc.at.x - x) + 0.6 * (draw.next() - 0.5) - poseOf(world).theta
        const speed = 0.1 + 0.6 * draw.next()
        const wheels = wheelsFor(
          speed * Math.cos(towards),
          speed * Math.sin(towards),
          3 * (draw.next() - 0.5),
        )
        let t = 0
        drive(world, wheels, 1200, () => {
          if (t++ % 25 === 0) deepest = Math.max(deepest, depthIn(disc, poseOf(world)))
        })
      }
      expect(deepest, `drive ${i}`).toBeLessThan(0.001)
      if (deepest > -0.003) touched++
      expect(world.contacts().length > 0 || deepest < 0).toBe(true)
    }
    expect(touched).toBeGreaterThan(150)
  })
})

describe('a person', () => {
  it('who walks into a robot that stands is one contact at no speed, and does not move it', () => {
    let met = 0
    for (let i = 0; i < 60; i++) {
      const walker = drawWalker(stream('bump', i), benchmarkMap, {
        kind: i % 4 === 0 ? 'stands' : 'crosses',
        near: point(1.5, 1.1),
        atMs: ms(2000),
      })
      const world = worldWith({ walkers: [walker] })
      stand(world, 9000)
      expect(world.contacts().length, `walker ${i}`).toBeLessThanOrEqual(1)
      expect(world.contacts().filter(({ speed }) => speed > 0)).toEqual([])
      expect(world.contacts().filter(({ closing }) => closing > 3 * walker.speed)).toEqual([])
      expect(poseOf(world)).toEqual(MIDDLE)
      met += world.contacts().length
    }
    expect(met).toBeGreaterThan(50)
  })

  it('is hit by a robot that drives, which nobody stops, and counted with both speeds', () => {
    const towards = walking([point(3, 1), point(0, 1)], { speed: 1 })
    const world = worldWith({ walkers: [towards] })
    drive(world, wheelsFor(0.3, 0), 2500)
    expect(world.contacts()).toHaveLength(1)
    const [contact] = world.contacts()
    expect(contact).toMatchObject({ with: 'walker', index: 0 })
    expect(contact?.speed).toBeCloseTo(0.3, 2)
    expect(contact?.closing).toBeGreaterThan(0.3)
    expect(contact?.closing).toBeLessThanOrEqual(0.3 + 2.5 + 1e-6)
    const alone = worldWith(undefined)
    drive(alone, wheelsFor(0.3, 0), 2500)
    expect(poseOf(world)).toEqual(poseOf(alone))
  })

  it('who comes back later is another contact; two people are two', () => {
    const way = [point(3, 1.1), point(0, 1.1)]
    const walkers = [
      walking(way),
      walking(way, { startsMs: ms(5000) }),
      walking(way.toReversed(), { startsMs: ms(50) }),
    ]
    const world = worldWith({ walkers })
    stand(world, 9000)
    expect(
      world
        .contacts()
        .map(({ index }) => index)
        .toSorted(),
    ).toEqual([0, 1, 2])
    const back = [...way, ...[-1, 3].map((x) => point(x, 1.1))]
    const returning = worldWith({ walkers: [walking(back)] })
    stand(returning, 9000)
    expect(returning.contacts().map(({ index }) => index)).toEqual([0, 0])
  })
})

describe('a world with obstacles', () => {
  const walkers = [1, 2, 3].map((i) =>
    drawWalker(stream('again', i), benchmarkMap, {
      kind: 'crosses',
      near: point(1.8, 1),
      atMs: ms(1000 * i),
    }),
  )
  const play = (obstacles: Parameters<typeof worldWith>[0], ground: 'ideal' | 'floor'): World => {
    const world = worldWith(obstacles, { ground })
    drive(world, wheelsFor(0.3, 0.05, 0.2), 3000)
    return world
  }

  it.each(['ideal', 'floor'] as const)('on %s ground is the same each time', (ground) => {
    const [one, other] = [1, 2].map(() => play({ objects: [BIN], walkers }, ground))
    expect(one?.contacts()).toEqual(other?.contacts())
    expect(one?.contacts().length).toBeGreaterThan(0)
    expect(one?.scene()).toEqual(other?.scene())
  })

  it.each(['ideal', 'floor'] as const)('on %s ground is as it was where nothing is met', (ground) => {
    const aside = { objects: [{ at: point(0.2, 0.2), radius: m(0.05) }], walkers }
    expect(play(aside, ground).scene()).toEqual(play(undefined, ground).scene())
    expect(play(undefined, ground).contacts()).toEqual([])
    expect(play(undefined, ground).obstaclesAt(100)).toEqual([])
  })
})

/** Somewhere around a disc, turned somehow, not yet in it. */
function startClearOf({ at, radius }: Disc, next: () => number): Pose {
  const [away, direction] = [radius + 0.4 + 0.3 * next(), 2 * Math.PI * next()]
  const from = point(at.x + away * Math.cos(direction), at.y + away * Math.sin(direction))
  return { ...from, theta: rad(2 * Math.PI * next()) }
}
