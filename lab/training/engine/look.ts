import { ms } from '#base/units.js'
import type { CameraModel } from '#base/camera-model.js'
import type { Rng } from '#base/random.js'
import { rasterise } from '#simulation/camera/raster.js'
import type { Frame } from '#learning/ports.js'
import { MAST_CAMERA, DAYLIGHT, type Look } from '#simulation/field/render/look.js'
import { renderSvg } from '#simulation/field/render/render.js'
import type { Moment } from './moment.js'
import { occluded } from './occlusion.js'

/** How a test picture differs from what the virtual robot's own camera would give. */
export type Variant = 'nominal' | 'light' | 'pose' | 'occlusion'
export const VARIANTS = ['nominal', 'light', 'pose', 'occlusion'] as const satisfies readonly Variant[]

export interface Picture {
  readonly frame: Frame
  /** what the critic believes of the camera: of a bumped one, where it stood before */
  readonly camera: CameraModel
}

/**
 * A picture of a moment.
 *
 * - `nominal`: the product's camera in daylight.
 * - `light`: other lamp, brightness 0.4 to 1.45, 3000 to 8500 K, fall-off and noise up to 7 steps, grey or wooden
 *   floor.
 * - `pose`: hung elsewhere (6 cm and 3 cm, and measured there) and bumped since by 6 mm, which nobody measured.
 * - `occlusion`: things of no meaning cover 10 % of the picture (9 to 11 %, by pixels).
 *
 * @param move where the camera really stands, which the critic is not told
 */
export async function pictureOf(
  moment: Pick<Moment, 'scene'>,
  variant: Variant,
  rng: Rng,
  move: (camera: CameraModel) => CameraModel = (camera) => camera,
): Promise<Picture> {
  const nominal = variant === 'pose' ? rehung(rng, MAST_CAMERA) : MAST_CAMERA
  const real = move(variant === 'pose' ? shaken(rng, nominal, BUMP) : nominal)
  const look = variant === 'light' ? otherLight(rng) : DAYLIGHT
  const svg = renderSvg(moment.scene, real, look)
  const shown = variant === 'occlusion' ? occluded(rng, svg, real, OCCLUDED_SHARE) : svg
  const frame = await rasterise(shown, look, rng.int(2 ** 31), { id: 'f0000', t: ms(0) })
  return { frame, camera: nominal }
}

/** metres */
const BUMP = 0.006
const OCCLUDED_SHARE = 0.1

/** Mounted anew somewhere near: the eye up to some 10 cm away, the aim less, the focal length by a per cent. */
function rehung(rng: Rng, camera: CameraModel): CameraModel {
  const moved = shaken(rng, camera, 0.06)
  return { ...moved, focal: camera.focal * (1 + 0.01 * rng.normal()) }
}

/** @param by standard deviation of eye and aim along each axis, metres */
function shaken(rng: Rng, camera: CameraModel, by: number): CameraModel {
  const shift = ([x, y, z]: CameraModel['eye'], d: number): CameraModel['eye'] => [
    x + d * rng.normal(),
    y + d * rng.normal(),
    z + d * rng.normal(),
  ]
  return { ...camera, eye: shift(camera.eye, by), lookAt: shift(camera.lookAt, by / 2) }
}

function otherLight(rng: Rng): Look {
  const between = (a: number, b: number): number => a + (b - a) * rng.next()
  return {
    light: { azimuth: between(0, 360), elevation: between(30, 85) },
    ambient: between(0.3, 0.7),
    shadow: between(0.1, 0.5),
    floor: rng.chance(0.7) ? 'grey' : 'wood',
    level: Math.exp(between(Math.log(0.4), Math.log(1.45))),
    kelvin: between(3000, 8500),
    vignette: between(0, 0.45),
    noise: between(0, 7),
  }
}
