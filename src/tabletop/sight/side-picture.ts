import type { CameraModel } from '#base/camera-model.js'
import { ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import { focalOf } from '#simulation/render/pinhole.js'
import { createRenderer } from '#simulation/render/renderer.js'
import type { Geom } from '#simulation/render/scene.js'
import { SIDE, SIDE_TARGET } from './mast-camera.js'

/** A moment at the table, to be drawn in another process. */
export interface SideMoment {
  readonly id: string
  /** ms */
  readonly now: number
  readonly geoms: readonly Geom[]
}

/** The camera of the pictures for people. */
export const SIDE_MODEL: CameraModel = {
  width: SIDE.width,
  height: SIDE.height,
  focal: focalOf(SIDE),
  eye: SIDE.position,
  lookAt: SIDE_TARGET,
}

/** The whole table from one side. */
export function drawSide({ id, now, geoms }: SideMoment): Frame {
  const noise = { seed: Math.round(now), sigma: 1.5 }
  const { width, height, rgb } = createRenderer().render({ geoms }, SIDE, { antialias: true, noise })
  return { id, t: ms(now), width, height, rgb }
}
