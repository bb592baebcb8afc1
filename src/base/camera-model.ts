import type { Point } from './field-map.js'

/** A pinhole camera without lens distortion, used by the renderer to draw and by the critic to rectify. */
export interface CameraModel {
  readonly width: number
  readonly height: number
  /** focal length in pixels */
  readonly focal: number
  /** optical centre in the field's frame, metres */
  readonly eye: Vec3
  /** a point on the optical axis */
  readonly lookAt: Vec3
  /** principal point, pixels; defaults to the image centre */
  readonly centre?: Pixel
  /** turn about the optical axis, radians: above 0 what it shows turns clockwise in the picture; defaults to 0 */
  readonly roll?: number
  /** faces are read while the field's corners lie within this many pixels of where this pose has them; defaults to 5 */
  readonly tolerance?: number
}

export type Vec3 = readonly [number, number, number]

export interface Pixel {
  readonly u: number
  readonly v: number
}

/** Projects a point in space to a pixel; `undefined` when the point lies behind the camera. */
export function project(camera: CameraModel, point: Vec3): (Pixel & { readonly depth: number }) | undefined {
  const { right, up, forward } = axes(camera)
  const d = sub(point, camera.eye)
  const depth = dot(d, forward)
  if (depth <= 1e-6) return undefined
  const centre = centreOf(camera)
  return {
    u: centre.u + (camera.focal * dot(d, right)) / depth,
    v: centre.v - (camera.focal * dot(d, up)) / depth,
    depth,
  }
}

/** Intersects the ray through a pixel with the horizontal plane at height z (metres); `undefined` above the horizon. */
export function unprojectToPlane(camera: CameraModel, pixel: Pixel, z: number): Point | undefined {
  const { right, up, forward } = axes(camera)
  const centre = centreOf(camera)
  const a = (pixel.u - centre.u) / camera.focal
  const b = (centre.v - pixel.v) / camera.focal
  const ray = [0, 1, 2].map((i) => at(forward, i) + a * at(right, i) + b * at(up, i)) as unknown as Vec3
  if (Math.abs(ray[2]) < 1e-9) return undefined
  const t = (z - camera.eye[2]) / ray[2]
  if (t <= 0) return undefined
  return { x: camera.eye[0] + t * ray[0], y: camera.eye[1] + t * ray[1] } as Point
}

const centreOf = ({ centre, width, height }: CameraModel): Pixel => centre ?? { u: width / 2, v: height / 2 }

function axes(camera: CameraModel): { right: Vec3; up: Vec3; forward: Vec3 } {
  const forward = unit(sub(camera.lookAt, camera.eye))
  const right = unit(cross(forward, [0, 0, 1]))
  const up = cross(right, forward)
  if (camera.roll === undefined) return { right, up, forward }
  const [c, s] = [Math.cos(camera.roll), Math.sin(camera.roll)]
  const turned = (a: Vec3, b: Vec3, by: number): Vec3 => [
    c * a[0] + by * b[0],
    c * a[1] + by * b[1],
    c * a[2] + by * b[2],
  ]
  return { right: turned(right, up, s), up: turned(up, right, -s), forward }
}

const at = (v: Vec3, i: number): number => v[i] as number
const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
function unit(v: Vec3): Vec3 {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}
