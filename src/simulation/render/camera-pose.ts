import type { CameraModel } from '#base/camera-model.js'

/**
 * The arena camera on its mast at the near side. The whole field of 3 m × 2 m is in the picture with a rim of 18 pixels
 * at least, and a robot that stands at its far edge is seen whole; a block's face has 132 pixels in the farthest corner
 * and 300 in the nearest.
 */
export const MAST_CAMERA: CameraModel = {
  width: 640,
  height: 480,
  focal: 520,
  eye: [1.5, -0.6, 2.6],
  lookAt: [1.5, 0.7, 0],
}

/** Where the mast stood until runs began to say where it stands: what lies beyond x = 2.0 m is not in its pictures. */
export const FORMER_MAST_CAMERA: CameraModel = {
  width: 640,
  height: 480,
  focal: 600,
  eye: [0.88, -0.85, 1.85],
  lookAt: [0.88, 0.83, 0],
}
