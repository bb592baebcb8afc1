import type { Vec3 } from '#base/camera-model.js'
import type { Solid } from './solid.js'

/**
 * Returns the outline of a body's shadow on the floor, grown outwards by `grow` metres (negative shrinks).
 * @param light unit vector from the floor to the lamp, z > 0
 */
export function shadowOutline(solid: Solid, light: Vec3, grow: number): Vec3[] {
  const cast = solid.faces
    .slice(0, 2)
    .flatMap((face) => face.points)
    .map(([x, y, z]): Flat => [x - (light[0] / light[2]) * z, y - (light[1] / light[2]) * z])
  const hull = convexHull(cast)
  const cx = hull.reduce((sum, p) => sum + p[0], 0) / hull.length
  const cy = hull.reduce((sum, p) => sum + p[1], 0) / hull.length
  return hull.map(([x, y]): Vec3 => {
    const reach = Math.hypot(x - cx, y - cy)
    const scale = reach < 1e-9 ? 1 : Math.max(0, reach + grow) / reach
    return [cx + (x - cx) * scale, cy + (y - cy) * scale, 0]
  })
}

type Flat = readonly [number, number]

/** Andrew's monotone chain, counter-clockwise, so that all outlines have the same winding and fill as one shape. */
function convexHull(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  return [...chain(sorted), ...chain(sorted.reverse())]
}

function chain(points: readonly Flat[]): Flat[] {
  const out: Flat[] = []
  for (const p of points) {
    while (out.length >= 2 && turn(out[out.length - 2] as Flat, out[out.length - 1] as Flat, p) <= 0)
      out.pop()
    out.push(p)
  }
  return out.slice(0, -1)
}

const turn = (o: Flat, a: Flat, b: Flat): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
