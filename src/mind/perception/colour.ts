import { SLOTS, type FieldMap, type Slot, type ZoneId } from '../../base/field-map.js'
import type { CameraModel } from '../../base/camera-model.js'
import { rectify, type Raster } from '../../base/rectify.js'
import type { Frame } from '../ports.js'
import { quadOf, zoneRect, ZONE_MARGIN } from './regions.js'

/** What lies in a slot as far as its colour tells, without any model: the camera as a sensor (VRL-25). */
export interface FaceReading {
  readonly slot: Slot
  /** `hidden` = too dark or grey-black to tell: something stands in between */
  readonly face: 'blue' | 'orange' | 'empty' | 'hidden'
  /** share of the slot's pixels that agree, 0…1 */
  readonly confidence: number
}

const PATCH = { width: 96, height: 80 } as const
const BLOCK_TOP_M = 0.03
const SLOT_PITCH_M = 0.065
/** the inner part of a block's face, so that a camera that was bumped still sees the same block */
const SAMPLE = { x: 0.03, y: 0.09 } as const
/** how much redder or bluer than the floor around it a painted face is at least */
const CHROMA = 0.16
/** below this share of the surroundings' brightness nothing can be told */
const DARK = 0.34

/**
 * Reads the faces of a zone's four slots. Colours are compared with the floor around the zone, so that brightness and
 * tint of the light cancel out.
 *
 * @throws RangeError when the map has no such zone
 */
export function readFaces(frame: Frame, camera: CameraModel, map: FieldMap, zone: ZoneId): FaceReading[] {
  const rect = zoneRect(map, zone)
  const quad = quadOf(camera, rect, BLOCK_TOP_M)
  if (!quad) return SLOTS.map((slot) => ({ slot, face: 'hidden', confidence: 0 }))
  const patch = rectify(frame, quad, PATCH.width, PATCH.height)
  const perMetre = { x: PATCH.width / (rect.x1 - rect.x0), y: PATCH.height / (rect.y1 - rect.y0) }
  const floor = surroundings(patch)
  return SLOTS.map((slot) => {
    const cx = PATCH.width / 2 + (slot - 1.5) * SLOT_PITCH_M * perMetre.x
    const box = { cx, cy: PATCH.height / 2, hx: (SAMPLE.x / 2) * perMetre.x, hy: (SAMPLE.y / 2) * perMetre.y }
    return { slot, ...vote(patch, box, floor) }
  })
}

interface Floor {
  /** (red − blue) / sum of the channels */
  readonly tint: number
  readonly brightness: number
}

interface Box {
  readonly cx: number
  readonly cy: number
  readonly hx: number
  readonly hy: number
}

/** Median tint and brightness of the rim between the zone and the edge of its patch. */
function surroundings(patch: Raster): Floor {
  const rimX = (PATCH.width * (1 - 1.1 / ZONE_MARGIN)) / 2
  const rimY = (PATCH.height * (1 - 1.1 / ZONE_MARGIN)) / 2
  const tints: number[] = []
  const sums: number[] = []
  for (let y = 0; y < PATCH.height; y++) {
    for (let x = 0; x < PATCH.width; x++) {
      if (x >= rimX && x < PATCH.width - rimX && y >= rimY && y < PATCH.height - rimY) continue
      const { tint, sum } = pixel(patch, x, y)
      if (sum === 0) continue
      tints.push(tint)
      sums.push(sum)
    }
  }
  return { tint: median(tints), brightness: median(sums) }
}

function vote(patch: Raster, box: Box, floor: Floor): Pick<FaceReading, 'face' | 'confidence'> {
  const votes = { blue: 0, orange: 0, empty: 0, hidden: 0 }
  let all = 0
  for (let y = Math.ceil(box.cy - box.hy); y < box.cy + box.hy; y++) {
    for (let x = Math.ceil(box.cx - box.hx); x < box.cx + box.hx; x++) {
      votes[classify(pixel(patch, x, y), floor)]++
      all++
    }
  }
  const ranked = (Object.keys(votes) as (keyof typeof votes)[]).sort((a, b) => votes[b] - votes[a])
  const face = ranked[0] ?? 'hidden'
  return { face, confidence: all === 0 ? 0 : votes[face] / all }
}

function classify({ tint, sum }: { tint: number; sum: number }, floor: Floor): FaceReading['face'] {
  const relative = tint - floor.tint
  if (sum > 24 && relative > CHROMA) return 'orange'
  if (sum > 24 && relative < -CHROMA) return 'blue'
  return sum < DARK * floor.brightness ? 'hidden' : 'empty'
}

function pixel({ rgb, width }: Raster, x: number, y: number): { tint: number; sum: number } {
  const at = (y * width + x) * 3
  const [r, g, b] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
  const sum = r + g + b
  return { tint: sum === 0 ? 0 : (r - b) / sum, sum }
}

function median(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[values.length >> 1] ?? 0
}
