import type { Vector } from '#tabletop/arm/pose.js'

/** Some numbers of an array, one after the other. */
export interface Field {
  readonly name: string
  readonly size: number
  readonly unit: string
  readonly meaning: string
}

/** What an observation holds, in this order, the same for every task; what a task does not have is 0. */
export const OBSERVATION: readonly Field[] = [
  field('gripper_position', 3, 'm', 'the middle between the fingertips'),
  field('gripper_velocity', 3, 'm/s', 'over the last action'),
  field('gripper_opening', 1, 'm', 'from fingertip to fingertip, 0 to 0.09'),
  field('item_position', 3, 'm', 'the middle of the item that the task is about'),
  field('item_from_gripper', 3, 'm', 'its position less that of the gripper'),
  field('item_heading', 3, '1', 'its x axis, a unit vector'),
  field('item_velocity', 3, 'm/s', 'over the last action'),
  field('other_position', 3, 'm', 'the middle of the second item'),
  field('handle_position', 3, 'm', 'the middle of the handle, or the top of the button'),
  field('opened', 1, 'm or rad', 'how far the closure is open or the button pressed'),
  field('opened_speed', 1, 'm/s or rad/s', 'over the last action'),
  field('achieved', 3, 'as the goal', 'what is compared with the goal'),
]

/** What a goal holds: where the gripper or the item has to be; of a closure or button how far it is open, 0, 0. */
export const GOAL: readonly Field[] = [
  field('goal', 3, 'm, or rad of a hinge', 'a position, or (opened, 0, 0)'),
]

/** What an action holds, each from −1 to 1. */
export const ACTION: readonly Field[] = [
  field('move', 3, '8 mm', 'how the setpoint of the gripper moves, along x, y and z'),
  field('opening', 1, '−1 shut, 1 open', 'how far the fingers are to be apart: 0 to 0.09 m'),
]

/** How many numbers a layout has. */
export const sizeOf = (layout: readonly Field[]): number =>
  layout.reduce((total, { size }) => total + size, 0)

/** What an observation is made of. */
export interface SceneState {
  readonly gripper: Vector
  readonly opening: number
  readonly item: Vector
  readonly heading: Vector
  readonly other: Vector
  readonly handle: Vector
  readonly opened: number
  readonly achieved: Vector
}

/** @param seconds between the two states */
export function observe(now: SceneState, before: SceneState, seconds: number): Float32Array {
  const rate = (a: Vector, b: Vector): number[] =>
    a.map((value, index) => (value - (b[index] ?? 0)) / seconds)
  const hasItem = now.heading.some((value) => value !== 0)
  return Float32Array.from([
    ...now.gripper,
    ...rate(now.gripper, before.gripper),
    now.opening,
    ...now.item,
    ...(hasItem ? now.item.map((value, index) => value - (now.gripper[index] ?? 0)) : [0, 0, 0]),
    ...now.heading,
    ...rate(now.item, before.item),
    ...now.other,
    ...now.handle,
    now.opened,
    (now.opened - before.opened) / seconds,
    ...now.achieved,
  ])
}

function field(name: string, size: number, unit: string, meaning: string): Field {
  return { name, size, unit, meaning }
}
