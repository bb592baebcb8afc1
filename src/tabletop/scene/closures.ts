import { pointingAhead, pointingDown, type Rotation, type Vector } from '../arm/pose.js'
import { box, type Solid } from './solid.js'

/** What opens and shuts: it slides, or turns about a hinge, by its handle. */
export interface Closure {
  readonly name: string
  readonly kind: 'slide' | 'hinge'
  /** the direction in which it opens, or the axis about which it turns */
  readonly axis: Vector
  /** a point of the hinge */
  readonly pivot: Vector
  /** how far it opens, metres or radians */
  readonly opens: number
  /** the middle of its handle when shut */
  readonly handle: Vector
  /** how the gripper takes the handle */
  readonly grip: Rotation
  readonly moving: readonly Solid[]
  readonly fixed: readonly Solid[]
  /** what it takes to move it, newtons or newton metres */
  readonly friction: number
  readonly massKg: number
}

const WOOD = [0.6, 0.42, 0.26] as const
const PALE = [0.78, 0.74, 0.66] as const
const STEEL = [0.35, 0.37, 0.4] as const

const DRAWER: Closure = {
  name: 'drawer',
  kind: 'slide',
  axis: [0, -1, 0],
  pivot: [0, 0, 0],
  opens: 0.14,
  handle: [0.21, 0.37, 0.042],
  grip: pointingDown(Math.PI / 2),
  moving: [
    box([0.21, 0.5, 0.012], [0.08, 0.085, 0.004], PALE),
    box([0.21, 0.41, 0.05], [0.085, 0.005, 0.042], PALE),
    box([0.21, 0.583, 0.03], [0.08, 0.003, 0.018], PALE),
    box([0.13, 0.5, 0.03], [0.003, 0.085, 0.018], PALE),
    box([0.29, 0.5, 0.03], [0.003, 0.085, 0.018], PALE),
    bar([0.21, 0.37, 0.042], [1, 0, 0], 0.03),
    box([0.185, 0.388, 0.042], [0.004, 0.018, 0.004], STEEL),
    box([0.235, 0.388, 0.042], [0.004, 0.018, 0.004], STEEL),
  ],
  fixed: [
    box([0.115, 0.5, 0.05], [0.006, 0.095, 0.05], WOOD),
    box([0.305, 0.5, 0.05], [0.006, 0.095, 0.05], WOOD),
    box([0.21, 0.6, 0.05], [0.1, 0.005, 0.05], WOOD),
    box([0.21, 0.51, 0.105], [0.101, 0.095, 0.005], WOOD),
  ],
  friction: 1.5,
  massKg: 0.5,
}

const LID: Closure = {
  name: 'box_lid',
  kind: 'hinge',
  axis: [1, 0, 0],
  pivot: [0.62, -0.44, 0.08],
  opens: 1.5,
  handle: [0.62, -0.32, 0.112],
  grip: pointingDown(Math.PI / 2),
  moving: [
    box([0.62, -0.368, 0.08], [0.072, 0.07, 0.004], PALE),
    bar([0.62, -0.32, 0.112], [1, 0, 0], 0.028),
    box([0.597, -0.32, 0.097], [0.004, 0.004, 0.014], STEEL),
    box([0.643, -0.32, 0.097], [0.004, 0.004, 0.014], STEEL),
  ],
  fixed: [
    box([0.62, -0.37, 0.004], [0.07, 0.07, 0.004], WOOD),
    box([0.553, -0.37, 0.038], [0.004, 0.07, 0.037], WOOD),
    box([0.687, -0.37, 0.038], [0.004, 0.07, 0.037], WOOD),
    box([0.62, -0.303, 0.038], [0.07, 0.004, 0.037], WOOD),
    box([0.62, -0.437, 0.038], [0.07, 0.004, 0.037], WOOD),
  ],
  friction: 0.16,
  massKg: 0.1,
}

const DOOR: Closure = {
  name: 'door',
  kind: 'hinge',
  axis: [0, 0, -1],
  pivot: [0.635, 0.375, 0.14],
  opens: 1.8,
  handle: [0.585, 0.262, 0.14],
  grip: pointingAhead(0),
  moving: [
    box([0.635, 0.311, 0.14], [0.004, 0.062, 0.045], PALE),
    { ...bar([0.585, 0.262, 0.14], [0, 0, 1], 0.03), name: 'door_bar' },
    box([0.61, 0.262, 0.167], [0.022, 0.004, 0.004], STEEL),
    box([0.61, 0.262, 0.113], [0.022, 0.004, 0.004], STEEL),
  ],
  fixed: [
    box([0.7, 0.305, 0.045], [0.055, 0.06, 0.045], WOOD),
    box([0.695, 0.242, 0.14], [0.05, 0.004, 0.05], WOOD),
    box([0.695, 0.384, 0.14], [0.05, 0.004, 0.05], WOOD),
    box([0.695, 0.312, 0.194], [0.05, 0.076, 0.004], WOOD),
  ],
  friction: 0.1,
  massKg: 0.2,
}

const WINDOW: Closure = {
  name: 'window',
  kind: 'slide',
  axis: [1, 0, 0],
  pivot: [0, 0, 0],
  opens: 0.09,
  handle: [0.29, -0.43, 0.112],
  grip: pointingDown(0),
  moving: [
    box([0.29, -0.43, 0.078], [0.04, 0.034, 0.003], [0.55, 0.75, 0.82]),
    bar([0.29, -0.43, 0.112], [0, 1, 0], 0.02),
    box([0.29, -0.413, 0.096], [0.004, 0.003, 0.015], STEEL),
    box([0.29, -0.447, 0.096], [0.004, 0.003, 0.015], STEEL),
  ],
  fixed: [
    box([0.335, -0.475, 0.04], [0.09, 0.006, 0.04], WOOD),
    box([0.335, -0.385, 0.04], [0.09, 0.006, 0.04], WOOD),
  ],
  friction: 0.8,
  massKg: 0.1,
}

export const CLOSURES: readonly Closure[] = [DRAWER, LID, DOOR, WINDOW]

export const closureNamed = (name: string): Closure | undefined =>
  CLOSURES.find((closure) => closure.name === name)

/** Where a point of the moving part is when it is open by so much. @param opened metres or radians */
export function moved(closure: Closure, point: Vector, opened: number): Vector {
  const { kind, axis: along, pivot } = closure
  if (kind === 'slide')
    return [point[0] + along[0] * opened, point[1] + along[1] * opened, point[2] + along[2] * opened]
  // Rodrigues' rotation of the point about the hinge
  const [x, y, z] = [point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]]
  const [u, v, w] = along
  const [c, s] = [Math.cos(opened), Math.sin(opened)]
  const onAxis = (u * x + v * y + w * z) * (1 - c)
  return [
    pivot[0] + x * c + (v * z - w * y) * s + u * onAxis,
    pivot[1] + y * c + (w * x - u * z) * s + v * onAxis,
    pivot[2] + z * c + (u * y - v * x) * s + w * onAxis,
  ]
}

function bar(at: Vector, along: Vector, half: number): Solid {
  return { shape: 'capsule', size: [0.006, half], at, along, colour: STEEL, friction: [1.2, 0.01, 0.0005] }
}
