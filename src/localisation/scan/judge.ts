import type { Metres } from '#base/units.js'
import type { PoseFix } from '../ports.js'
import { agreementOf, type Agreement } from './agreement.js'
import { certaintyOf } from './covariance.js'
import type { Ray } from './deskew.js'
import type { Fit } from './icp.js'
import type { Outline } from './outline.js'

export interface Matched {
  readonly kind: 'matched'
  readonly fix: PoseFix
  readonly basis: MatchBasis
}

export interface Unmatched {
  readonly kind: 'unmatched'
  /** in plain words, with the figures */
  readonly why: string
}

/** What a match rests on. */
interface MatchBasis {
  /** rays that met the map or should have */
  readonly used: number
  readonly inliers: number
  /** root mean square of the inliers' distances from the map */
  readonly residual: Metres
  /** by how much every range was too short */
  readonly offset: Metres
}

/** Whether a fit is to be believed. `tUs` is the end of the scan, µs of the controller's clock. */
export function judgeFit(
  found: Fit,
  rays: readonly Ray[],
  outline: Outline,
  tUs: number,
): Matched | Unmatched {
  const agreement = agreementOf(rays, outline, found)
  const why = objectionTo(found, agreement)
  if (why !== undefined) return { kind: 'unmatched', why }
  const { covariance, rank } = certaintyOf(found, leverOf(rays))
  if (rank === 0) return { kind: 'unmatched', why: 'what the scan shows of the map fixes no direction' }
  const { pose, inliers, residual, offset } = found
  return {
    kind: 'matched',
    fix: { source: 'lidar', tUs, pose, covariance, rank },
    basis: { used: agreement.expected, inliers, residual, offset },
  }
}

const FEWEST = 60
const LEAST_MET = 0.6
/** Mixed pixels at edges and a reflecting board send a few rays behind the map; a wrong pose sends many. */
const MOST_BEHIND = 0.05
/** With less of the map in sight, a wrong pose can call what contradicts it an obstacle. */
const LEAST_SEEN = 0.3
const WORST_RESIDUAL = 0.025
/** What lies farther away was seen through a doorway, metres. */
const FAR = 3

function objectionTo(found: Fit, { returned, expected, met, behind }: Agreement): string | undefined {
  if (!found.atRest)
    return `the pose still moved after ${found.steps} steps: something else than the map draws it`
  if (found.inliers < FEWEST) return `${found.inliers} rays lie on the map, ${FEWEST} are needed`
  if (met < LEAST_MET * expected)
    return `${met} of the ${expected} rays that should meet the map do, ${percent(LEAST_MET)} are needed`
  if (behind > MOST_BEHIND * expected)
    return `${behind} of ${expected} rays end behind the map, where none can go; ${percent(MOST_BEHIND)} may`
  if (met < LEAST_SEEN * returned)
    return `${met} of the ${returned} rays that came back met the map, ${percent(LEAST_SEEN)} are needed`
  if (found.residual > WORST_RESIDUAL)
    return `the rays lie ${mm(found.residual)} off the map, ${mm(WORST_RESIDUAL)} are allowed`
  return undefined
}

/** A typical distance of the points from the robot, metres. */
function leverOf(rays: readonly Ray[]): number {
  const ranges = rays.flatMap(({ range }) => (Number.isNaN(range) ? [] : [Math.min(range, FAR)]))
  return Math.sqrt(ranges.reduce((sum, range) => sum + range * range, 0) / ranges.length)
}

const mm = (metres: number): string => `${(1000 * metres).toFixed(0)} mm`
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
