import type { Pose } from '#base/field-map.js'
import type { Ray } from './deskew.js'
import { extentOf, type Extent, type Outline } from './outline.js'
import { sightFrom, sightLength, type Sight } from './sight.js'

/**
 * The logarithm of how likely a scan is from a pose, `offset` metres added to every range: the beam model of Thrun,
 * Burgard and Fox, Probabilistic Robotics, §6.3. Unlike the distance of points from the map it knows that no ray goes
 * through a board and that a doorway lets rays through, which is all that tells a robot in a room with right angles
 * from one that is turned by 180°.
 *
 * A door may be shut, or somebody may stand in it, and then all rays there meet something. So that openings look
 * filled is one event, and no proof that the pose is wrong however many rays meet it; that rays go through a board is.
 *
 * Rays side by side see the same thing: a scan counts as 180 independent ones, one for 2°, however many it has.
 */
export function logLikelihood(rays: readonly Ray[], outline: Outline, pose: Pose, offset: number): number {
  const place = sightFrom(pose)
  const extent = extentOf(outline)
  let [boards, open, filled] = [0, 0, 0]
  for (const ray of rays) {
    const sight = place(ray)
    const length = sightLength(outline, sight)
    const range = ray.range + offset
    if (length < Infinity) boards += Math.log(ofBoard(range, length))
    else {
      open += Math.log(ofOpening(range))
      filled += Math.log(ofBoard(range, lengthWithin(extent, sight)))
    }
  }
  const share = INDEPENDENT / rays.length
  return share * boards + logMixture(share * open, share * filled)
}

const INDEPENDENT = 180
/** Deviation of a range from the map's, metres: noise, map and what is left of the pose's error. */
const SIGMA = 0.05
const PEAK = 1 / (SIGMA * Math.sqrt(2 * Math.PI))
/** Of the rays toward a board that come back: they meet it, something before it, or are wrong. */
const HIT = 0.85
const BEFORE = 0.14
const WRONG = 0.01
/** Beyond it nothing comes back, metres. */
const FARTHEST = 12
/** How often nothing comes back from a board and through an opening. */
const NOTHING = 0.05
const NOTHING_THROUGH = 0.5
/** How often openings are shut, or somebody stands in them. */
const FILLED = 0.1
/** The density of a range, per metre, or the probability that nothing came back, with a board `length` metres away. */
function ofBoard(range: number, length: number): number {
  if (Number.isNaN(range)) return NOTHING
  const hit = PEAK * Math.exp(-0.5 * ((range - length) / SIGMA) ** 2)
  const before = range < length ? BEFORE / length : 0
  return (1 - NOTHING) * (HIT * hit + before + WRONG / FARTHEST)
}

const ofOpening = (range: number): number =>
  Number.isNaN(range) ? NOTHING_THROUGH : (1 - NOTHING_THROUGH) / FARTHEST

/** How far one can see until the rectangle around the site, where a door would be if it were shut, metres. */
function lengthWithin({ middle, halfX, halfY }: Extent, { x, y, alongX, alongY }: Sight): number {
  const toSide = (along: number, from: number, half: number): number =>
    along === 0 ? Infinity : (Math.sign(along) * half - from) / along
  const length = Math.min(toSide(alongX, x - middle.x, halfX), toSide(alongY, y - middle.y, halfY))
  return length > 0 ? length : Infinity
}

function logMixture(open: number, filled: number): number {
  const [a, b] = [Math.log(1 - FILLED) + open, Math.log(FILLED) + filled]
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))
}
