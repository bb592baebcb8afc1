import type { Pose } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import { compose } from './frames.js'

/**
 * One ray of a scan, in the frame of the robot's body at the end of the scan. It begins where the scanner was when
 * it measured the ray, which is not where the scanner is at the end if the robot moves.
 */
export interface Ray {
  /** where it begins, metres */
  readonly fromX: number
  readonly fromY: number
  /** unit vector along it */
  readonly alongX: number
  readonly alongY: number
  /** how far it went, metres; NaN: nothing came back */
  readonly range: number
}

/**
 * Where the body was at a moment of the scan, in µs of the controller's clock, relative to where it is at `endUs`:
 * the identity at `endUs`. Whoever calls takes it from odometry.
 */
export type Motion = (tUs: number) => Pose

/**
 * The rays of a scan, moved to the moment of its end. `mounting` is the scanner's pose on the body: metres from the
 * body's middle, and the direction of the scanner's zero angle. Without `motion` the robot stood still.
 *
 * A turn of the scanner takes 0.1 s: at 0.6 m/s the first ray is measured 60 mm away from the last. A range that is
 * not a positive number counts as nothing came back.
 */
export function deskew(scan: LaserScan, mounting: Pose, motion?: Motion): Ray[] {
  const still = frameOf(mounting)
  return scan.angles.map((angle, index) => {
    const offsetUs = scan.offsetsUs[index] ?? scan.endUs - scan.startUs
    const scanner = motion === undefined ? still : frameOf(compose(motion(scan.startUs + offsetUs), mounting))
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const range = scan.ranges[index] ?? NaN
    return {
      fromX: scanner.x,
      fromY: scanner.y,
      alongX: scanner.cos * cos - scanner.sin * sin,
      alongY: scanner.sin * cos + scanner.cos * sin,
      range: range > 0 && range < Infinity ? range : NaN,
    }
  })
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly cos: number
  readonly sin: number
}

const frameOf = ({ x, y, theta }: Pose): Frame => ({ x, y, cos: Math.cos(theta), sin: Math.sin(theta) })
