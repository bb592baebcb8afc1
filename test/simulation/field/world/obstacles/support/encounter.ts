import type { Point, Pose } from '#base/field-map.js'
import { m, ms, rad } from '#base/units.js'
import { ROBOT } from '#simulation/field/dimensions.js'
import { AT_REST } from '#simulation/field/plant.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import type { GroundName } from '#simulation/field/world/ground/ground.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import { GAIT, LEG_RADIUS, type Walker } from '#simulation/field/world/obstacles/walker.js'
import { createWorld, type World } from '#simulation/field/world/world.js'
import { benchmarkField } from '../../../../support/field.js'

export const MIDDLE: Pose = { x: m(1.5), y: m(1), theta: rad(0) }
export const point = (x: number, y: number): Point => ({ x: m(x), y: m(y) })

/** Somebody who walks with the usual gait. */
export const walking = (way: readonly Point[], more: Partial<Walker> = {}): Walker => ({
  way,
  speed: 1,
  startsMs: ms(0),
  legRadius: LEG_RADIUS,
  gait: GAIT,
  ...more,
})

export function worldWith(
  obstacles: ObstaclePlan | undefined,
  { start = MIDDLE, ground = 'ideal', seed = 1 }: { start?: Pose; ground?: GroundName; seed?: number } = {},
): World {
  const setup = { ...benchmarkField(), start }
  const faults = FAULT_PROFILES.none
  return createWorld({ setup, seed, episode: 1, faults, ground, ...(obstacles && { obstacles }) })
}

/** Lets the base be driven at these wheel speeds for a time. @param eachMs called after each of its milliseconds */
export function drive(
  world: World,
  wheels: Wheels,
  forMs: number,
  eachMs: () => void = () => undefined,
): void {
  for (let t = 0; t < forMs; t++) {
    world.step({ ...AT_REST, motorsEnabled: true, wheels, duty: [0.3, 0.3, 0.3] })
    eachMs()
  }
}

export const stand = (world: World, forMs: number, eachMs?: () => void): void =>
  drive(world, [0, 0, 0], forMs, eachMs)

type Wheels = readonly [number, number, number]

/** Of a motion by the controller's own kinematics, rad/s. @param turn rad/s, about the gripper */
export const wheelsFor = (x: number, y: number, turn = 0): Wheels => {
  const wheel = (degrees: number): number => {
    const at = (degrees * Math.PI) / 180
    return (-Math.sin(at) * x + Math.cos(at) * y + ROBOT.wheelBase * turn) / ROBOT.wheelRadius
  }
  return [wheel(60), wheel(180), wheel(300)]
}

/** Points all over the robot's outline, computed here: the world's own code has no part in it. */
export function outlineOf({ x, y, theta }: Pose): readonly Point[] {
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
  const inField = (across: number, along: number): Point =>
    point(x + cos * across - sin * along, y + sin * across + cos * along)
  const body = Array.from({ length: 180 }, (_, i) => {
    const at = (i * Math.PI) / 90
    return inField(0.16 * Math.cos(at), 0.2 + 0.16 * Math.sin(at))
  })
  const gripper = Array.from({ length: 27 }, (_, i) => (i - 13) / 13).flatMap((part) => [
    inField(0.13 * part, 0.08),
    inField(0.13 * part, -0.08),
    inField(0.13, 0.08 * part),
    inField(-0.13, 0.08 * part),
  ])
  return [...body, ...gripper]
}
