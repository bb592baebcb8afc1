import type { Visibility } from '../geometry/rasterise.js'
import type { TriangleList } from '../geometry/triangle-list.js'
import type { Painter } from './painter.js'

/**
 * How much light reaches each pixel. It is found for every second pixel in each direction; between pixels of one face
 * it is their mean, because shadows have soft edges; anywhere else it is found, too.
 */
export class ReachMap {
  readonly #front: Visibility
  readonly #owner: Int32Array
  readonly #painter: Painter
  readonly #key: Float32Array
  readonly #open: Float32Array

  constructor(front: Visibility, list: TriangleList, painter: Painter) {
    this.#front = front
    this.#owner = list.owner
    this.#painter = painter
    const { width, height } = front
    this.#key = new Float32Array(width * height)
    this.#open = new Float32Array(width * height)
    for (let row = 0; row < height; row += 2)
      for (let column = 0; column < width; column += 2) this.#find(column, row)
  }

  /** Tells the painter how much light reaches a pixel, in which there is a triangle. */
  tell(column: number, row: number): void {
    const { width, height } = this.#front
    const i = row * width + column
    const x = column & 1
    const y = (row & 1) * width
    const isInside = column + 1 < width && row + 1 < height
    if (x + y === 0) this.#mean(i, i, i, i)
    else if (!isInside || !this.#isOneFace(i, x, y)) this.#find(column, row)
    else this.#mean(i - x - y, i + x - y, i - x + y, i + x + y)
  }

  /** True when a pixel and the four (or two) around it, whose light is known, are of one face. */
  #isOneFace(i: number, x: number, y: number): boolean {
    const own = this.#ownerOf(i)
    return (
      own === this.#ownerOf(i - x - y) &&
      own === this.#ownerOf(i + x - y) &&
      own === this.#ownerOf(i - x + y) &&
      own === this.#ownerOf(i + x + y)
    )
  }

  #ownerOf(i: number): number {
    const t = this.#front.triangle[i] as number
    return t < 0 ? -1 : (this.#owner[t] as number)
  }

  #mean(a: number, b: number, c: number, d: number): void {
    const key = this.#key
    const open = this.#open
    const { reach } = this.#painter
    reach.key = ((key[a] as number) + (key[b] as number) + (key[c] as number) + (key[d] as number)) / 4
    reach.open = ((open[a] as number) + (open[b] as number) + (open[c] as number) + (open[d] as number)) / 4
  }

  #find(column: number, row: number): void {
    const { width, nearness, triangle } = this.#front
    const i = row * width + column
    const t = triangle[i] as number
    if (t < 0) return
    this.#painter.measure(column + 0.5, row + 0.5, nearness[i] as number, t)
    const { key, open } = this.#painter.reach
    this.#key[i] = key
    this.#open[i] = open
  }
}
