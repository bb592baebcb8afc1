import type { CameraModel } from '#base/camera-model.js'
import type { Rng } from '#base/random.js'
import { shifted } from '#learning/field/perception/registration.js'
import { MAST_CAMERA, type Look } from '#simulation/field/render/look.js'

const between = (rng: Rng, a: number, b: number): number => a + (b - a) * rng.next()

/** Light and sensor of one picture: wider than anything that the virtual robot's camera does. */
export function randomLook(rng: Rng): Look {
  return {
    light: { azimuth: between(rng, 0, 360), elevation: between(rng, 22, 88) },
    ambient: between(rng, 0.25, 0.8),
    shadow: between(rng, 0, 0.6),
    floor: rng.chance(0.7) ? 'grey' : 'wood',
    level: Math.exp(between(rng, Math.log(0.33), Math.log(1.6))),
    kelvin: Math.exp(between(rng, Math.log(2600), Math.log(9800))),
    vignette: between(rng, 0, 0.5),
    noise: between(rng, 0, 8),
  }
}

/**
 * The camera as somebody measured it, and as it really stands. Half of the nominal cameras hang elsewhere than the
 * mast; all have been bumped a little since they were measured, some of them more, and the pictures of some lie up to
 * 24 pixels aside.
 */
export function randomCameras(rng: Rng): { readonly nominal: CameraModel; readonly real: CameraModel } {
  const mounted = rng.chance(0.45) ? 0 : rng.pick([0.04, 0.08, 0.14])
  const nominal = mounted === 0 ? MAST_CAMERA : shaken(rng, MAST_CAMERA, mounted)
  const bumped = shaken(rng, nominal, rng.pick([0.002, 0.006, 0.006, 0.012, 0.02]))
  if (!rng.chance(0.35)) return { nominal, real: bumped }
  return { nominal, real: shifted(bumped, { u: between(rng, -24, 24), v: between(rng, -24, 24) }) }
}

/** Eye and aim moved by normal deviates of this size, metres. */
function shaken(rng: Rng, camera: CameraModel, by: number): CameraModel {
  const shift = ([x, y, z]: CameraModel['eye']): CameraModel['eye'] => [
    x + by * rng.normal(),
    y + by * rng.normal(),
    z + by * rng.normal(),
  ]
  return {
    ...camera,
    eye: shift(camera.eye),
    lookAt: shift(camera.lookAt),
    focal: camera.focal * (1 + 0.1 * by * rng.normal()),
  }
}
