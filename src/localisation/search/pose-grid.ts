import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { Ray } from '../scan/deskew.js'
import { extentOf, type Outline } from '../scan/outline.js'
import { sumAt, type LikelihoodField } from './likelihood-field.js'

/**
 * Every pose on the ground of a site in steps of 0.1 m and 5°, and how well a scan goes with each. No pose is farther
 * than 71 mm and 2.5° from one of them, and from there the match of a scan finds it: the search misses nothing for
 * want of a pose to begin with.
 */
export class PoseGrid {
  readonly columns: number
  readonly rows: number
  readonly size: number
  readonly #left: number
  readonly #near: number
  readonly #field: LikelihoodField
  readonly #points: Float64Array
  readonly #scores: Float32Array
  /** the points as they lie with the heading that was scored last */
  #turned: { readonly heading: number; readonly points: Float64Array }

  constructor(rays: readonly Ray[], outline: Outline, field: LikelihoodField) {
    const { middle, halfX, halfY } = extentOf(outline)
    this.columns = 2 * Math.ceil(halfX / STEP) + 1
    this.rows = 2 * Math.ceil(halfY / STEP) + 1
    this.size = this.columns * this.rows * HEADINGS
    this.#left = middle.x - ((this.columns - 1) / 2) * STEP
    this.#near = middle.y - ((this.rows - 1) / 2) * STEP
    this.#field = field
    this.#points = thinned(rays)
    this.#scores = new Float32Array(this.size)
    this.#turned = { heading: -1, points: new Float64Array() }
  }

  poseAt(index: number): Pose {
    const column = index % this.columns
    const row = Math.floor(index / this.columns) % this.rows
    const heading = Math.floor(index / (this.columns * this.rows))
    return {
      x: m(this.#left + column * STEP),
      y: m(this.#near + row * STEP),
      theta: rad((2 * Math.PI * heading) / HEADINGS),
    }
  }

  /** Scores one pose: the sum of the likelihood field's values over at most 72 points. */
  score(index: number): void {
    const pose = this.poseAt(index)
    const heading = Math.floor(index / (this.columns * this.rows))
    if (heading !== this.#turned.heading) this.#turned = { heading, points: turned(this.#points, pose.theta) }
    this.#scores[index] = sumAt(this.#field, this.#turned.points, pose.x, pose.y)
  }

  scoreAt(index: number): number {
    return this.#scores[index] ?? 0
  }

  /** Whether no neighbour, also across the wrap of the heading, has a better score. Of equals the first is a peak. */
  isPeak(index: number): boolean {
    const layer = this.columns * this.rows
    const column = index % this.columns
    const row = Math.floor(index / this.columns) % this.rows
    const score = this.scoreAt(index)
    for (const turn of [-layer, 0, layer]) {
      for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, this.rows - 1); r++) {
        for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, this.columns - 1); c++) {
          const at = index + turn + (r - row) * this.columns + (c - column)
          const other = (at + this.size) % this.size
          const its = this.scoreAt(other)
          if (its > score || (its === score && other < index)) return false
        }
      }
    }
    return true
  }
}

const STEP = 0.1
const HEADINGS = 72
const BEAMS = 72

/** Points of at most 72 rays that came back, evenly chosen, in the body's frame: x and y in turn. */
function thinned(rays: readonly Ray[]): Float64Array {
  const returned = rays.filter(({ range }) => !Number.isNaN(range))
  const count = Math.min(BEAMS, returned.length)
  const chosen = Array.from({ length: count }, (_, i) => returned[Math.floor((i * returned.length) / count)])
  return new Float64Array(
    chosen.flatMap((ray) =>
      ray === undefined ? [] : [ray.fromX + ray.range * ray.alongX, ray.fromY + ray.range * ray.alongY],
    ),
  )
}

function turned(points: Float64Array, theta: number): Float64Array {
  const cos = Math.cos(theta)
  const sin = Math.sin(theta)
  return points.map((value, i) =>
    i % 2 === 0 ? cos * value - sin * (points[i + 1] ?? 0) : sin * (points[i - 1] ?? 0) + cos * value,
  )
}
