import type { Point, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { placeDeviation } from '#localisation/filter/pose-covariance.js'
import type { LaserScan, PoseCovariance } from '#localisation/ports.js'
import { deskew, type Ray } from '#localisation/scan/deskew.js'
import { extentOf, nearest, type Outline } from '#localisation/scan/outline.js'
import { sightFrom, sightLength, type Sight } from '#localisation/scan/sight.js'
import { motionDuring } from '../pose/scan-motion.js'
import { isBlind, type BlindSector } from './blind-sectors.js'
import { clearanceOf } from './clearance.js'

/** Where the robot was while it looked. */
export interface Whereabouts {
  /**
   * Of the body's middle; it may be that of the wheels alone: what stands is recognised by it, too. Where it says
   * nothing for the end of a scan, as before the wheels' next step has come, everything counts.
   */
  readonly bodyAt: (tUs: number) => Pose | undefined
  /** how sure it is; undefined: it is no place on the site's map, so everything counts that is seen */
  readonly covariance: PoseCovariance | undefined
}

/** What is known beforehand. */
export interface Surroundings {
  readonly outline: Outline
  /** the scanner on the body, from its middle; the driver has turned its rays into the body's frame */
  readonly mounting: Point
  readonly blind: readonly BlindSector[]
}

/** A point that is not of the site. */
export interface SeenPoint {
  /** when it was measured, µs of the controller's clock */
  readonly tUs: number
  /** in the body's frame at the end of its scan */
  readonly onBody: Point
  /** undefined: where the body was is not known */
  readonly inField: Point | undefined
}

/**
 * The rays of a scan that ended at something that does not belong to the site: nearer than the outline along the ray,
 * or within the site, and in either case away from all of the outline: at a board that is met at a flat angle a small
 * turn changes the range by much. Never throws; a ray that is no number is no point.
 */
export function foregroundOf(scan: LaserScan, where: Whereabouts, around: Surroundings): SeenPoint[] {
  const { bodyAt, covariance } = where
  const body = bodyAt(scan.endUs)
  const { x, y } = around.mounting
  const rays = deskew(scan, { x, y, theta: UNTURNED.theta }, motionDuring(scan, bodyAt))
  const sight = sightFrom(body ?? UNTURNED)
  const isOfSite =
    body === undefined || covariance === undefined ? undefined : ofSite(around.outline, covariance)
  return rays.flatMap((ray, i): SeenPoint[] => {
    const onBody = endOf({ x: ray.fromX, y: ray.fromY, alongX: ray.alongX, alongY: ray.alongY }, ray.range)
    if (!Number.isFinite(onBody.x + onBody.y) || isOwn(onBody, scan.angles[i] ?? 0, around.blind)) return []
    if (clearanceOf(onBody) > REACH || isOfSite?.(sight(ray), ray) === true) return []
    const tUs = scan.startUs + (scan.offsetsUs[i] ?? 0)
    return [{ tUs, onBody, inField: body === undefined ? undefined : endOf(sight(ray), ray.range) }]
  })
}

const UNTURNED = { x: 0, y: 0, theta: 0 } as Pose
/** Farther away from the hull nothing matters, metres: at 0.6 m/s somebody who walks does from 1.2 m on. */
const REACH = 3
/** What a scanner's range and a map may be wrong by, and how many deviations of the pose are added, metres. */
const [MARGIN, DEVIATIONS] = [0.06, 3]
/** With a wider margin there would be room for somebody in it, metres: then everything counts. */
const WIDEST = 0.35
/** What is seen in a blind sector no farther out of the hull than this is a part of the robot, metres. */
const PARTS = 0.02

function isOwn(onBody: Point, angle: number, blind: readonly BlindSector[]): boolean {
  // anywhere else something lies on the scanner, or somebody stands so close that nothing behind him is seen
  return clearanceOf(onBody) < PARTS && isBlind(blind, angle)
}

function endOf({ x, y, alongX, alongY }: Sight, range: number): Point {
  return { x: m(x + range * alongX), y: m(y + range * alongY) }
}

/** Whether what a ray met may be of the site: near to it, or behind it. */
function ofSite(outline: Outline, covariance: PoseCovariance): (sight: Sight, ray: Ray) => boolean {
  const { middle, halfX, halfY } = extentOf(outline)
  const place = placeDeviation(covariance)
  const heading = Math.sqrt(covariance.tt)
  return (sight, { range }) => {
    const margin = MARGIN + DEVIATIONS * (place + range * heading)
    if (!(margin < WIDEST)) return false
    const { x, y } = endOf(sight, range)
    if (nearest(outline, x, y, margin) !== undefined) return true
    const isWithin = Math.abs(x - middle.x) < halfX && Math.abs(y - middle.y) < halfY
    return !isWithin && range > sightLength(outline, sight) - margin
  }
}
