import type { ItemShape } from '../scene.js'
import type { ItemState } from '../state.js'
import { ball, box, paint, round, type Triangle } from './mesh.js'

/** A thing in its colour and shape. */
export function itemMesh({ shape, size, colour }: ItemShape, { x, y, z, yaw }: ItemState): Triangle[] {
  const at = { x, y, z, yaw }
  const main = paint(colour)
  const radius = size.x / 2
  const beside = (along: number, across: number, up: number): typeof at => ({
    x: x + along * Math.cos(yaw) - across * Math.sin(yaw),
    y: y + along * Math.sin(yaw) + across * Math.cos(yaw),
    z: z + up,
    yaw,
  })
  switch (shape) {
    case 'cup':
      return [
        ...round(at, { bottom: radius * 0.85, top: radius, height: size.z }, main),
        ...round(
          { ...at, z: z + size.z },
          { bottom: radius * 0.8, top: radius * 0.8, height: 0.002 },
          paint(colour, 0.35),
        ),
        ...box(beside(radius + 0.015, 0, size.z * 0.25), [0.05, 0.02, size.z * 0.5], main),
      ]
    case 'disc':
      return [
        ...round(at, { bottom: radius * 0.6, top: radius, height: size.z, sides: 28 }, main),
        ...round(
          { ...at, z: z + size.z },
          { bottom: radius * 0.68, top: radius * 0.68, height: 0.002 },
          paint('#9fb6d0'),
        ),
      ]
    case 'bowl':
      return [
        ...round(at, { bottom: radius * 0.5, top: radius, height: size.z, sides: 24 }, main),
        ...round(
          { ...at, z: z + size.z },
          { bottom: radius * 0.85, top: radius * 0.85, height: 0.002 },
          paint(colour, 0.4),
        ),
      ]
    case 'ball':
      return [
        ...ball(at, radius, main),
        ...box(beside(0, 0, size.z - 0.01), [0.015, 0.015, 0.04], paint('#5a3a1c')),
      ]
    case 'carton':
      return [
        ...box(at, [size.x, size.y, size.z * 0.72], main),
        ...box(
          beside(0, 0, size.z * 0.25),
          [size.x + 0.006, size.y + 0.006, size.z * 0.25],
          paint('#2f6fd0'),
        ),
        ...round(
          beside(0, 0, size.z * 0.72),
          { bottom: radius * 1.3, top: radius * 0.5, height: size.z * 0.28, sides: 4 },
          paint(colour, 0.9),
        ),
      ]
    case 'slab':
      return [
        ...box(at, [size.x, size.y, size.z], main),
        ...box(beside(0, size.y * 0.12, size.z), [size.x * 0.6, size.y * 0.3, 0.004], paint(colour, 2.2)),
      ]
    case 'keys':
      return [
        ...round(at, { bottom: radius * 0.6, top: radius * 0.6, height: size.z }, main),
        ...box(beside(radius, 0, 0), [size.x, 0.03, size.z * 0.7], paint('#b8bec4')),
        ...box(beside(radius * 0.7, radius * 0.7, 0), [0.03, size.y, size.z * 0.7], paint('#b8bec4')),
      ]
    case 'car':
      return [
        ...box(beside(0, 0, 0.03), [size.x, size.y, size.z * 0.45], main),
        ...box(
          beside(0, -0.01, 0.03 + size.z * 0.45),
          [size.x * 0.8, size.y * 0.5, size.z * 0.35],
          paint('#4fb0d8'),
        ),
        ...[-1, 1].flatMap((sx) =>
          [-1, 1].flatMap((sy) =>
            box(beside((sx * size.x) / 2, (sy * size.y) / 3.2, 0), [0.03, 0.06, 0.06], paint('#1b1b1d')),
          ),
        ),
      ]
  }
}
