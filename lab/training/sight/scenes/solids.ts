import type { Shape } from '#simulation/render/scene.js'
import { aboutY, aboutZ, axis, times, turn, type Rotation, type Vector } from '#tabletop/arm/pose.js'

/** A solid of a thing, in its frame; sizes as the renderer has them. */
export interface Part {
  readonly shape: Shape
  readonly size: Vector
  readonly at: Vector
  readonly tone: 0 | 1
  readonly along?: 'x' | 'y' | 'z'
}

/** As a thing's own frame has it. */
export const UPRIGHT = aboutZ(0)

/** How far a thing reaches from its middle in a direction of length 1, metres. */
export function reach(parts: readonly Part[], rotation: Rotation, direction: Vector): number {
  return Math.max(
    ...parts.map((part) => dot(direction, turn(rotation, part.at)) + own(part, rotation, direction)),
  )
}

/** How a solid lies whose length is along an axis. */
export const ALONG: Readonly<Record<'x' | 'y' | 'z', Rotation>> = {
  x: aboutY(Math.PI / 2),
  y: [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
  z: aboutZ(0),
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The support function of a solid about its own middle. */
function own({ shape, size, along = 'z' }: Part, rotation: Rotation, direction: Vector): number {
  const frame = times(rotation, ALONG[along])
  const d = ([0, 1, 2] as const).map((index) => dot(direction, axis(frame, index))) as unknown as Vector
  const [a, b, c] = size
  if (shape === 'sphere') return a
  if (shape === 'ellipsoid') return Math.hypot(a * d[0], b * d[1], c * d[2])
  if (shape === 'capsule') return a + b * Math.abs(d[2])
  if (shape === 'cylinder') return a * Math.hypot(d[0], d[1]) + b * Math.abs(d[2])
  return a * Math.abs(d[0]) + b * Math.abs(d[1]) + c * Math.abs(d[2])
}
