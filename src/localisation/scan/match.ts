import type { Pose } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import type { SiteMap } from '#base/site/site-map.js'
import type { PoseCovariance } from '../ports.js'
import { deskew, type Motion, type Ray } from './deskew.js'
import { wrapped } from './frames.js'
import { fit } from './icp.js'
import { judgeFit, type Matched, type Unmatched } from './judge.js'
import { outlineOf } from './outline.js'

export interface MatchInput {
  readonly scan: LaserScan
  readonly site: SiteMap
  /** where the body's middle is taken to be at the end of the scan; it decides where the match is sought */
  readonly prior: { readonly pose: Pose; readonly covariance: PoseCovariance }
  /** the scanner on the body: metres from its middle, and the direction of the scanner's zero angle */
  readonly mounting: Pose
  /** how the body moved during the scan; absent: it stood */
  readonly motion?: Motion
}

/**
 * Where the robot is, from one scan, the map of the site and a pose that is at most about 0.1 m and 5° wrong. The
 * fix does not depend on the prior other than by where it is sought, so that a filter may weigh one against the
 * other. It is for the end of the scan and for the body's middle.
 *
 * Rays that end before the map (people, boxes) and rays through a doorway are left out. Unmatched is a scan of which
 * less than 60 rays or 60 % of those that should have met the map did meet it, one whose rays go through boards, or
 * one that says nothing about any direction.
 */
export function matchScan({ scan, site, prior, mounting, motion }: MatchInput): Matched | Unmatched {
  const rays = deskew(scan, mounting, motion)
  const outline = outlineOf(site)
  const found = fit(rays, outline, prior.pose, gateFor(prior.covariance))
  if (found === undefined) return { kind: 'unmatched', why: fewPoints(rays) }
  const why = strayed(found.pose, prior.pose)
  return why === undefined ? judgeFit(found, rays, outline, scan.endUs) : { kind: 'unmatched', why }
}

const WIDEST_GATE = 0.3
const NARROWEST_GATE = 0.15
/** Farther away than this from the prior the match was not sought. */
const FARTHEST = 0.3
const FARTHEST_TURN = (12 * Math.PI) / 180
/** A distance at which a wrong heading moves a point, metres. */
const TYPICAL_RANGE = 1.5

/** How far from the map a point may lie at first: three deviations of where the prior puts it. */
function gateFor({ xx, yy, tt }: PoseCovariance): number {
  const sigma = Math.sqrt(xx + yy + TYPICAL_RANGE ** 2 * tt)
  return Math.min(Math.max(3 * sigma, NARROWEST_GATE), WIDEST_GATE)
}

function fewPoints(rays: readonly Ray[]): string {
  const returned = rays.filter(({ range }) => !Number.isNaN(range)).length
  return `of ${rays.length} rays ${returned} came back, and too few of them lie near the map to begin with`
}

function strayed(found: Pose, prior: Pose): string | undefined {
  const distance = Math.hypot(found.x - prior.x, found.y - prior.y)
  const turn = Math.abs(wrapped(found.theta - prior.theta))
  if (distance <= FARTHEST && turn <= FARTHEST_TURN) return undefined
  const [mm, degrees] = [(1000 * distance).toFixed(0), ((180 * turn) / Math.PI).toFixed(1)]
  return `the match lies ${mm} mm and ${degrees}° from where it was sought: too far to be the same place`
}
