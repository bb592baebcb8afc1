import type { Point } from '#base/field-map.js'
import type { Board, SiteMap } from '#base/site/site-map.js'
import { m } from '#base/units.js'

/** A site as a scan is matched with it, in the field's frame, metres. */
export interface Outline {
  readonly lines: readonly Line[]
  readonly circles: readonly Circle[]
}

/** A board from above; (−alongY, alongX) is its normal. */
interface Line {
  readonly x: number
  readonly y: number
  readonly alongX: number
  readonly alongY: number
  readonly length: number
}

interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** What of the site is nearest to a point. */
export interface Nearest {
  /** from it to the point, metres; behind a line and inside a circle it is negative */
  readonly distance: number
  /** how far the point is from it, also from the end of a line, metres */
  readonly away: number
  /** its unit normal there: where the distance grows */
  readonly normalX: number
  readonly normalY: number
  /** the point lies at the end of a line or beyond, so the normal says nothing */
  readonly atEnd: boolean
}

export function outlineOf({ boards, posts }: SiteMap): Outline {
  return {
    lines: boards.filter((board) => lengthOf(board) > SHORTEST).map(lineOf),
    circles: posts.map(({ at, radius }) => ({ x: at.x, y: at.y, radius })),
  }
}

/** What of the outline is nearest to (x, y), unless it is farther away than `reach` metres. */
export function nearest(
  { lines, circles }: Outline,
  x: number,
  y: number,
  reach: number,
): Nearest | undefined {
  let line: Line | undefined
  let circle: Circle | undefined
  let closest = reach
  for (const each of lines) {
    const across = acrossOf(each, x, y)
    if (across >= closest || -across >= closest) continue
    const along = alongOf(each, x, y)
    const beyond = along < 0 ? along : along > each.length ? along - each.length : 0
    const away = beyond === 0 ? Math.abs(across) : Math.sqrt(across * across + beyond * beyond)
    if (away >= closest) continue
    closest = away
    line = each
  }
  for (const each of circles) {
    const away = Math.abs(fromCentre(each, x, y) - each.radius)
    if (away >= closest) continue
    closest = away
    circle = each
  }
  if (circle !== undefined) return nearCircle(circle, closest, x, y)
  return line === undefined ? undefined : nearLine(line, closest, x, y)
}

/** The rectangle around a whole site: its middle, and half its sides, metres. */
export interface Extent {
  readonly middle: Point
  readonly halfX: number
  readonly halfY: number
}

/** Of a site in which nothing stands it is a point. */
export function extentOf({ lines, circles }: Outline): Extent {
  const xs = [
    ...lines.flatMap(({ x, alongX, length }) => [x, x + length * alongX]),
    ...circles.flatMap(({ x, radius }) => [x - radius, x + radius]),
  ]
  const ys = [
    ...lines.flatMap(({ y, alongY, length }) => [y, y + length * alongY]),
    ...circles.flatMap(({ y, radius }) => [y - radius, y + radius]),
  ]
  if (xs.length === 0) return { middle: { x: m(0), y: m(0) }, halfX: 0, halfY: 0 }
  const [left, right, near, far] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const middle = { x: m((left + right) / 2), y: m((near + far) / 2) }
  return { middle, halfX: (right - left) / 2, halfY: (far - near) / 2 }
}

/** A shorter board has no direction that could be trusted, metres. */
const SHORTEST = 0.01
/** So close to its end a board and its neighbour are told apart badly, metres. */
const END = 0.02

const acrossOf = ({ x, y, alongX, alongY }: Line, px: number, py: number): number =>
  (py - y) * alongX - (px - x) * alongY
const alongOf = ({ x, y, alongX, alongY }: Line, px: number, py: number): number =>
  (px - x) * alongX + (py - y) * alongY
const fromCentre = ({ x, y }: Circle, px: number, py: number): number =>
  Math.sqrt((px - x) * (px - x) + (py - y) * (py - y))

function nearLine(line: Line, away: number, x: number, y: number): Nearest {
  const along = alongOf(line, x, y)
  const atEnd = along < END || along > line.length - END
  return { distance: acrossOf(line, x, y), away, normalX: -line.alongY, normalY: line.alongX, atEnd }
}

/** In the very centre no direction is better than another. */
function nearCircle(circle: Circle, away: number, x: number, y: number): Nearest {
  const far = fromCentre(circle, x, y)
  const [normalX, normalY] = far === 0 ? [1, 0] : [(x - circle.x) / far, (y - circle.y) / far]
  return { distance: far - circle.radius, away, normalX, normalY, atEnd: false }
}

const lengthOf = ({ from, to }: Board): number => Math.hypot(to.x - from.x, to.y - from.y)

function lineOf(board: Board): Line {
  const { from, to } = board
  const length = lengthOf(board)
  return { x: from.x, y: from.y, alongX: (to.x - from.x) / length, alongY: (to.y - from.y) / length, length }
}
