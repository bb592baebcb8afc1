import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, ZoneId } from '#base/field-map.js'
import { rectify, type Raster } from '#base/rectify.js'
import type { Frame } from '#learning/ports.js'
import { fieldRect, quadOf, zoneRect } from './regions.js'

/** pixels per metre of the overview: a block is 3 × 9 pixels */
const SCALE = 60
const BLOCK_AREA_M2 = 0.05 * 0.15
/** the wood of shelf and rim is also redder than the floor, by up to 0.23; paint by 0.45 */
const CHROMA = 0.32
/** zones are excluded together with this rim, metres: blocks inside show their sides around it */
const RIM_M = 0.02
/** radius around the robot's axis in which its own load may be visible, metres */
const ROBOT_REACH_M = 0.24

/**
 * Counts coloured blobs of a block's size outside all zones, by colour alone. The area around `robot` (metres) is
 * excluded: the robot may hold blocks. `undefined` when the camera does not see the field.
 */
export function countStray(
  frame: Frame,
  camera: CameraModel,
  map: FieldMap,
  robot?: { readonly x: number; readonly y: number },
): number | undefined {
  const rect = fieldRect(map)
  const quad = quadOf(camera, rect, 0.03)
  if (!quad) return undefined
  const width = Math.round((rect.x1 - rect.x0) * SCALE)
  const height = Math.round((rect.y1 - rect.y0) * SCALE)
  const picture = rectify(frame, quad, width, height)
  const tint = medianTint(picture)
  const allowed = (column: number, row: number): boolean => {
    const x = rect.x0 + (column + 0.5) / SCALE
    const y = rect.y1 - (row + 0.5) / SCALE
    if (robot && Math.hypot(x - robot.x, y - robot.y) < ROBOT_REACH_M) return false
    return map.zones.every(
      ({ at, size }) =>
        Math.abs(x - at.x) > size.x / 2 + RIM_M ||
        y < at.y - size.y / 2 - 2 * RIM_M ||
        y > at.y + size.y / 2 + RIM_M,
    )
  }
  const coloured = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const relative = tintAt(picture, row * width + column) - tint
      if (Math.abs(relative) > CHROMA)
        coloured[row * width + column] = (relative > 0 ? 1 : 2) + (allowed(column, row) ? 0 : INSIDE)
    }
  }
  const least = 0.45 * BLOCK_AREA_M2 * SCALE * SCALE
  return blobSizes(coloured, width).filter((size) => size >= least && size <= 4 * least).length
}

/** A sixth of a block's face, square metres: only a block has that much paint. */
const PAINT_M2 = BLOCK_AREA_M2 / 6

export interface ZoneArea {
  readonly id: ZoneId
  readonly rim?: number
}

/**
 * Whether a block lies in the zone, in a slot, askew or partly, by colour alone.
 *
 * @param rim margin around the zone that counts too, metres
 */
export function isPainted(
  frame: Frame,
  camera: CameraModel,
  map: FieldMap,
  { id, rim = 0 }: ZoneArea,
): boolean {
  return (paintedArea(frame, camera, map, { id, rim }) ?? 0) >= PAINT_M2
}

interface PaintedZone {
  readonly id: ZoneId
  readonly rim: number
}

/**
 * Painted area of a zone, square metres; `undefined` when the camera does not see the zone. Unlike a slot's face this
 * also reveals blocks that lie askew or partly in the zone.
 *
 * @throws RangeError when the map has no such zone
 */
function paintedArea(
  frame: Frame,
  camera: CameraModel,
  map: FieldMap,
  { id, rim }: PaintedZone,
): number | undefined {
  const around = zoneRect(map, id)
  const quad = quadOf(camera, around, 0.03)
  const zone = map.zones.find((one) => one.id === id)
  if (!quad || !zone) return undefined
  const scale = 2 * SCALE
  const [width, height] = [
    Math.round((around.x1 - around.x0) * scale),
    Math.round((around.y1 - around.y0) * scale),
  ]
  const picture = rectify(frame, quad, width, height)
  const tint = medianTint(picture)
  let painted = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = around.x0 + (column + 0.5) / scale
      const y = around.y1 - (row + 0.5) / scale
      const inside =
        Math.abs(x - zone.at.x) < zone.size.x / 2 + rim && Math.abs(y - zone.at.y) < zone.size.y / 2 + rim
      if (inside && Math.abs(tintAt(picture, row * width + column) - tint) > CHROMA) painted++
    }
  }
  return painted / (scale * scale)
}

function tintAt({ rgb }: Raster, pixel: number): number {
  const [r, g, b] = [rgb[3 * pixel] as number, rgb[3 * pixel + 1] as number, rgb[3 * pixel + 2] as number]
  const sum = r + g + b
  return sum < 40 ? 0 : (r - b) / sum
}

function medianTint(picture: Raster): number {
  const tints: number[] = []
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 7) tints.push(tintAt(picture, pixel))
  tints.sort((a, b) => a - b)
  return tints[tints.length >> 1] ?? 0
}

/** added to the label of paint inside a zone or at the robot */
const INSIDE = 2

/**
 * Sizes of the 4-connected blobs of equal label outside zones; consumes the labels. A blob that extends into a zone is
 * part of a block that overlaps it, not a stray one.
 */
function blobSizes(labels: Uint8Array, width: number): number[] {
  const sizes: number[] = []
  const stack: number[] = []
  for (let start = 0; start < labels.length; start++) {
    const label = labels[start]
    if (label === 0 || label === undefined || label > INSIDE) continue
    let size = 0
    let overlaps = false
    stack.push(start)
    labels[start] = 0
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size++
      const column = at % width
      for (const next of [
        column > 0 ? at - 1 : -1,
        column < width - 1 ? at + 1 : -1,
        at - width,
        at + width,
      ]) {
        if (labels[next] === label) {
          labels[next] = 0
          stack.push(next)
        } else if (labels[next] === label + INSIDE) overlaps = true
      }
    }
    if (!overlaps) sizes.push(size)
  }
  return sizes
}
