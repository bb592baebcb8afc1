import { LEVEL, vec, type Quaternion, type Stamp, type Vec } from './geometry.js'

/** The shapes of a foxglove.SceneUpdate that recordings draw. Metres and radians. */
export interface Color {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

export const color = (r: number, g: number, b: number, a = 1): Color => ({ r, g, b, a })

export const at = (position: Vec, orientation: Quaternion = LEVEL): object => ({ position, orientation })

export const cube = (position: Vec, size: Vec, paint: Color): object => ({
  pose: at(position),
  size,
  color: paint,
})

/** A cylinder that stands; as wide at its top as `top` times its bottom. */
export const cylinder = (position: Vec, size: Vec, paint: Color, top = 1): object => ({
  pose: at(position),
  size,
  bottom_scale: 1,
  top_scale: top,
  color: paint,
})

/** Text that faces the viewer. @param size of its letters, metres */
export const caption = (text: string, position: Vec, paint: Color, size: number): object => ({
  pose: at(position),
  billboard: true,
  font_size: size,
  scale_invariant: false,
  color: paint,
  text,
})

/** A closed line. */
export const loop = (points: readonly Vec[], paint: Color): object => ({
  type: 1,
  pose: at(vec(0, 0)),
  thickness: 0.01,
  scale_invariant: false,
  points,
  color: paint,
  colors: [],
  indices: [],
})

export type Shapes = Readonly<Partial<Record<(typeof SHAPES)[number], readonly object[]>>>
const SHAPES = ['arrows', 'cubes', 'spheres', 'cylinders', 'lines', 'triangles', 'texts', 'models'] as const

/** Makes the entities of one update; one of the same id replaces the earlier one. */
export const entityAt =
  (timestamp: Stamp) =>
  (frame_id: string, id: string, shapes: Shapes): object => ({
    timestamp,
    frame_id,
    id,
    lifetime: { sec: 0, nsec: 0 },
    // children of the robot's frames move with it
    frame_locked: true,
    metadata: [],
    ...Object.fromEntries(SHAPES.map((shape) => [shape, shapes[shape] ?? []])),
  })
