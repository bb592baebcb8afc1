import type { Rng } from '#base/random.js'
import { focalOf } from '#simulation/render/pinhole.js'
import { axesAlong, axesOf } from '#simulation/render/pose.js'
import type { CameraView } from '#simulation/render/scene.js'
import { subtract } from '../arm/pose.js'

/** The camera above the table, as the driver believes it to hang: straight down, x of the table up in the picture. */
export const MAST: CameraView = {
  position: [0.4, 0, 1.35],
  // columns: right of the picture is −y of the table, up is x, and it looks along −z
  rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1],
  fovY: 40,
  width: 640,
  height: 480,
}

/** How much of a level surface a pixel of that camera shows. @param height of the surface over the table, metres */
export const metresPerPixel = (height: number): number => (MAST.position[2] - height) / focalOf(MAST)

/** For people: from in front and one side, so that the arm and everything on the table are seen. */
export const SIDE_TARGET = [0.32, 0, 0.14] as const
const SIDE_FROM = [1.45, -0.8, 1.0] as const
export const SIDE: CameraView = {
  position: SIDE_FROM,
  // the rows of the axes are the columns of the rotation, and the other way round
  rotation: [...axesOf([...axesAlong(subtract(SIDE_TARGET, SIDE_FROM))])],
  fovY: 44,
  width: 640,
  height: 400,
}

/** The camera as it really hangs: off by a millimetre or two and some hundredths of a degree, for a whole run. */
export function hung(view: CameraView, rng: Rng): CameraView {
  const [x, y, z] = view.position
  const [a, b, c] = [0, 1, 2].map(() => rng.normal() * TILT_RAD) as [number, number, number]
  return {
    ...view,
    position: [x + rng.normal() * SHIFT_M, y + rng.normal() * SHIFT_M, z + rng.normal() * SHIFT_M],
    rotation: turned(view.rotation, [a, b, c]),
  }
}

const SHIFT_M = 0.001
const TILT_RAD = 0.0007

/** A rotation matrix after small turns about the camera's axes, made orthonormal again. */
function turned(rotation: readonly number[], [a, b, c]: readonly [number, number, number]): number[] {
  const small = [1, -c, b, c, 1, -a, -b, a, 1]
  const product = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) =>
      [0, 1, 2].reduce((sum, k) => sum + (rotation[3 * row + k] ?? 0) * (small[3 * k + column] ?? 0), 0),
    ),
  )
  const columnOf = (index: number) =>
    [product[index] ?? 0, product[3 + index] ?? 0, product[6 + index] ?? 0] as [number, number, number]
  const x = unit(columnOf(0))
  const z0 = columnOf(2)
  const along = x[0] * z0[0] + x[1] * z0[1] + x[2] * z0[2]
  const z = unit([z0[0] - along * x[0], z0[1] - along * x[1], z0[2] - along * x[2]])
  const y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
  return [0, 1, 2].flatMap((row) => [x[row] ?? 0, y[row] ?? 0, z[row] ?? 0])
}

function unit([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
