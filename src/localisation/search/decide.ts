import type { Pose } from '#base/field-map.js'
import type { Ray } from '../scan/deskew.js'
import { wrapped } from '../scan/frames.js'
import type { Fit } from '../scan/icp.js'
import { judgeFit, type Matched, type Unmatched } from '../scan/judge.js'
import { logLikelihood } from '../scan/likelihood.js'
import type { Outline } from '../scan/outline.js'

/** A pose from which a scan can be explained. */
export interface Explanation {
  readonly pose: Pose
  readonly likelihood: number
  readonly judged: Matched | Unmatched
}

export type SearchResult =
  | { readonly kind: 'found'; readonly match: Matched }
  /** from two places the scan looks nearly the same, the likelier first */
  | { readonly kind: 'ambiguous'; readonly poses: readonly [Pose, Pose]; readonly why: string }
  | { readonly kind: 'nothing'; readonly why: string }

export function explain(found: Fit, rays: readonly Ray[], outline: Outline, tUs: number): Explanation {
  return {
    pose: found.pose,
    likelihood: logLikelihood(rays, outline, found.pose, found.offset),
    judged: judgeFit(found, rays, outline, tUs),
  }
}

/**
 * The likeliest pose, if it can be believed and is likelier than every other place by 20, in natural logarithms:
 * odds of 5 · 10⁸, which leave room for what the model of a scan does not know. It must be so much likelier than the
 * explanations of the mirrored scan, too, which `mirrored` gives for the best one: a room with right angles hardly
 * differs from its mirror image, so a scanner that turns the wrong way would be somewhere else and sure of it.
 */
export function decide(
  explanations: readonly Explanation[],
  mirrored: (best: Explanation) => readonly Explanation[],
): SearchResult {
  const [best, second] = explanations.toSorted((a, b) => b.likelihood - a.likelihood)
  if (best === undefined) return { kind: 'nothing', why: 'the scan fits the map from nowhere' }
  const { judged, pose } = best
  if (judged.kind === 'unmatched')
    return { kind: 'nothing', why: `even where the scan fits best, ${judged.why}` }
  if (judged.fix.rank < 3)
    return { kind: 'nothing', why: `the scan fixes ${judged.fix.rank} of 3 directions where it fits best` }
  if (second !== undefined && best.likelihood - second.likelihood < DECISIVE) {
    const [one, other] = [words(pose), words(second.pose)]
    const margin = (best.likelihood - second.likelihood).toFixed(1)
    const why = `it looks alike from ${one} and ${other}: ${margin} apart, ${DECISIVE} are needed`
    return { kind: 'ambiguous', poses: [pose, second.pose], why }
  }
  const rival = Math.max(...mirrored(best).map(({ likelihood }) => likelihood))
  if (best.likelihood - rival >= DECISIVE) return { kind: 'found', match: judged }
  const margin = (best.likelihood - rival).toFixed(1)
  return {
    kind: 'nothing',
    why: `mirrored, the scan fits about as well: ${margin} apart, ${DECISIVE} are needed`,
  }
}

/** Whether two poses are different places: more than 0.15 m or 10° apart. */
export function apart(a: Pose, b: Pose): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > SAME_PLACE || Math.abs(wrapped(a.theta - b.theta)) > SAME_HEADING
}

/** Natural logarithms by which one explanation of a scan has to be likelier than another to be held to be right. */
const DECISIVE = 20
const SAME_PLACE = 0.15
const SAME_HEADING = (10 * Math.PI) / 180

const words = ({ x, y, theta }: Pose): string =>
  `(${x.toFixed(2)} m, ${y.toFixed(2)} m, ${((180 * theta) / Math.PI).toFixed(0)}°)`
