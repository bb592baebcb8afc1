import type { CameraModel } from '#base/camera-model.js'
import { SLOTS, type FieldMap } from '#base/field-map.js'
import type { Raster } from '#base/rectify.js'
import type { Frame } from '#learning/ports.js'
import { slotsInView } from './in-view.js'
import { zoneRect, ZONE_MARGIN } from './regions.js'
import { median, PATCH, perFrame, WholeMedian, zonePatch } from './zone-patch.js'

/** hues of the two paints relative to a grey floor, degrees */
const PAINTS_DEG = [26, 215] as const
/** below this a colour has no usable hue, (largest − smallest channel) / largest, relative to the floor */
const LEAST_SATURATION = 0.3
/** minimum number of slots of one paint for a meaningful median */
const LEAST_SLOTS = 2
/** a floor with less saturation than this is grey, (largest − smallest channel) / largest */
const GREY = 0.12
const SLOT_PITCH_M = 0.065

/**
 * Hue shift of the blocks' paint from its expected hue, degrees: the median over the slots of each paint, for the paint
 * with the smaller shift; 0 where the two shift in opposite directions, `undefined` where no paint is visible. The
 * floor is assumed grey, so that the tint of a lamp cancels out. A coloured floor shifts the two paints in opposite
 * directions or only one; a filter, a lens or a wrong white balance shifts both the same way. One paint alone is
 * trusted only on a floor that is grey in the picture.
 */
export function hueAside(frame: Frame, camera: CameraModel, map: FieldMap): number | undefined {
  const slots = map.zones.flatMap((zone) => huesOf(frame, camera, map, zone.id))
  const aside = slots.map(({ hue }) => PAINTS_DEG.map((paint) => turned(hue - paint)) as [number, number])
  const [orange, blue] = PAINTS_DEG.map((_, i) => {
    const own = aside.filter((by) => nearest(by) === i).map((by) => by[i] as number)
    return own.length < LEAST_SLOTS ? undefined : median(Float64Array.from(own))
  })
  if (orange === undefined || blue === undefined)
    return slots.every(({ greyFloor }) => greyFloor) ? (orange ?? blue) : undefined
  if (orange * blue <= 0) return 0
  return Math.abs(orange) < Math.abs(blue) ? orange : blue
}

const nearest = ([a, b]: readonly [number, number]): number => (Math.abs(a) <= Math.abs(b) ? 0 : 1)

interface PaintedSlot {
  readonly hue: number
  readonly greyFloor: boolean
}

/** Hues of the painted slots of one zone. */
const huesOf = perFrame((frame, camera, map, id): readonly PaintedSlot[] => {
  const rect = zoneRect(map, id)
  const patch = zonePatch(frame, camera, map, id)
  const zone = map.zones.find((each) => each.id === id)
  if (patch === undefined || zone === undefined) return []
  const floor = rimColour(patch)
  const greyFloor = Math.max(...floor) - Math.min(...floor) < GREY * Math.max(...floor)
  const pitch = (SLOT_PITCH_M * PATCH.width) / (rect.x1 - rect.x0)
  const inView = slotsInView(camera, zone)
  return SLOTS.flatMap((slot) => {
    if (inView[slot] !== '1') return []
    const u = Math.round(PATCH.width / 2 + (slot - 1.5) * pitch)
    const hue = hueOf(middleColour(patch, u), floor)
    return hue === undefined ? [] : [{ hue, greyFloor }]
  })
})

type Colour = readonly [r: number, g: number, b: number]

/** Median of each channel over the selected pixels of a patch. */
function colourOf({ rgb, width, height }: Raster, asked: (u: number, v: number) => boolean): Colour {
  const channels = [new WholeMedian(255), new WholeMedian(255), new WholeMedian(255)] as const
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      if (!asked(u, v)) continue
      for (let c = 0; c < 3; c++) channels[c]?.add(rgb[3 * (v * width + u) + c] as number)
    }
  }
  return [channels[0].value, channels[1].value, channels[2].value]
}

/** The floor around a zone: the rim of its patch. */
function rimColour(patch: Raster): Colour {
  const far = (1 - 1.1 / ZONE_MARGIN) / 2
  return colourOf(
    patch,
    (u, v) => Math.min(u / PATCH.width, 1 - u / PATCH.width, v / PATCH.height, 1 - v / PATCH.height) < far,
  )
}

/** The middle of a block's face, where a bumped camera still sees the same block. */
const middleColour = (patch: Raster, u: number): Colour =>
  colourOf(patch, (x, v) => Math.abs(x - u) <= 3 && v >= PATCH.height / 2 - 8 && v < PATCH.height / 2 + 8)

/** Hue of a colour relative to a grey floor, degrees; `undefined` where there is too little colour or light. */
function hueOf(colour: Colour, floor: Colour): number | undefined {
  if (floor.some((channel) => channel < 8)) return undefined
  const [r, g, b] = colour.map((channel, i) => channel / (floor[i] as number)) as [number, number, number]
  const most = Math.max(r, g, b)
  const spread = most - Math.min(r, g, b)
  if (most < 0.15 || spread < LEAST_SATURATION * most) return undefined
  const sixth = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread
  return (360 + 60 * sixth) % 360
}

/** Normalises an angle to −180…180. */
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180
