import type { Point } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { Ld19Ray } from './lidar-bytes.js'
import type { BuiltLidar, LidarErrors, LidarStream } from './lidar-errors.js'
import { faultyRange, type LidarFault } from './lidar-faults.js'
import { cast, grazes, type Scene } from './ray-casting.js'

/** One ray, before it is measured. */
export interface Ray {
  readonly scene: Scene
  readonly from: Point
  /** where it really goes, radians in the field */
  readonly direction: number
  /** where the scanner believes that its head points, degrees, 0…360 */
  readonly head: number
  /** something of the robot itself is in the way */
  readonly hidden: boolean
}

/** Measures rays with the errors of one scanner. Each ray draws the same random values, wherever it goes. */
export class RangeFinder {
  readonly #errors: LidarErrors
  readonly #bias: number
  readonly #draw: Readonly<Record<LidarStream, Rng>>

  constructor(errors: LidarErrors, { bias }: BuiltLidar, draw: Readonly<Record<LidarStream, Rng>>) {
    this.#errors = errors
    this.#bias = bias
    this.#draw = draw
  }

  measure(ray: Ray, fault: LidarFault | undefined): Ld19Ray {
    const { noise, missing, mixed, fault: chance } = this.#draw
    const error = this.#bias + this.#errors.noise * noise.normal()
    const lost = missing.chance(this.#errors.missing)
    const between = mixed.next()
    const range = faultyRange(fault, this.#reach(ray, between), ray.head, chance)
    if (lost || ray.hidden || range > FARTHEST) return NOTHING
    const mm = Math.round(1000 * (range + (fault === 'covered' ? 0 : error)))
    return mm < NEAREST_MM ? NOTHING : { mm, confidence: CONFIDENCE }
  }

  /** Where a beam of some width ends: split by an edge, somewhere between the ends of its two sides. */
  #reach({ scene, from, direction }: Ray, between: number): number {
    const middle = cast(scene, from, direction)
    const half = this.#errors.halfWidth
    if (half === 0 || !grazes(scene, from, direction, half)) return middle
    const sides = [cast(scene, from, direction - half), cast(scene, from, direction + half)] as const
    const [near, far] = [Math.min(...sides), Math.max(...sides)]
    // half of a beam that goes nowhere returns nothing: the other half is measured
    if (far > FARTHEST) return near
    return far - near < APART ? middle : near + (far - near) * between
  }
}

const NOTHING: Ld19Ray = { mm: 0, confidence: 0 }
/** what a white board returns */
const CONFIDENCE = 200
/** metres; the range that the data sheet promises on a white target */
const FARTHEST = 12
const NEAREST_MM = 20
/** metres; nearer together, the two ends of a beam are measured as one */
const APART = 0.05
