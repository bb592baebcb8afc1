import type { CameraModel } from '#base/camera-model.js'
import type { Clock } from '#base/clock.js'
import type { Camera, Frame } from '#learning/ports.js'
import { MAST_CAMERA, DAYLIGHT } from '../field/render/look.js'
import { renderSvg } from '../field/render/render.js'
import type { Scene } from '../field/scene.js'
import { bumped, type CameraBump } from './bump.js'
import { rasterise } from './raster.js'

export interface SimCameraOptions {
  /** returns the current scene */
  readonly scene: () => Scene
  readonly clock: Clock
  /** seed of the sensor's noise; each picture derives its own from it */
  readonly seed: number
  /** the camera then no longer hangs where `model` has it, as it was measured */
  readonly bump?: CameraBump
}

/** The virtual robot's camera: renders the current world and passes it through a sensor model. */
export class SimCamera implements Camera {
  readonly model: CameraModel = MAST_CAMERA
  readonly #options: SimCameraOptions
  #count = 0

  constructor(options: SimCameraOptions) {
    this.#options = options
  }

  /** The scene is read before the first await, so the picture shows the moment of the call. */
  capture(): Promise<Frame> {
    const { scene, clock, seed, bump } = this.#options
    const n = this.#count++
    const label = { id: `f${String(n).padStart(4, '0')}`, t: clock.now() }
    const real = bump === undefined || label.t < bump.from ? this.model : bumped(this.model, bump)
    return rasterise(renderSvg(scene(), real, DAYLIGHT), DAYLIGHT, seed * 65_537 + n, label)
  }
}
