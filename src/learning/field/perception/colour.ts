import { SLOTS, type Slot, type Zone } from '#base/field-map.js'
import { project } from '#base/camera-model.js'
import type { Raster } from '#base/rectify.js'
import { slotsInView } from './in-view.js'
import { zoneRect, ZONE_MARGIN } from './regions.js'
import { median, PATCH, perFrame, WholeMedian, zonePatch } from './zone-patch.js'

/** The contents of a slot as far as colour shows, without any model: the camera as a sensor (VRL-25). */
export interface FaceReading {
  readonly slot: Slot
  /** `hidden` = outside the picture, washed out by light, or too dark to tell: something is in the way */
  readonly face: 'blue' | 'orange' | 'empty' | 'hidden'
  /** set on hidden slots that light has washed out */
  readonly washedOut?: true
  /** fraction of the slot's pixels that agree, 0…1 */
  readonly confidence: number
}

const SLOT_PITCH_M = 0.065
/** the inner part of a block's face, so that a bumped camera still sees the same block */
const SAMPLE = { x: 0.03, y: 0.09 } as const
/** minimum tint difference between a painted face and the surrounding floor */
const CHROMA = 0.16
/** below this fraction of the surroundings' brightness nothing can be recognised */
const DARK = 0.34
/** a pixel whose darkest channel exceeds the floor's brightness by this factor is white, whatever lies there */
const WHITE = 1.1
/** sampling points for the field's floor, along each side */
const FLOOR_PLACES = 24

/**
 * Reads the faces of a zone's four slots. Colours are compared with the floor around the zone, so that brightness and
 * tint of the light cancel out.
 *
 * @throws RangeError when the map has no such zone
 */
export const readFaces = perFrame((frame, camera, map, zone): readonly FaceReading[] => {
  const rect = zoneRect(map, zone)
  const patch = zonePatch(frame, camera, map, zone)
  if (!patch) return SLOTS.map((slot) => ({ slot, face: 'hidden', confidence: 0 }))
  const inView = slotsInView(camera, map.zones.find(({ id }) => id === zone) as Zone)
  const perMetre = { x: PATCH.width / (rect.x1 - rect.x0), y: PATCH.height / (rect.y1 - rect.y0) }
  const floor = { ...surroundings(patch), white: WHITE * floorLevel(frame, camera, map, 0) }
  return SLOTS.map((slot) => {
    if (inView[slot] !== '1') return { slot, face: 'hidden', confidence: 0 }
    const cx = PATCH.width / 2 + (slot - 1.5) * SLOT_PITCH_M * perMetre.x
    const box = { cx, cy: PATCH.height / 2, hx: (SAMPLE.x / 2) * perMetre.x, hy: (SAMPLE.y / 2) * perMetre.y }
    return { slot, ...vote(patch, box, floor) }
  })
})

interface Floor {
  /** (red − blue) / sum of the channels */
  readonly tint: number
  readonly brightness: number
  /** darkest channel above which a pixel is washed out */
  readonly white: number
}

interface Box {
  readonly cx: number
  readonly cy: number
  readonly hx: number
  readonly hy: number
}

/** Median tint and brightness of the rim between the zone and the edge of its patch. */
function surroundings(patch: Raster): Omit<Floor, 'white'> {
  const rimX = (PATCH.width * (1 - 1.1 / ZONE_MARGIN)) / 2
  const rimY = (PATCH.height * (1 - 1.1 / ZONE_MARGIN)) / 2
  const tints = new Float64Array(PATCH.width * PATCH.height)
  const sums = new WholeMedian(3 * 255)
  let count = 0
  for (let y = 0; y < PATCH.height; y++) {
    for (let x = 0; x < PATCH.width; x++) {
      if (x >= rimX && x < PATCH.width - rimX && y >= rimY && y < PATCH.height - rimY) continue
      const { tint, sum } = pixel(patch, x, y)
      if (sum === 0) continue
      tints[count++] = tint
      sums.add(sum)
    }
  }
  return { tint: median(tints.subarray(0, count)), brightness: sums.value }
}

/** Median channel brightness over the whole field, most of which is floor. */
const floorLevel = perFrame(({ rgb, width, height }, camera, { size }): number => {
  const levels: number[] = []
  for (let i = 0; i < FLOOR_PLACES ** 2; i++) {
    const [s, t] = [(i % FLOOR_PLACES) + 0.5, Math.floor(i / FLOOR_PLACES) + 0.5]
    const pixel = project(camera, [(s / FLOOR_PLACES) * size.x, (t / FLOOR_PLACES) * size.y, 0])
    const [u, v] = [Math.floor(pixel?.u ?? -1), Math.floor(pixel?.v ?? -1)]
    if (u < 0 || v < 0 || u >= width || v >= height) continue
    const at = 3 * (v * width + u)
    levels.push(((rgb[at] as number) + (rgb[at + 1] as number) + (rgb[at + 2] as number)) / 3)
  }
  return levels.length === 0 ? 255 : median(Float64Array.from(levels))
})

function vote(patch: Raster, box: Box, floor: Floor): Omit<FaceReading, 'slot'> {
  const votes = { blue: 0, orange: 0, empty: 0, hidden: 0, white: 0 }
  let all = 0
  for (let y = Math.ceil(box.cy - box.hy); y < box.cy + box.hy; y++) {
    for (let x = Math.ceil(box.cx - box.hx); x < box.cx + box.hx; x++) {
      votes[classify(pixel(patch, x, y), floor)]++
      all++
    }
  }
  const ranked = (Object.keys(votes) as (keyof typeof votes)[]).sort((a, b) => votes[b] - votes[a])
  const most = ranked[0] ?? 'hidden'
  const confidence = all === 0 ? 0 : votes[most] / all
  return most === 'white' ? { face: 'hidden', washedOut: true, confidence } : { face: most, confidence }
}

function classify({ tint, sum, least }: Shade, floor: Floor): FaceReading['face'] | 'white' {
  const relative = tint - floor.tint
  if (sum > 24 && relative > CHROMA) return 'orange'
  if (sum > 24 && relative < -CHROMA) return 'blue'
  if (least > floor.white) return 'white'
  return sum < DARK * floor.brightness ? 'hidden' : 'empty'
}

interface Shade {
  readonly tint: number
  readonly sum: number
  /** the darkest channel */
  readonly least: number
}

function pixel({ rgb, width }: Raster, x: number, y: number): Shade {
  const at = (y * width + x) * 3
  const [r, g, b] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
  const sum = r + g + b
  return { tint: sum === 0 ? 0 : (r - b) / sum, sum, least: Math.min(r, g, b) }
}
