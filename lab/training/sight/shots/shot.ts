import { createRenderer, type Renderer } from '#simulation/render/renderer.js'
import type { Picture } from '#simulation/render/scene.js'
import type { MAST } from '#simulation/tabletop/sight/mast-camera.js'
import { measureDepth } from '#simulation/tabletop/sight/rgbd.js'
import { readShot, type ShotRead } from '#simulation/tabletop/sight/enrolled/read-shot.js'
import { topPixels } from '#simulation/tabletop/sight/enrolled/table-map.js'
import type { Scene } from '../scenes/scene.js'
import { geomsOfThing } from '../scenes/thing.js'
import type { Cell } from './cell.js'
import { drawLook, expose } from './look.js'

/** A picture of a scene, what a driver reads from it, and what only the referee knows. */
export interface Shot {
  readonly scene: Scene
  readonly read: ShotRead
  /** of each pixel: the number of the thing in `scene.placed`, plus one; 0 is the cell */
  readonly mask: Uint8Array
  /** of each thing in `scene.placed`: the share of its own outline that is seen, 0…1 */
  readonly visible: readonly number[]
}

const renderer = createRenderer()
const alone = createRenderer()
/** Ids of the cell's geoms are below this. */
const THINGS = 1000

export function shoot(cell: Cell, scene: Scene): Shot {
  const look = drawLook(scene.seed)
  const things = scene.placed.map(({ thing, position, turn }, index) =>
    geomsOfThing(thing, position, turn.rotation, THINGS + index),
  )
  const geoms = [...cell.geoms(scene), ...things.flat()]
  const picture = renderer.render({ geoms, lights: look.lights }, look.view, { noise: look.noise })
  expose(picture, look.gains)
  measureDepth(picture.depth, look.depth)
  const mask = Uint8Array.from(picture.mask, (id) => (id < THINGS ? 0 : id - THINGS + 1))
  const seen = countsOf(mask)
  const visible = things.map((own, index) => {
    const whole = outline(alone, own, look.view)
    return whole === 0 ? 0 : Math.min(1, (seen[index + 1] ?? 0) / 4 / whole)
  })
  const { joints, opening } = scene
  // the driver has felt the closures before, or knows nothing of them: the picture tells
  return { scene, read: readShot(picture, cell.model, { joints, opening, slides: new Map() }), mask, visible }
}

/** What each cell of the map shows: the number of a thing in `scene.placed`, plus one; 0 is the cell of the robot. */
export function labelsOf({ mask, read: { rgbd, empty } }: Shot): Uint8Array {
  return Uint8Array.from(topPixels(rgbd, empty), (index) => mask[index] ?? 0)
}

/** How many pixels of a picture of half the size a thing would fill if nothing hid it. */
function outline(
  renderer_: Renderer,
  geoms: Parameters<Renderer['render']>[0]['geoms'],
  view: typeof MAST,
): number {
  const small = { ...view, width: view.width / 2, height: view.height / 2 }
  const { mask }: Picture = renderer_.render({ geoms }, small, { shadows: false })
  return mask.reduce((sum, id) => sum + Number(id > 0), 0)
}

function countsOf(mask: Uint8Array): number[] {
  const counts = new Array<number>(256).fill(0)
  for (const id of mask) counts[id] = (counts[id] ?? 0) + 1
  return counts
}
