import type { LaserScan } from '#localisation/ports.js'
import { rad, type Radians } from '#base/units.js'
import type { DeviceClock } from './clock.js'
import type { ScannerPoint } from './scanner-point.js'

/** How points become scans. */
export interface SweepOptions {
  /** 1: whole turns, 4: quarters of a turn */
  readonly parts: 1 | 4
  /** where the scanner's mark points in the robot's frame, counter-clockwise */
  readonly yaw: Radians
}

/** A turn, or a quarter, that is over. */
export interface Sweep {
  /** how long it took, µs */
  readonly tookUs: number
  /** undefined: it took too long to be one picture of the surroundings */
  readonly scan: LaserScan | undefined
}

/**
 * Cuts a stream of points where the head passes its mark (and, for quarters, where it passes each right angle from
 * there). The part in which the stream begins is left out, and so is one with a gap in time that is too long to know
 * how far the head turned in it.
 */
export class SweepCutter {
  readonly #clock: DeviceClock
  readonly #options: SweepOptions
  #points: ScannerPoint[] = []
  /** clockwise from where the head passed the mark last, radians */
  #turned = 0
  #part = 0
  #last: ScannerPoint | undefined
  /** of the first point of this part; undefined: the part did not begin with its first point */
  #fromUs: number | undefined

  constructor(clock: DeviceClock, options: SweepOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** @returns the parts that are complete with these points, the oldest first */
  push(points: readonly ScannerPoint[]): readonly Sweep[] {
    const done: Sweep[] = []
    for (const point of points) {
      this.#turnTo(point)
      const part = Math.floor(this.#turned / ((2 * Math.PI) / this.#options.parts))
      if (part > this.#part) done.push(...this.#cut(part, point))
      if (this.#fromUs !== undefined && point.deviceUs - this.#fromUs <= LONGEST_US) this.#points.push(point)
    }
    return done
  }

  #turnTo(point: ScannerPoint): void {
    const last = this.#last
    this.#last = point
    if (last === undefined || Math.abs(point.deviceUs - last.deviceUs) > LONGEST_GAP_US) {
      this.#turned = (2 * Math.PI - point.angle) % (2 * Math.PI)
      this.#part = Math.floor(this.#turned / ((2 * Math.PI) / this.#options.parts))
      this.#points = []
      this.#fromUs = undefined
    } else this.#turned -= wrapped(point.angle - last.angle)
  }

  #cut(part: number, { deviceUs }: ScannerPoint): readonly Sweep[] {
    const [points, fromUs] = [this.#points, this.#fromUs]
    this.#points = []
    this.#fromUs = deviceUs
    const turns = Math.floor(part / this.#options.parts)
    this.#part = part - turns * this.#options.parts
    this.#turned -= turns * 2 * Math.PI
    if (fromUs === undefined) return []
    const tookUs = deviceUs - fromUs
    return [{ tookUs, scan: tookUs > LONGEST_US ? undefined : this.#scanOf(points) }]
  }

  #scanOf(points: readonly ScannerPoint[]): LaserScan | undefined {
    const [first, last] = [points[0], points.at(-1)]
    if (first === undefined || last === undefined) return undefined
    const startUs = this.#clock.hostUs(first.deviceUs)
    return {
      startUs,
      endUs: this.#clock.hostUs(last.deviceUs),
      angles: points.map(({ angle }) => rad(wrapped(angle + this.#options.yaw))),
      ranges: points.map(({ range }) => range),
      offsetsUs: points.map(({ deviceUs }) => this.#clock.hostUs(deviceUs) - startUs),
    }
  }
}

/** A slower turn is no picture of one moment, whatever is known of the motion; it also bounds what is held. */
const LONGEST_US = 300_000
/** a quarter of a turn at 5 turns a second, half of one at 10 */
const LONGEST_GAP_US = 50_000

/** in (−π, π] */
const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.ceil((angle - Math.PI) / (2 * Math.PI))
