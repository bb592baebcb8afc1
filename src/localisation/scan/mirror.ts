import type { LaserScan } from '#localisation/ports.js'
import { rad } from '#base/units.js'
import { deskew } from './deskew.js'
import { fit } from './icp.js'
import { judgeFit } from './judge.js'
import { logLikelihood } from './likelihood.js'
import type { MatchInput } from './match.js'
import { outlineOf } from './outline.js'

/**
 * Whether the scanner seems to give its angles with the wrong sign: mounted upside down, or read as the wrong model.
 * True if the mirrored scan matches the map from the prior and is likelier by 8, in natural logarithms. That is less
 * than a search asks for, since the scan of a right scanner is never likelier mirrored, and it is a suspicion: ask for
 * three scans. On an axis of a rectangle of boards only an open doorway tells the two apart; where it is not seen the
 * answer is false.
 */
export function looksMirrored(input: MatchInput): boolean {
  const asMeasured = explained(input)
  const mirrored = explained({ ...input, scan: mirror(input.scan) })
  return mirrored.matched && mirrored.likelihood - asMeasured.likelihood >= SUSPICIOUS
}

/** The scan with the sign of every angle changed. */
export const mirror = (scan: LaserScan): LaserScan => ({
  ...scan,
  angles: scan.angles.map((angle) => rad(-1 * angle)),
})

function explained({ scan, site, prior, mounting, motion }: MatchInput): {
  matched: boolean
  likelihood: number
} {
  const rays = deskew(scan, mounting, motion)
  const outline = outlineOf(site)
  const found = fit(rays, outline, prior.pose, GATE)
  if (found === undefined) return { matched: false, likelihood: -Infinity }
  return {
    matched: judgeFit(found, rays, outline, scan.endUs).kind === 'matched',
    likelihood: logLikelihood(rays, outline, found.pose, found.offset),
  }
}

const SUSPICIOUS = 8
/** How far from the map a point may lie at first, metres: at the start the prior is a circle of 0.12 m. */
const GATE = 0.3
