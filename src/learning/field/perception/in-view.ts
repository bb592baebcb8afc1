import { project, type CameraModel } from '#base/camera-model.js'
import { SLOTS, slotsMask, type FieldMap, type Mask, type Zone, type ZoneId } from '#base/field-map.js'
import { BLOCK_TOP_M, type Rect } from './regions.js'

/** How much of something is within the picture, from the camera's pose alone; occlusion is not considered. */
export type InView = 'whole' | 'part' | 'none'

/**
 * Which zones of a field are in the camera's picture. A zone that is not `whole` must never be called empty: its
 * contents are not fully visible.
 */
export function zonesInView(camera: CameraModel, map: FieldMap): ReadonlyMap<ZoneId, InView> {
  return new Map(map.zones.map((zone) => [zone.id, rectInView(camera, around(zone.at, zone.size))]))
}

/** The same for the home area, and for the shelf along its track to the target. */
export function othersInView(
  camera: CameraModel,
  { home, shelf }: FieldMap,
): { readonly home: InView; readonly shelf: InView } {
  const side = 2 * home.radius
  const ends = [shelf.at, shelf.target].map((at) => rectInView(camera, around(at, shelf.size)))
  return {
    home: rectInView(camera, around(home.at, { x: side, y: side })),
    shelf: ends[0] === ends[1] ? (ends[0] as InView) : 'part',
  }
}

/** The whole floor within the field's edges: stray blocks may lie anywhere. */
export const fieldInView = (camera: CameraModel, { size }: FieldMap): InView =>
  rectInView(camera, { x0: 0, y0: 0, x1: size.x, y1: size.y })

/** Slots of a zone in which a whole block would be in the picture. */
export function slotsInView(camera: CameraModel, zone: Zone): Mask {
  const { x, y } = zone.at
  return slotsMask(
    SLOTS.filter((slot) => {
      const at = { x: x + (slot - 1.5) * SLOT_PITCH_M, y }
      return rectInView(camera, around(at, BLOCK_M)) === 'whole'
    }),
  )
}

/** Fraction of all slots of a field in the picture, 0…1; 1 for a field without zones. */
export function shareInView(camera: CameraModel, { zones }: FieldMap): number {
  const seen = zones.flatMap((zone) => [...slotsInView(camera, zone)])
  return seen.length === 0 ? 1 : seen.filter((bit) => bit === '1').length / seen.length
}

/** spacing of neighbouring slots, and the sides of a block's face, metres */
const SLOT_PITCH_M = 0.065
const BLOCK_M = { x: 0.05, y: 0.15 } as const

/** a position, or side lengths, metres */
interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Checks a rectangle on the floor and at the height of a block's face. One larger than the picture counts as `part`.
 */
function rectInView(camera: CameraModel, { x0, y0, x1, y1 }: Rect): InView {
  const places = SHARES.flatMap((s) => SHARES.map((t) => [x0 + s * (x1 - x0), y0 + t * (y1 - y0)] as const))
  const seen = places.map(([x, y]) => [0, BLOCK_TOP_M].every((z) => isSeen(camera, x, y, z)))
  return seen.every(Boolean) ? 'whole' : seen.some(Boolean) ? 'part' : 'none'
}

/** sampling points of a rectangle along each side */
const SHARES = [0, 0.25, 0.5, 0.75, 1] as const

function isSeen(camera: CameraModel, x: number, y: number, z: number): boolean {
  const pixel = project(camera, [x, y, z])
  if (pixel === undefined) return false
  return pixel.u >= 0 && pixel.v >= 0 && pixel.u <= camera.width && pixel.v <= camera.height
}

function around(at: Place, size: Place): Rect {
  return { x0: at.x - size.x / 2, y0: at.y - size.y / 2, x1: at.x + size.x / 2, y1: at.y + size.y / 2 }
}
