import type { MjData, MjModel } from '@mujoco/mujoco'
import type { Geom, Material, Shape } from '#simulation/render/scene.js'
import type { Colour } from '../scene/solid.js'

/**
 * The scene as the renderer draws it. The id of a geom is MuJoCo's number of it plus one.
 * @param data whose positions have been computed
 * @param shining geoms that have another colour now, such as lamps that are on
 */
export function geomsOf(
  model: MjModel,
  data: MjData,
  shining: ReadonlyMap<number, Colour> = new Map(),
): Geom[] {
  const { geom_type, geom_size, geom_rgba } = model as unknown as Record<string, ArrayLike<number>>
  const { geom_xpos, geom_xmat } = data as unknown as Record<string, ArrayLike<number>>
  const triple = (values: ArrayLike<number> | undefined, at: number): [number, number, number] => [
    values?.[at] ?? 0,
    values?.[at + 1] ?? 0,
    values?.[at + 2] ?? 0,
  ]
  return Array.from({ length: model.ngeom }, (_, geom): Geom => {
    const shape = SHAPES[geom_type?.[geom] ?? 6] ?? 'box'
    return {
      id: geom + 1,
      shape,
      size: triple(geom_size, 3 * geom),
      position: triple(geom_xpos, 3 * geom),
      rotation: Array.from({ length: 9 }, (__, index) => geom_xmat?.[9 * geom + index] ?? 0),
      colour: shining.get(geom) ?? triple(geom_rgba, 4 * geom),
      material: geom === TABLE ? WOOD : shape === 'box' ? MATT : GLOSSY,
    }
  })
}

/** The table's top is the first geom of the scene. */
const TABLE = 0
const WOOD: Material = { texture: 'wood', scale: 0.12, specular: 0.08 }
const MATT: Material = { specular: 0.12, shininess: 0.3 }
const GLOSSY: Material = { specular: 0.3, shininess: 0.6 }

/** MuJoCo's mjtGeom. */
const SHAPES: Readonly<Record<number, Shape>> = {
  0: 'plane',
  2: 'sphere',
  3: 'capsule',
  4: 'ellipsoid',
  5: 'cylinder',
  6: 'box',
}
