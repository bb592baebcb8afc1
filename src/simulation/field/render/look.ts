import type { CameraModel } from '#base/camera-model.js'

/**
 * Lighting and sensor settings of a scene, apart from geometry. Training varies these; the virtual robot's camera uses
 * `DAYLIGHT`.
 */
export interface Look {
  /** direction of the lamp: degrees counter-clockwise from +x, and degrees above the floor (15…90) */
  readonly light: { readonly azimuth: number; readonly elevation: number }
  /** ambient share of the light, 0…1; the rest comes from the lamp */
  readonly ambient: number
  /** darkness of the ground shadows, 0…1 */
  readonly shadow: number
  readonly floor: 'grey' | 'wood'
  /** brightness of the whole picture, 1 = nominal, useful from 0.35 to 1.5 */
  readonly level: number
  /** colour temperature of the light, kelvin, 2500…10000; 6500 is neutral */
  readonly kelvin: number
  /** fall-off of light into the corners, 0 = none, 1 = black corners */
  readonly vignette: number
  /** standard deviation of the sensor's noise in 8-bit steps */
  readonly noise: number
}

export const DAYLIGHT: Look = {
  light: { azimuth: 215, elevation: 58 },
  ambient: 0.5,
  shadow: 0.34,
  floor: 'grey',
  level: 1,
  kelvin: 6200,
  vignette: 0.22,
  noise: 2.2,
}

/**
 * The arena camera on its mast at the near side. The whole field of 3 m × 2 m is in the picture with a margin of at
 * least 18 pixels, and a robot at its far edge is fully visible; a block's face covers 132 pixels in the farthest
 * corner and 300 in the nearest.
 */
export const MAST_CAMERA: CameraModel = {
  width: 640,
  height: 480,
  focal: 520,
  eye: [1.5, -0.6, 2.6],
  lookAt: [1.5, 0.7, 0],
}

/** Pose of the mast before runs recorded it: nothing beyond x = 2.0 m is in its pictures. */
export const FORMER_MAST_CAMERA: CameraModel = {
  width: 640,
  height: 480,
  focal: 600,
  eye: [0.88, -0.85, 1.85],
  lookAt: [0.88, 0.83, 0],
}
