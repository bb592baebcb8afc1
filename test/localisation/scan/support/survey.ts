import type { Pose } from '#base/field-map.js'
import type { FieldMap } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { defaultSite, type SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'
import type { PoseCovariance } from '#localisation/ports.js'
import { matchScan } from '#localisation/scan/match.js'
import { CENTRED, scanOf, type Scene, type ScanErrors } from './ray-caster.js'

export const degrees = (angle: number): number => (angle * 180) / Math.PI
export const radians = (angle: number): number => (angle * Math.PI) / 180

const point = (x: number, y: number) => ({ x: m(x), y: m(y) })

/** The site of F1 … F5, which all measure 3 × 2 m (test/config/shipped-fields.test.ts). */
export const SITE = defaultSite({ size: point(3, 2) } as FieldMap)

/** The same boards without the doorway and the post: it looks the same from a robot turned by 180°. */
export const SYMMETRIC: SiteMap = {
  boards: [
    { from: point(-0.05, -0.05), to: point(3.05, -0.05) },
    { from: point(3.05, -0.05), to: point(3.05, 2.25) },
    { from: point(3.05, 2.25), to: point(-0.05, 2.25) },
    { from: point(-0.05, 2.25), to: point(-0.05, -0.05) },
  ],
  posts: [],
}

/** Two long boards and nothing at their ends. */
export const CORRIDOR: SiteMap = {
  boards: [
    { from: point(-20, 0), to: point(20, 0) },
    { from: point(-20, 2), to: point(20, 2) },
  ],
  posts: [],
}

/** A wall of the next room, seen through the doorway. */
export const NEXT_ROOM: SiteMap['boards'] = [{ from: point(-5, -2), to: point(8, -2) }]

/** A scanner of the cheap kind on one robot: its bias stays for a scan. */
export const cheapErrors = (rng: Rng): ScanErrors => ({
  noise: 0.01,
  bias: 0.06 * rng.next() - 0.03,
  angleNoise: radians(0.2),
  missing: 0.02,
})

export const somewhere = (rng: Rng): Pose => ({
  x: m(0.2 + 2.6 * rng.next()),
  y: m(0.2 + 1.8 * rng.next()),
  theta: rad(2 * Math.PI * rng.next() - Math.PI),
})

/** A prior up to 0.1 m and 5° wrong. */
export function nearBy(pose: Pose, rng: Rng): { pose: Pose; covariance: PoseCovariance } {
  const [towards, far] = [2 * Math.PI * rng.next(), 0.1 * rng.next()]
  const turn = radians(5) * (2 * rng.next() - 1)
  return {
    pose: {
      x: m(pose.x + far * Math.cos(towards)),
      y: m(pose.y + far * Math.sin(towards)),
      theta: rad(pose.theta + turn),
    },
    covariance: { xx: 2e-3, xy: 0, xt: 0, yy: 2e-3, yt: 0, tt: 2.5e-3 },
  }
}

export interface PoseError {
  readonly dx: number
  readonly dy: number
  readonly dTheta: number
  /** metres and radians */
  readonly place: number
  readonly heading: number
}

export function errorOf(found: Pose, truth: Pose): PoseError {
  const [dx, dy, turn] = [found.x - truth.x, found.y - truth.y, found.theta - truth.theta]
  const dTheta = Math.atan2(Math.sin(turn), Math.cos(turn))
  return { dx, dy, dTheta, place: Math.hypot(dx, dy), heading: Math.abs(dTheta) }
}

/** Matches from `count` random poses with random priors: the errors of those that matched, and how often it did not. */
export function survey(
  count: number,
  rng: Rng,
  scene: (pose: Pose, rng: Rng) => Scene & { readonly errors: ScanErrors },
): {
  readonly errors: (PoseError & { readonly covariance: PoseCovariance })[]
  readonly unmatched: string[]
} {
  const errors: (PoseError & { covariance: PoseCovariance })[] = []
  const unmatched: string[] = []
  for (let i = 0; i < count; i++) {
    const pose = somewhere(rng)
    const around = scene(pose, rng)
    const scan = scanOf(around, { pose, errors: around.errors }, rng)
    const match = matchScan({ scan, site: SITE, prior: nearBy(pose, rng), mounting: CENTRED })
    if (match.kind === 'unmatched') unmatched.push(match.why)
    else errors.push({ ...errorOf(match.fix.pose, pose), covariance: match.fix.covariance })
  }
  return { errors, unmatched }
}

/** Legs and boxes that hide about the given share of the rays, none nearer than 0.3 m and none on the map. */
export function clutter(pose: Pose, share: number, rng: Rng): Pick<Scene, 'legs' | 'walls'> {
  const legs: { x: number; y: number; radius: number }[] = []
  const walls: { from: ReturnType<typeof point>; to: ReturnType<typeof point> }[] = []
  let hidden = 0
  while (hidden < share) {
    const [towards, far] = [2 * Math.PI * rng.next(), 0.3 + 0.5 * rng.next()]
    const [x, y] = [pose.x + far * Math.cos(towards), pose.y + far * Math.sin(towards)]
    if (x < 0.05 || x > 2.95 || y < 0.05 || y > 2.15) continue
    const size = rng.chance(0.5) ? 0.055 : 0.15
    if (size < 0.1) legs.push({ x, y, radius: size })
    else walls.push(...boxAround(x, y, size, 2 * Math.PI * rng.next()))
    hidden += (2 * Math.asin(Math.min(size / far, 1))) / (2 * Math.PI)
  }
  return { legs, walls }
}

function boxAround(x: number, y: number, half: number, turn: number): SiteMap['boards'] {
  const corner = (i: number) => {
    const angle = turn + Math.PI / 4 + (i * Math.PI) / 2
    return point(x + half * Math.SQRT2 * Math.cos(angle), y + half * Math.SQRT2 * Math.sin(angle))
  }
  return [0, 1, 2, 3].map((i) => ({ from: corner(i), to: corner(i + 1) }))
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

/** The mean of eᵀP⁻¹e, the normalised estimation error squared: 3 if the covariances are right. */
export function meanNees(
  errors: readonly (Pick<PoseError, 'dx' | 'dy' | 'dTheta'> & { readonly covariance: PoseCovariance })[],
): number {
  const sum = errors.reduce((total, { dx, dy, dTheta, covariance: { xx, xy, xt, yy, yt, tt } }) => {
    // Cholesky, then forward substitution
    const l00 = Math.sqrt(xx)
    const [l10, l20] = [xy / l00, xt / l00]
    const l11 = Math.sqrt(yy - l10 * l10)
    const l21 = (yt - l20 * l10) / l11
    const l22 = Math.sqrt(tt - l20 * l20 - l21 * l21)
    const a = dx / l00
    const b = (dy - l10 * a) / l11
    const c = (dTheta - l20 * a - l21 * b) / l22
    return total + a * a + b * b + c * c
  }, 0)
  return sum / errors.length
}
