import type { Point } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import type { Metres } from '#base/units.js'
import type { Rectangle } from '../geometry.js'

/** What stands in the scanner's plane beside the site: a leg, a body, a box. Field frame. */
export type ScanObstacle =
  | { readonly kind: 'round'; readonly at: Point; readonly radius: Metres }
  | ({ readonly kind: 'box' } & Rectangle)

/** Everything that a ray can end at, laid out for many rays. */
export interface Scene {
  /** x, y of one end, then x, y of the way to the other end; metres */
  readonly segments: Float64Array
  /** x, y, radius; metres */
  readonly circles: Float64Array
}

export function sceneOf({ boards, posts }: SiteMap, obstacles: readonly ScanObstacle[] = []): Scene {
  const round = obstacles.flatMap((each) => (each.kind === 'round' ? [each] : []))
  const boxes = obstacles.flatMap((each) => (each.kind === 'box' ? sidesOf(each) : []))
  const lines = [...boards.map(({ from, to }) => [from, to] as const), ...boxes]
  return {
    segments: Float64Array.from(
      lines.flatMap(([from, to]) => [from.x, from.y, to.x - from.x, to.y - from.y]),
    ),
    circles: Float64Array.from([...posts, ...round].flatMap(({ at, radius }) => [at.x, at.y, radius])),
  }
}

/**
 * How far a thin ray gets. A ray that starts inside a circle ends where it leaves it.
 * @param direction radians, counter-clockwise, 0 = along +x
 * @returns metres; Infinity where nothing is hit
 */
export function cast(scene: Scene, from: Point, direction: number): number {
  const [ux, uy] = [Math.cos(direction), Math.sin(direction)]
  return Math.min(toSegments(scene.segments, from, ux, uy), toCircles(scene.circles, from, ux, uy))
}

/**
 * Whether a beam of this half width (radians) touches an edge: an end of a board or the rim of something round. Only
 * there do the two sides of the beam end at different things.
 */
export function grazes({ segments, circles }: Scene, from: Point, direction: number, half: number): boolean {
  const [ux, uy] = [Math.cos(direction), Math.sin(direction)]
  for (let i = 0; i < segments.length; i += 4) {
    for (let end = 0; end < 2; end++) {
      const x = at(segments, i) + end * at(segments, i + 2) - from.x
      const y = at(segments, i + 1) + end * at(segments, i + 3) - from.y
      if (touches(x * ux + y * uy, x * uy - y * ux, half)) return true
    }
  }
  for (let i = 0; i < circles.length; i += 3) {
    const x = at(circles, i) - from.x
    const y = at(circles, i + 1) - from.y
    if (touches(x * ux + y * uy, Math.abs(x * uy - y * ux) - at(circles, i + 2), half)) return true
  }
  return false
}

/** Whether a point so far along a beam's middle and so far beside it is within the beam. */
const touches = (along: number, beside: number, half: number): boolean =>
  along > 0 && Math.abs(beside) <= half * along

/** Where from + t·u, a point of the ray, is p + s·d, one of the segment: t and s by Cramer's rule. */
function toSegments(segments: Float64Array, from: Point, ux: number, uy: number): number {
  let best = Infinity
  for (let i = 0; i < segments.length; i += 4) {
    const dx = at(segments, i + 2)
    const dy = at(segments, i + 3)
    const across = ux * dy - uy * dx
    if (across === 0) continue
    const px = at(segments, i) - from.x
    const py = at(segments, i + 1) - from.y
    const t = (px * dy - py * dx) / across
    if (t < 0 || t >= best) continue
    const s = (px * uy - py * ux) / across
    if (s >= 0 && s <= 1) best = t
  }
  return best
}

function toCircles(circles: Float64Array, from: Point, ux: number, uy: number): number {
  let best = Infinity
  for (let i = 0; i < circles.length; i += 3) {
    const cx = at(circles, i) - from.x
    const cy = at(circles, i + 1) - from.y
    const radius = at(circles, i + 2)
    const along = cx * ux + cy * uy
    const across = cx * uy - cy * ux
    const square = radius * radius - across * across
    if (square < 0) continue
    const half = Math.sqrt(square)
    const t = along - half >= 0 ? along - half : along + half
    if (t >= 0 && t < best) best = t
  }
  return best
}

function sidesOf({ at: middle, size, yaw }: Rectangle): (readonly [Point, Point])[] {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const corner = (right: number, up: number): Point => {
    const [x, y] = [(right * size.x) / 2, (up * size.y) / 2]
    return { x: middle.x + cos * x - sin * y, y: middle.y + sin * x + cos * y } as Point
  }
  const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
  return [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ]
}

const at = (values: Float64Array, i: number): number => values[i] as number
