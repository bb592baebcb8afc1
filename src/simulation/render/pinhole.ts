import type { Pixel, Vec3 } from '#base/camera-model.js'
import { reachOf, shrink, stretch } from './lens.js'
import { isPlace, isRotation } from './pose.js'
import type { CameraView } from './scene.js'

/**
 * The pixel in which a camera sees a point of the world; the centre of the pixel at the top left is (0.5, 0.5). `depth`
 * is in metres along the optical axis. `undefined` for a point behind the camera or outside what its lens can show, and
 * for a view that `isView` refuses. The pixel may be outside the picture.
 */
export function pixelOf(view: CameraView, point: Vec3): (Pixel & { readonly depth: number }) | undefined {
  if (!isView(view)) return undefined
  const { rotation: r, position } = view
  const d = [point[0] - position[0], point[1] - position[1], point[2] - position[2]] as const
  const along = (column: number): number =>
    at(r, column) * d[0] + at(r, 3 + column) * d[1] + at(r, 6 + column) * d[2]
  const depth = -along(2)
  if (!(depth > 1e-9)) return undefined
  const [x, y] = [along(0) / depth, along(1) / depth]
  const rr = x * x + y * y
  const lens = view.lens ?? STRAIGHT
  if (!(Math.sqrt(rr) <= reachOf(lens))) return undefined
  const scale = focalOf(view) * stretch(lens, rr)
  return { u: view.width / 2 + scale * x, v: view.height / 2 - scale * y, depth }
}

/**
 * The point of the world in a pixel at a depth (metres along the optical axis); `undefined` for a pixel in which the
 * lens shows nothing, a depth that is no number above 0, and a view that `isView` refuses.
 */
export function pointAt(view: CameraView, { u, v }: Pixel, depth: number): Vec3 | undefined {
  if (!isView(view) || !(depth > 0 && depth < Infinity)) return undefined
  const focal = focalOf(view)
  const [x, y] = [(u - view.width / 2) / focal, (view.height / 2 - v) / focal]
  const back = shrink(view.lens ?? STRAIGHT, Math.hypot(x, y))
  if (back === undefined) return undefined
  const { rotation: r, position } = view
  const [right, up] = [depth * back * x, depth * back * y]
  const place = (row: number): number =>
    at(position, row) + right * at(r, 3 * row) + up * at(r, 3 * row + 1) - depth * at(r, 3 * row + 2)
  return [place(0), place(1), place(2)]
}

/** Focal length, pixels. */
export const focalOf = ({ height, fovY }: CameraView): number => height / 2 / Math.tan((fovY * Math.PI) / 360)

/** True for a pose of finite numbers, a field of view in (0, 180)°, a size in 1…4096 and a lens of finite numbers. */
export function isView({ position, rotation, fovY, width, height, lens = STRAIGHT }: CameraView): boolean {
  const isSize = (n: number): boolean => Number.isInteger(n) && n >= 1 && n <= 4096
  return (
    isPlace(position) &&
    isRotation(rotation) &&
    fovY > 0 &&
    fovY < 180 &&
    isSize(width) &&
    isSize(height) &&
    Number.isFinite(lens.k1) &&
    Number.isFinite(lens.k2)
  )
}

const STRAIGHT = { k1: 0, k2: 0 }
const at = (values: readonly number[], i: number): number => values[i] as number
