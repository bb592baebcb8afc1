import type { Point, Pose } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import { deskew, type Motion, type Ray } from '../scan/deskew.js'
import { compose, inverse } from '../scan/frames.js'
import { fit } from '../scan/icp.js'
import { mirror } from '../scan/mirror.js'
import { extentOf, outlineOf, type Outline } from '../scan/outline.js'
import { apart, decide, explain, type Explanation, type SearchResult } from './decide.js'
import { likelihoodField, type LikelihoodField } from './likelihood-field.js'
import { PoseGrid } from './pose-grid.js'

export interface SearchInput {
  readonly scan: LaserScan
  /** the scanner on the body: metres from its middle, and the direction of the scanner's zero angle */
  readonly mounting: Pose
  /** how the body moved during the scan; absent: it stood */
  readonly motion?: Motion
}

/** Finds the pose anywhere on a site, from one scan and no prior. Made once for a site. */
export class PoseFinder {
  readonly #outline: Outline
  readonly #field: LikelihoodField

  constructor(site: SiteMap) {
    this.#outline = outlineOf(site)
    this.#field = likelihoodField(this.#outline)
  }

  search(input: SearchInput): PoseSearch {
    return new PoseSearch(input, this.#outline, this.#field)
  }
}

/**
 * One search: it scores every pose of a grid by the likelihood field, takes the best peaks, adds to each the pose
 * turned by 180° about the middle of the site, moves all of them to where the scan fits (ICP), and compares how
 * likely the whole scan is from each. The work is done in portions, bounded by count: the same calls give the same
 * answer on any computer.
 */
export class PoseSearch {
  readonly #rays: readonly Ray[]
  readonly #mirroredRays: readonly Ray[]
  readonly #outline: Outline
  readonly #grid: PoseGrid
  readonly #tUs: number
  readonly #mounting: Pose
  readonly #middle: Point
  readonly #explanations: Explanation[] = []
  #scored = 0
  #looked = 0
  #peaks: number[] = []
  #starts: Pose[] | undefined
  #result: SearchResult | undefined

  constructor({ scan, mounting, motion }: SearchInput, outline: Outline, field: LikelihoodField) {
    this.#rays = deskew(scan, mounting, motion)
    this.#mirroredRays = deskew(mirror(scan), mounting, motion)
    this.#outline = outline
    this.#grid = new PoseGrid(this.#rays, outline, field)
    this.#tUs = scan.endUs
    this.#mounting = mounting
    this.#middle = extentOf(outline).middle
  }

  /**
   * Goes on by `budget` poses: to score one of the grid counts as 1, to look whether it is a peak, too, and to move
   * one to where the scan fits as 2,000, which may exceed the budget. A field of 3 × 2 m has some 58,000 poses on its
   * grid, of which at most 24 are moved. `undefined`: not done yet; once it is done, the result stays.
   */
  advance(budget: number): SearchResult | undefined {
    let left = budget
    while (this.#result === undefined && left > 0) left -= this.#goOn(left)
    return this.#result
  }

  #goOn(left: number): number {
    const { size } = this.#grid
    if (this.#scored < size) {
      const until = Math.min(size, this.#scored + left)
      const done = until - this.#scored
      while (this.#scored < until) this.#grid.score(this.#scored++)
      return done
    }
    if (this.#looked < size) {
      const until = Math.min(size, this.#looked + left)
      const done = until - this.#looked
      while (this.#looked < until) this.#look(this.#looked++)
      return done
    }
    this.#starts ??= startsFrom(
      this.#peaks.map((peak) => this.#grid.poseAt(peak)),
      this.#middle,
    )
    const start = this.#starts.shift()
    if (start === undefined) this.#result = decide(this.#explanations, (best) => this.#mirrored(best))
    else this.#refine(start)
    return REFINING
  }

  /** Keeps the best peaks, the best first. */
  #look(index: number): void {
    const score = this.#grid.scoreAt(index)
    const worst = this.#peaks.length < MOST_PEAKS ? 0 : this.#grid.scoreAt(this.#peaks.at(-1) ?? 0)
    if (score <= worst || !this.#grid.isPeak(index)) return
    const place = this.#peaks.findIndex((peak) => this.#grid.scoreAt(peak) < score)
    this.#peaks.splice(place === -1 ? this.#peaks.length : place, 0, index)
    this.#peaks = this.#peaks.slice(0, MOST_PEAKS)
  }

  #refine(start: Pose): void {
    const found = fit(this.#rays, this.#outline, start, GATE)
    if (found === undefined) return
    const explanation = explain(found, this.#rays, this.#outline, this.#tUs)
    const rival = this.#explanations.findIndex(({ pose }) => !apart(pose, found.pose))
    const known = this.#explanations[rival]
    if (known === undefined) this.#explanations.push(explanation)
    else if (known.likelihood < explanation.likelihood) this.#explanations[rival] = explanation
  }

  /** What the mirrored scan would say: the scanner at its likeliest place, mirrored about either axis of the site. */
  #mirrored({ pose }: Explanation): Explanation[] {
    const { x, y, theta } = compose(pose, this.#mounting)
    const [acrossX, acrossY] = [m(2 * this.#middle.x - x), m(2 * this.#middle.y - y)]
    const images = [
      { x, y: acrossY, theta: rad(-1 * theta) },
      { x: acrossX, y, theta: rad(Math.PI - theta) },
    ].map((scanner) => compose(scanner, inverse(this.#mounting)))
    return images.flatMap((image) => {
      const found = fit(this.#mirroredRays, this.#outline, image, GATE)
      return found === undefined ? [] : [explain(found, this.#mirroredRays, this.#outline, this.#tUs)]
    })
  }
}

const MOST_PEAKS = 12
const REFINING = 2000
const GATE = 0.3

/** Each pose and its image under a turn of the site by 180°, which is no new one if it lies beside another. */
function startsFrom(peaks: readonly Pose[], middle: Point): Pose[] {
  const starts = [...peaks]
  for (const { x, y, theta } of peaks) {
    const image = { x: m(2 * middle.x - x), y: m(2 * middle.y - y), theta: rad(theta + Math.PI) }
    if (starts.every((start) => apart(start, image))) starts.push(image)
  }
  return starts
}
