import type { CameraModel } from '../../base/camera-model.js'

/**
 * The arena camera on its mast at the near side. Every zone of the shipped fields, the home area and the shelf's
 * track are in the picture; the field beyond x = 2.0 m is cropped, there is nothing to see.
 */
export const MAST_CAMERA: CameraModel = {
  width: 640,
  height: 480,
  focal: 600,
  eye: [0.88, -0.85, 1.85],
  lookAt: [0.88, 0.83, 0],
}
