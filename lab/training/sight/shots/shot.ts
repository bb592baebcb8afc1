import { createRenderer, type Renderer } from '#simulation/render/renderer.js'
import type { CameraView, Geom, Picture } from '#simulation/render/scene.js'
import type { Joints } from '#tabletop/arm/kinematics.js'
import { SCAN } from '#tabletop/sight/map/scan.js'
import { measureDepth } from '#tabletop/sight/rgbd.js'
import { readShot, type ShotRead } from '#tabletop/sight/map/read-shot.js'
import { topPixels } from '#tabletop/sight/map/table-map.js'
import type { Scene } from '../scenes/scene.js'
import { geomsOfThing } from '../scenes/thing.js'
import type { Cell } from './cell.js'
import { drawLook, drawWristLook, expose, type Look } from './look.js'

/** A picture of a scene, what a driver reads from it, and what only the referee knows. */
export interface Shot {
  readonly scene: Scene
  readonly read: ShotRead
  /** of each look and each of its pixels: the number of the thing in `scene.placed`, plus one; 0 is the cell */
  readonly masks: readonly Uint8Array[]
  /** of each thing in `scene.placed`: the share of its own outline that is seen from the mast, 0…1 */
  readonly visible: readonly number[]
  /** the same in the picture that shows most of it */
  readonly glimpsed: readonly number[]
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
  const take = (joints: Joints, { view, gains, noise, depth }: Omit<Look, 'lights'>): Taken => {
    const geoms = [...cell.geoms({ ...scene, joints }), ...things.flat()]
    const picture = renderer.render({ geoms, lights: look.lights }, view, { noise })
    expose(picture, gains)
    measureDepth(picture.depth, depth)
    const mask = Uint8Array.from(picture.mask, (id) => (id < THINGS ? 0 : id - THINGS + 1))
    return { picture, mask, visible: sharesOf(mask, things, view) }
  }
  const { joints, opening } = scene
  const mast = take(joints, look)
  const wrist = SCAN.map((at, index) => take(at, drawWristLook(scene.seed, at, index)))
  const all = [mast, ...wrist]
  // the driver has felt the closures before, or knows nothing of them: the picture tells
  const felt = { joints, opening, slides: new Map() }
  const read = readShot(
    mast.picture,
    cell.model,
    felt,
    wrist.map(({ picture }, index) => ({ picture, joints: SCAN[index] as Joints })),
  )
  const glimpsed = things.map((_, index) => Math.max(...all.map(({ visible }) => visible[index] ?? 0)))
  return { scene, read, masks: all.map(({ mask }) => mask), visible: mast.visible, glimpsed }
}

interface Taken {
  readonly picture: Picture
  readonly mask: Uint8Array
  readonly visible: readonly number[]
}

function sharesOf(mask: Uint8Array, things: readonly (readonly Geom[])[], view: CameraView): number[] {
  const seen = countsOf(mask)
  return things.map((own, index) => {
    const pixels = seen[index + 1] ?? 0
    if (pixels === 0) return 0
    const whole = outline(alone, own, view)
    return whole === 0 ? 0 : Math.min(1, pixels / 4 / whole)
  })
}

/** What each cell of the map shows: the number of a thing in `scene.placed`, plus one; 0 is the cell of the robot. */
export function labelsOf({ masks, read: { looks } }: Shot): Uint8Array {
  return Uint8Array.from(topPixels(looks), (top) => (top && masks[top[0]]?.[top[1]]) ?? 0)
}

/** How many pixels of a picture of half the size, with twice the angle, a thing would fill if nothing hid it. */
function outline(renderer_: Renderer, geoms: readonly Geom[], view: CameraView): number {
  const fovY = (2 * Math.atan(2 * Math.tan((view.fovY * Math.PI) / 360)) * 180) / Math.PI
  const { mask }: Picture = renderer_.render({ geoms }, { ...view, fovY }, { shadows: false })
  return mask.reduce((sum, id) => sum + Number(id > 0), 0)
}

function countsOf(mask: Uint8Array): number[] {
  const counts = new Array<number>(256).fill(0)
  for (const id of mask) counts[id] = (counts[id] ?? 0) + 1
  return counts
}
