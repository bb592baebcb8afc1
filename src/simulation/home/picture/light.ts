import type { Vec3 } from '#base/camera-model.js'
import { drawDepth, type DepthBuffer } from './depth-buffer.js'
import { cross, dot, unit, type Triangle } from './mesh.js'

/** The lamp as seen by the surfaces: how much of it reaches a point, 0 in full shadow … 1. */
export interface Lamp {
  /** unit vector towards the lamp */
  readonly towards: Vec3
  lit(point: Vec3): number
}

/** cells of the shadow map along each side */
const CELLS = 1400
/** a surface does not shade itself within this distance, m */
const BIAS = 0.02

/** A distant lamp, with shadows of everything in the home. */
export function lampOver(
  triangles: readonly Triangle[],
  angles: { readonly azimuth: number; readonly elevation: number },
  size: { readonly x: number; readonly y: number },
): Lamp {
  const [a, e] = [(angles.azimuth * Math.PI) / 180, (angles.elevation * Math.PI) / 180]
  const towards: Vec3 = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)]
  const right = unit(cross([0, 0, 1], towards))
  const up = cross(towards, right)
  const centre: Vec3 = [size.x / 2, size.y / 2, 0]
  const scale = CELLS / (Math.hypot(size.x, size.y) + 1)
  const project = (p: Vec3): [number, number, number] => {
    const d: Vec3 = [p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]]
    return [CELLS / 2 + scale * dot(d, right), CELLS / 2 + scale * dot(d, up), dot(d, towards)]
  }
  const map = drawDepth(triangles, project, { width: CELLS, height: CELLS }, ({ a: p, b, c }) => [[p, b, c]])
  return { towards, lit: (point) => share(map, project(point)) }
}

/** The share of twelve cells around the point that nothing shades: the edge of a shadow is soft. */
function share(map: DepthBuffer, [u, v, w]: readonly [number, number, number]): number {
  let free = 0
  for (const [du, dv] of AROUND) {
    const [x, y] = [Math.floor(u + du), Math.floor(v + dv)]
    if (x < 0 || y < 0 || x >= CELLS || y >= CELLS) free++
    else if ((map.nearness[y * CELLS + x] as number) <= w + BIAS) free++
  }
  return free / AROUND.length
}

const AROUND: readonly (readonly [number, number])[] = Array.from({ length: 12 }, (_, i) => {
  const [angle, radius] = [i * 2.39996, 4 * Math.sqrt((i + 0.5) / 12)]
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
})
