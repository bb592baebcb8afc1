import type { CameraModel, Vec3 } from '#base/camera-model.js'
import type { Ms, Radians } from '#base/units.js'

/** A knock against the mast: from some moment on the camera hangs otherwise than it was measured. */
export interface CameraBump {
  /** time of the clock that stamps the pictures */
  readonly from: Ms
  /** turn to the right about the vertical */
  readonly pan: Radians
  /** turn upwards */
  readonly tilt: Radians
  /** turn about the optical axis: above 0 what the camera shows turns clockwise in its picture */
  readonly roll: Radians
  /** the lens or the sensor slips: the whole picture moves, pixels */
  readonly shift: { readonly right: number; readonly down: number }
  /** how far the lens moves in the field's frame, metres */
  readonly by: Vec3
}

/** Where the camera really looks after this knock, in the form in which cameras are measured. */
export function bumped(measured: CameraModel, { pan, tilt, roll, shift, by }: CameraBump): CameraModel {
  const { width, height, eye, lookAt, centre = { u: width / 2, v: height / 2 } } = measured
  const [x, y, z] = [lookAt[0] - eye[0], lookAt[1] - eye[1], lookAt[2] - eye[2]]
  const length = Math.hypot(x, y, z)
  const heading = Math.atan2(y, x) - pan
  const rise = Math.asin(z / length) + tilt
  const moved: Vec3 = [eye[0] + by[0], eye[1] + by[1], eye[2] + by[2]]
  return {
    ...measured,
    eye: moved,
    lookAt: [
      moved[0] + length * Math.cos(rise) * Math.cos(heading),
      moved[1] + length * Math.cos(rise) * Math.sin(heading),
      moved[2] + length * Math.sin(rise),
    ],
    centre: { u: centre.u + shift.right, v: centre.v + shift.down },
    roll: (measured.roll ?? 0) + roll,
  }
}
