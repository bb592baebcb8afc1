import { quadPlace, rectify, type Quad, type Raster } from '#base/rectify.js'
import type { Pixel } from '#base/camera-model.js'
import type { Region } from '#learning/ports.js'

/** Sizes and order of the vision encoder's inputs; the model's `config.json` repeats them. */
export const PATCH = { width: 48, height: 40 } as const
export const OVERVIEW = { width: 160, height: 112 } as const
/** one patch per zone (black when the field lacks it), then the shelf's track and home */
export const PATCH_NAMES = [...Array.from({ length: 8 }, (_, i) => `zone:${i + 1}`), 'shelf', 'home']
const PATCH_BYTES = PATCH.width * PATCH.height * 3

/** Share of its region that a zone fills, including a rim for the height of a block's sides. */
const ZONE_SHARE = 1.08 / 1.5
const MASK_GREY = 128

export interface Patches {
  /** PATCH_NAMES.length consecutive pictures, RGB row by row, far edge on top */
  readonly patches: Uint8Array
  /** the field from above with all zones masked, so that only stray objects remain visible */
  readonly overview: Uint8Array
}

/** Cuts the encoder's inputs out of a frame. A missing region stays black. */
export function cutPatches(frame: Raster, regions: readonly Region[]): Patches {
  const quad = (name: string): Quad | undefined => regions.find((region) => region.name === name)?.corners
  const patches = new Uint8Array(PATCH_NAMES.length * PATCH_BYTES)
  PATCH_NAMES.forEach((name, i) => {
    const corners = quad(name)
    if (corners) patches.set(rectify(frame, corners, PATCH.width, PATCH.height).rgb, i * PATCH_BYTES)
  })
  const field = quad('field')
  if (!field) return { patches, overview: new Uint8Array(OVERVIEW.width * OVERVIEW.height * 3) }
  const zones = regions
    .filter(({ name }) => name.startsWith('zone:'))
    .map(({ corners }) => innerQuad(corners))
  return { patches, overview: maskedOverview(frame, field, zones) }
}

function maskedOverview(frame: Raster, field: Quad, zones: readonly Quad[]): Uint8Array {
  const { width, height } = OVERVIEW
  const { rgb } = rectify(frame, field, width, height)
  const place = quadPlace(field)
  const shapes = zones.map((zone) => ({ zone, box: boxOf(zone) }))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const pixel = place((column + 0.5) / width, 1 - (row + 0.5) / height)
      if (shapes.some(({ zone, box }) => near(box, pixel) && inside(zone, pixel))) {
        rgb.fill(MASK_GREY, (row * width + column) * 3, (row * width + column) * 3 + 3)
      }
    }
  }
  return rgb
}

interface Box {
  readonly low: Pixel
  readonly high: Pixel
}

const boxOf = (quad: Quad): Box => ({
  low: { u: Math.min(...quad.map(({ u }) => u)), v: Math.min(...quad.map(({ v }) => v)) },
  high: { u: Math.max(...quad.map(({ u }) => u)), v: Math.max(...quad.map(({ v }) => v)) },
})

/** far cheaper than `inside`, and almost always false */
const near = ({ low, high }: Box, { u, v }: Pixel): boolean =>
  u >= low.u && u <= high.u && v >= low.v && v <= high.v

function innerQuad(region: Quad): Quad {
  const place = quadPlace(region)
  const [low, high] = [0.5 - ZONE_SHARE / 2, 0.5 + ZONE_SHARE / 2]
  return [place(low, low), place(high, low), place(high, high), place(low, high)]
}

/** The corners go around the quad, so a point is inside when it lies on the same side of all four edges. */
function inside(quad: Quad, { u, v }: Pixel): boolean {
  let side = 0
  for (let i = 0; i < 4; i++) {
    const a = quad[i] as Pixel
    const b = quad[(i + 1) % 4] as Pixel
    const turn = Math.sign((b.u - a.u) * (v - a.v) - (b.v - a.v) * (u - a.u))
    if (turn !== 0 && side !== 0 && turn !== side) return false
    if (turn !== 0) side = turn
  }
  return true
}
