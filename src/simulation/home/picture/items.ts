import type { Vec3 } from '#base/camera-model.js'
import type { ItemShape } from '../scene.js'
import type { ItemState } from '../state.js'
import { ball, box, paint, round, type Placement, type Triangle } from './mesh.js'

/** A thing in its colour and shape. */
export const itemMesh = (shape: ItemShape, state: ItemState): Triangle[] =>
  DRAWN[shape.shape]({ ...shape, radius: shape.size.x / 2, at: placer(state) })

interface Thing extends Pick<ItemShape, 'colour' | 'size'> {
  readonly radius: number
  /** a point of the thing: along it, across it, above its underside */
  readonly at: (along?: number, across?: number, up?: number) => Placement
}

const placer =
  ({ x, y, z, yaw }: ItemState): Thing['at'] =>
  (along = 0, across = 0, up = 0) => ({
    x: x + along * Math.cos(yaw) - across * Math.sin(yaw),
    y: y + along * Math.sin(yaw) + across * Math.cos(yaw),
    z: z + up,
    yaw,
  })

/** A flat disc that shows what is inside a vessel, or the rim of a plate. */
const lidOf = ({ at, size }: Thing, radius: number, colour: string, light = 1): Triangle[] =>
  round(at(0, 0, size.z), { bottom: radius, top: radius, height: 0.002 }, paint(colour, light))

const DRAWN: Readonly<Record<ItemShape['shape'], (thing: Thing) => Triangle[]>> = {
  cup: (thing) => [
    ...vessel(thing, 0.85),
    ...lidOf(thing, thing.radius * 0.8, thing.colour, 0.35),
    ...box(
      thing.at(thing.radius + 0.015, 0, thing.size.z * 0.25),
      [0.05, 0.02, thing.size.z * 0.5],
      paint(thing.colour),
    ),
  ],
  disc: (thing) => [...vessel(thing, 0.6), ...lidOf(thing, thing.radius * 0.68, '#9fb6d0')],
  bowl: (thing) => [...vessel(thing, 0.5), ...lidOf(thing, thing.radius * 0.85, thing.colour, 0.4)],
  ball: ({ at, radius, size, colour }) => [
    ...ball(at(), radius, paint(colour)),
    ...box(at(0, 0, size.z - 0.01), [0.015, 0.015, 0.04], paint('#5a3a1c')),
  ],
  carton: ({ at, radius, size, colour }) => [
    ...box(at(), [size.x, size.y, size.z * 0.72], paint(colour)),
    ...box(at(0, 0, size.z * 0.25), [size.x + 0.006, size.y + 0.006, size.z * 0.25], paint('#2f6fd0')),
    ...round(
      at(0, 0, size.z * 0.72),
      { bottom: radius * 1.3, top: radius * 0.5, height: size.z * 0.28, sides: 4 },
      paint(colour, 0.9),
    ),
  ],
  slab: ({ at, size, colour }) => [
    ...box(at(), [size.x, size.y, size.z], paint(colour)),
    ...box(at(0, size.y * 0.12, size.z), [size.x * 0.6, size.y * 0.3, 0.004], paint(colour, 2.2)),
  ],
  keys: ({ at, radius, size, colour }) => [
    ...round(at(), { bottom: radius * 0.6, top: radius * 0.6, height: size.z }, paint(colour)),
    ...box(at(radius), [size.x, 0.03, size.z * 0.7], paint('#b8bec4')),
    ...box(at(radius * 0.7, radius * 0.7), [0.03, size.y, size.z * 0.7], paint('#b8bec4')),
  ],
  car: (thing) => car(thing),
}

const vessel = ({ at, radius, size, colour }: Thing, foot: number): Triangle[] =>
  round(at(), { bottom: radius * foot, top: radius, height: size.z, sides: 26 }, paint(colour))

function car({ at, size, colour }: Thing): Triangle[] {
  const body: Vec3 = [size.x, size.y, size.z * 0.45]
  const cabin: Vec3 = [size.x * 0.8, size.y * 0.5, size.z * 0.35]
  const wheels = [-1, 1].flatMap((side) =>
    [-1, 1].flatMap((end) =>
      box(at((side * size.x) / 2, (end * size.y) / 3.2), [0.03, 0.06, 0.06], paint('#1b1b1d')),
    ),
  )
  return [
    ...box(at(0, 0, 0.03), body, paint(colour)),
    ...box(at(0, -0.01, 0.03 + body[2]), cabin, paint('#4fb0d8')),
    ...wheels,
  ]
}
