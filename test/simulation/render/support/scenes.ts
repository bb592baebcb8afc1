import { stream, type Rng } from '#base/random.js'
import { axesAlong } from '#simulation/render/pose.js'
import type { CameraView, Geom, Picture, Shape } from '#simulation/render/scene.js'

const LEVEL = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const WHITE = [0.9, 0.9, 0.9] as const

/** A geom that stands level, unless `more` says otherwise. */
export const geom = (id: number, shape: Shape, size: Geom['size'], more: Partial<Geom> = {}): Geom => ({
  id,
  shape,
  size,
  position: [0, 0, 0],
  rotation: LEVEL,
  colour: WHITE,
  ...more,
})

/** A camera that looks from one place at another. */
export function looking(
  from: Geom['position'],
  to: Geom['position'],
  more: Partial<CameraView> = {},
): CameraView {
  const axes = axesAlong([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
  const rotation = Array.from({ length: 9 }, (_, i) => axes[3 * (i % 3) + Math.floor(i / 3)] as number)
  return { position: from, rotation, fovY: 45, width: 320, height: 240, ...more }
}

/** All of a picture as one row of bytes: much faster to compare than its arrays. */
export const bytesOf = ({ rgb, depth, mask }: Picture): Buffer =>
  Buffer.concat([rgb, depth, mask].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)))

/** A floor and `count` geoms of all kinds, turned in all directions, on 1.2 m × 0.8 m. */
export function clutter(seed: number, count: number, shapes: readonly Shape[]): Geom[] {
  const rng = stream('clutter', seed)
  const between = (low: number, high: number): number => low + (high - low) * rng.next()
  const things = Array.from({ length: count }, (_, i) =>
    geom(
      i + 2,
      shapes[i % shapes.length] as Shape,
      [between(0.02, 0.07), between(0.02, 0.07), between(0.02, 0.07)],
      {
        position: [between(-0.6, 0.6), between(-0.4, 0.4), between(0.02, 0.3)],
        rotation: turned(rng),
        colour: [rng.next(), rng.next(), rng.next()],
      },
    ),
  )
  return [geom(1, 'plane', [0, 0, 1]), ...things]
}

/** A random rotation, from a unit quaternion. */
function turned(rng: Rng): number[] {
  const q = [rng.normal(), rng.normal(), rng.normal(), rng.normal()]
  const [w, x, y, z] = q.map((part) => part / Math.hypot(...q)) as [number, number, number, number]
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ]
}
