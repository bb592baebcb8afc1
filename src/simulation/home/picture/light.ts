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

/** The share of some cells around the point that nothing shades: the edge of a shadow is soft. */
function share(map: DepthBuffer, [u, v, w]: readonly [number, number, number]): number {
  let free = 0
  for (let i = 0; i < TAPS; i++) {
    const x = Math.floor(u + (ACROSS[i] as number))
    const y = Math.floor(v + (ALONG[i] as number))
    if (x < 0 || y < 0 || x >= CELLS || y >= CELLS || (map.nearness[y * CELLS + x] as number) <= w + BIAS)
      free++
  }
  return free / TAPS
}

/** the cells that are looked at: a sunflower's spiral, four cells wide */
const TAPS = 8
const spiral = (of: (angle: number) => number): Float64Array =>
  Float64Array.from({ length: TAPS }, (_, i) => of(i * 2.39996) * 4 * Math.sqrt((i + 0.5) / TAPS))
const ACROSS = spiral(Math.cos)
const ALONG = spiral(Math.sin)
