import { toLinear } from '../light/srgb.js'
import { FARTHEST, isPlace, isRotation } from '../pose.js'
import type { Geom, Shape } from '../scene.js'
import { meshPartsOf, type MeshParts } from './tessellation.js'

/** A geom that can be drawn, its numbers checked and laid out for fast use. */
export interface Instance {
  readonly id: number
  readonly shape: Shape
  readonly position: Float64Array
  readonly rotation: Float64Array
  /** what the unit mesh is multiplied by */
  readonly scale: Float64Array
  /** half length of a capsule between its round ends; 0 for others */
  readonly half: number
  /** radius of a sphere around the origin of the geom that holds all of it, metres */
  readonly reach: number
  /** linear */
  readonly colour: Float64Array
  readonly specular: number
  /** exponent of the highlight */
  readonly power: number
  /** cosine below which the highlight is too weak to see */
  readonly dull: number
  readonly texture: 'plain' | 'wood' | 'checker'
  readonly textureScale: number
  /** of the shape `mesh` only */
  readonly mesh: MeshParts | undefined
}

/** Half size of a plane that has none: farther than any camera of a robot looks. */
const ENDLESS = 200

/** The geoms that can be drawn, and the ids of the others. */
export function instancesOf(geoms: readonly Geom[]): { instances: Instance[]; skipped: number[] } {
  const instances: Instance[] = []
  const skipped: number[] = []
  for (const geom of geoms) {
    const instance = isSound(geom) ? instanceOf(geom) : undefined
    if (instance === undefined) skipped.push(geom.id)
    else instances.push(instance)
  }
  return { instances, skipped }
}

function isSound({ id, position, rotation, colour }: Geom): boolean {
  const idFits = Number.isInteger(id) && id >= 1 && id <= 0xffff
  return idFits && isPlace(position) && isRotation(rotation) && isPlace(colour)
}

function instanceOf(geom: Geom): Instance | undefined {
  const extent = extentOf(geom)
  if (extent === undefined || ![...extent.scale, extent.reach].every((x) => x > 0 && x <= FARTHEST))
    return undefined
  const { specular = 0.2, shininess = 0.4, texture = 'plain', scale = 0.1 } = geom.material ?? {}
  const power = 4 + 124 * between0And1(shininess)
  return {
    id: geom.id,
    shape: geom.shape,
    position: Float64Array.from(geom.position),
    rotation: Float64Array.from(geom.rotation),
    scale: Float64Array.from(extent.scale),
    half: extent.half ?? 0,
    reach: extent.reach,
    colour: Float64Array.from(geom.colour, toLinear),
    specular: between0And1(specular),
    power,
    dull: 0.002 ** (1 / power),
    texture,
    textureScale: scale > 1e-4 ? scale : 0.1,
    mesh: geom.shape === 'mesh' && geom.mesh !== undefined ? meshPartsOf(geom.mesh) : undefined,
  }
}

interface Extent {
  readonly scale: readonly [number, number, number]
  readonly half?: number
  readonly reach: number
}

/** `undefined` for a mesh without triangles and a capsule of negative length. */
function extentOf({ shape, size, mesh }: Geom): Extent | undefined {
  const [a, b, c] = size
  switch (shape) {
    case 'plane':
      return { scale: [a || ENDLESS, b || ENDLESS, 1], reach: Math.hypot(a || ENDLESS, b || ENDLESS) }
    case 'sphere':
      return { scale: [a, a, a], reach: a }
    case 'capsule':
      return b >= 0 ? { scale: [a, a, a], half: b, reach: a + b } : undefined
    case 'cylinder':
      return { scale: [a, a, b], reach: Math.hypot(a, b) }
    case 'ellipsoid':
      return { scale: [a, b, c], reach: Math.max(a, b, c) }
    case 'box':
      return { scale: [a, b, c], reach: Math.hypot(a, b, c) }
    case 'mesh':
      return mesh === undefined ? undefined : { scale: [1, 1, 1], reach: meshPartsOf(mesh).reach }
    default:
      return undefined
  }
}

const between0And1 = (x: number): number => (x > 0 ? Math.min(1, x) : 0)
