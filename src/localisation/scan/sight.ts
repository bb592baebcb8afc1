import type { Pose } from '#base/field-map.js'
import type { Ray } from './deskew.js'
import type { Outline } from './outline.js'

/** A ray as it lies in the field: a point and a unit vector, metres. */
export interface Sight {
  readonly x: number
  readonly y: number
  readonly alongX: number
  readonly alongY: number
}

/** Where a ray lies in the field if the robot's body is at a pose. */
export function sightFrom({ x, y, theta }: Pose): (ray: Ray) => Sight {
  const cos = Math.cos(theta)
  const sin = Math.sin(theta)
  return ({ fromX, fromY, alongX, alongY }) => ({
    x: x + cos * fromX - sin * fromY,
    y: y + sin * fromX + cos * fromY,
    alongX: cos * alongX - sin * alongY,
    alongY: sin * alongX + cos * alongY,
  })
}

/** How far one can see along a line of sight until something of the outline is in the way, metres; Infinity: open. */
export function sightLength({ lines, circles }: Outline, { x, y, alongX, alongY }: Sight): number {
  let length = Infinity
  for (const line of lines) {
    const across = alongX * line.alongY - alongY * line.alongX
    if (Math.abs(across) < PARALLEL) continue
    const [dx, dy] = [line.x - x, line.y - y]
    const away = (dx * line.alongY - dy * line.alongX) / across
    const along = (dx * alongY - dy * alongX) / across
    if (away > 0 && away < length && along >= 0 && along <= line.length) length = away
  }
  for (const circle of circles) {
    const [dx, dy] = [circle.x - x, circle.y - y]
    const ahead = dx * alongX + dy * alongY
    const square = circle.radius ** 2 - (dx * dx + dy * dy - ahead * ahead)
    if (square < 0) continue
    const away = ahead - Math.sqrt(square)
    if (away > 0 && away < length) length = away
  }
  return length
}

/** The sine of an angle below which a ray runs along a board. */
const PARALLEL = 1e-9
