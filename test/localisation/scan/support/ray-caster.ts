import type { Pose } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import type { Rng } from '#base/random.js'
import type { SiteMap } from '#base/site/site-map.js'
import { m, rad } from '#base/units.js'

/** What the test's own scanner gets wrong. Metres, radians, shares. */
export interface ScanErrors {
  readonly noise?: number
  readonly bias?: number
  readonly angleNoise?: number
  readonly missing?: number
}

export interface Scene {
  readonly site: SiteMap
  /** discs that are not on the map: legs */
  readonly legs?: readonly { readonly x: number; readonly y: number; readonly radius: number }[]
  /** boards that are not on the map: boxes, the far wall behind a doorway */
  readonly walls?: SiteMap['boards']
}

export interface Shot {
  /** of the body's middle when the scan ends */
  readonly pose: Pose
  readonly mounting?: Pose
  /** in the body's frame, m/s and rad/s, constant during the scan */
  readonly twist?: { readonly vx: number; readonly vy: number; readonly w: number }
  readonly errors?: ScanErrors
  readonly rays?: number
}

export const CENTRED: Pose = { x: m(0), y: m(0), theta: rad(0) }
export const START_US = 5_000_000
export const TURN_US = 100_000

/** One turn of a scanner, cast in the frame of each ray: not as the product does it. */
export function scanOf(scene: Scene, shot: Shot, rng: Rng): LaserScan {
  const { pose, mounting = CENTRED, twist, errors = {}, rays = 450 } = shot
  const { noise = 0, bias = 0, angleNoise = 0, missing = 0 } = errors
  const angles: number[] = []
  const ranges: number[] = []
  const offsetsUs: number[] = []
  for (let i = 0; i < rays; i++) {
    const offset = (TURN_US * i) / (rays - 1)
    const body = twist === undefined ? pose : poseAt(pose, twist, (offset - TURN_US) / 1e6)
    const scanner = composed(body, mounting)
    const angle = (2 * Math.PI * i) / rays
    const range = castRay(scene, scanner, scanner.theta + angle + angleNoise * rng.normal())
    const measured = range > 12 ? NaN : range + bias + noise * rng.normal()
    angles.push(angle > Math.PI ? angle - 2 * Math.PI : angle)
    ranges.push(rng.chance(missing) ? NaN : measured)
    offsetsUs.push(offset)
  }
  return {
    startUs: START_US,
    endUs: START_US + TURN_US,
    angles: angles.map(rad),
    ranges: ranges.map(m),
    offsetsUs,
  }
}

/** Where a body that moves by a constant twist is `seconds` after it was at a pose. */
export function poseAt(pose: Pose, twist: { vx: number; vy: number; w: number }, seconds: number): Pose {
  const turn = twist.w * seconds
  const [a, b] = turn === 0 ? [1, 0] : [Math.sin(turn) / turn, (1 - Math.cos(turn)) / turn]
  const [dx, dy] = [twist.vx * seconds, twist.vy * seconds]
  return composed(pose, { x: m(a * dx - b * dy), y: m(b * dx + a * dy), theta: rad(turn) })
}

export const composed = (a: Pose, b: Pose): Pose => ({
  x: m(a.x + Math.cos(a.theta) * b.x - Math.sin(a.theta) * b.y),
  y: m(a.y + Math.sin(a.theta) * b.x + Math.cos(a.theta) * b.y),
  theta: rad(a.theta + b.theta),
})

/** The scan that a scanner with the wrong sign of its angles gives. */
export const mirroredScan = (scan: LaserScan): LaserScan => ({
  ...scan,
  angles: scan.angles.map((angle) => rad(-1 * angle)),
})

function castRay(
  { site, legs = [], walls = [] }: Scene,
  from: { x: number; y: number },
  angle: number,
): number {
  // turned so that the ray runs along +x from the origin
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turned = (x: number, y: number): readonly [number, number] => [
    cos * (x - from.x) + sin * (y - from.y),
    cos * (y - from.y) - sin * (x - from.x),
  ]
  let best = Infinity
  for (const board of [...site.boards, ...walls]) {
    const [ax, ay] = turned(board.from.x, board.from.y)
    const [bx, by] = turned(board.to.x, board.to.y)
    if (ay * by > 0 || ay === by) continue
    const x = ax + ((bx - ax) * ay) / (ay - by)
    if (x > 0 && x < best) best = x
  }
  for (const { x, y, radius } of [...site.posts.map(({ at, radius }) => ({ ...at, radius })), ...legs]) {
    const [ahead, across] = turned(x, y)
    const range = ahead - Math.sqrt(radius ** 2 - across ** 2)
    if (Math.abs(across) <= radius && range > 0 && range < best) best = range
  }
  return best
}
