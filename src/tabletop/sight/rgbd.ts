import type { Rng } from '#base/random.js'
import type { Vector } from '../arm/pose.js'
import { shiftOf } from './registration.js'
import { focalOf, pixelOf } from '#simulation/render/pinhole.js'
import type { CameraView, Picture } from '#simulation/render/scene.js'

/** A picture with depth, as a driver has it: what its camera gave, where the driver believes that camera to hang. */
export class Rgbd {
  readonly picture: Pick<Picture, 'width' | 'height' | 'rgb' | 'depth'>
  readonly #view: CameraView
  readonly #focal: number
  #level = { slopeX: 0, slopeY: 0, rise: 0 }
  /** pixels */
  #shift: readonly [number, number] = [0, 0]

  constructor(picture: Rgbd['picture'], view: CameraView) {
    this.picture = picture
    this.#view = view
    this.#focal = focalOf(view)
  }

  /** The point of the table's frame that a pixel shows, metres. @param index of the pixel, row by row */
  point(index: number): Vector {
    const { width, height, depth } = this.picture
    const { rotation: r, position } = this.#view
    const far = depth[index] ?? Infinity
    const [shiftRight, shiftDown] = this.#shift
    const right = (((index % width) + 0.5 - shiftRight - width / 2) / this.#focal) * far
    const up = ((height / 2 - Math.floor(index / width) - 0.5 + shiftDown) / this.#focal) * far
    const { slopeX, slopeY, rise } = this.#level
    // written out, as it is done for every pixel
    const [eyeX, eyeY, eyeZ] = position
    const x = (r[0] ?? 0) * right + (r[1] ?? 0) * up - (r[2] ?? 0) * far
    const y = (r[3] ?? 0) * right + (r[4] ?? 0) * up - (r[5] ?? 0) * far
    const z = eyeZ + (r[6] ?? 0) * right + (r[7] ?? 0) * up - (r[8] ?? 0) * far
    return [x + eyeX, y + eyeY, z - rise - slopeX * x - slopeY * y]
  }

  /**
   * Corrects how the camera is believed to hang: by the plane of the table, and by what stands still in its picture.
   * @param empty depth of the cell without things, pixel by pixel, metres
   * @returns the pixels that were taken for the bare table
   */
  placeBy(empty: Float32Array): readonly number[] {
    const flat = flatPixels(this, this.drawn(empty))
    this.#levelBy(flat)
    this.#shift = shiftOf(this.picture, empty)
    return flat
  }

  /**
   * By the plane of the table, which is known: its height and two of the camera's turns, by least squares.
   * @param flat pixels that show the table and nothing on it
   */
  #levelBy(flat: readonly number[]): void {
    const points = flat.map((index) => this.point(index))
    const { position } = this.#view
    const sums = points.reduce(
      (sum, [px, py, z]) => {
        const [x, y] = [px - (position[0] ?? 0), py - (position[1] ?? 0)]
        return sum.map((value, at) => value + ([x, y, z, x * x, y * y, x * y, x * z, y * z][at] ?? 0))
      },
      [0, 0, 0, 0, 0, 0, 0, 0],
    )
    const [x = 0, y = 0, z = 0, xx = 0, yy = 0, xy = 0, xz = 0, yz = 0] = sums.map(
      (sum) => sum / points.length,
    )
    const [cxx, cyy, cxy, cxz, cyz] = [xx - x * x, yy - y * y, xy - x * y, xz - x * z, yz - y * z]
    const determinant = cxx * cyy - cxy * cxy
    if (points.length < ENOUGH_POINTS || determinant < 1e-9) return
    const slopeX = (cxz * cyy - cyz * cxy) / determinant
    const slopeY = (cyz * cxx - cxz * cxy) / determinant
    this.#level = { slopeX, slopeY, rise: z - slopeX * x - slopeY * y }
  }

  /** A drawing of what the camera would see where it is believed to hang: nothing is to be corrected in it. */
  drawn(depth: Float32Array): Rgbd {
    return new Rgbd({ ...this.picture, depth }, this.#view)
  }

  /** How much nearer than a point the camera sees something, metres; undefined out of the picture. */
  before(point: Vector): number | undefined {
    const seen = this.#at(point)
    return seen === undefined ? undefined : seen.depth - (this.picture.depth[seen.index] ?? Infinity)
  }

  /** The mean colour around a point, 0…255; undefined out of the picture. */
  colour(point: Vector): Vector | undefined {
    const seen = this.#at(point)
    if (seen === undefined) return undefined
    const { width, rgb } = this.picture
    const near = [-width, -1, 0, 1, width].map((step) => 3 * (seen.index + step))
    const mean = (channel: number): number =>
      near.reduce((sum, at) => sum + (rgb[at + channel] ?? 0), 0) / near.length
    return [mean(0), mean(1), mean(2)]
  }

  #at(point: Vector): { readonly index: number; readonly depth: number } | undefined {
    const { width, height } = this.picture
    const pixel = pixelOf(this.#view, point)
    if (pixel === undefined) return undefined
    const [column, row] = [Math.floor(pixel.u), Math.floor(pixel.v)]
    if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) return undefined
    return { index: row * width + column, depth: pixel.depth }
  }
}

/** What the sensor makes of true distances: a millimetre or so of noise, in whole millimetres. */
export function measureDepth(depth: Float32Array, rng: Rng): void {
  for (let index = 0; index < depth.length; index++) {
    const far = depth[index] ?? Infinity
    if (far < Infinity) depth[index] = Math.round((far + NOISE_M * rng.normal()) * 1000) / 1000
  }
}

const NOISE_M = 0.001
/** A plane through fewer pixels is not believed. */
const ENOUGH_POINTS = 200

/** Every few pixels one that shows the bare table. @param drawn the same view of the empty cell */
function flatPixels({ picture: { depth } }: Rgbd, drawn: Rgbd): number[] {
  const empty = drawn.picture.depth
  return Array.from({ length: Math.floor(empty.length / STRIDE) }, (_, index) => index * STRIDE).filter(
    (index) =>
      Math.abs(drawn.point(index)[2]) < 1e-4 &&
      Math.abs((depth[index] ?? Infinity) - (empty[index] ?? Infinity)) < FLAT,
  )
}

const STRIDE = 37
/** Metres. */
const FLAT = 0.012
