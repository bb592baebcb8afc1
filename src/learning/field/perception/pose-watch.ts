import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap } from '#base/field-map.js'
import type { Raster } from '#base/rectify.js'
import type { Astray } from '#learning/critic/field-report.js'
import { checkPose, type PoseCheck } from './pose-check.js'

/** A picture's own estimate, and whether faces may be read in it. */
export interface WatchedPose extends PoseCheck {
  /** why no face may be read; undefined = through `camera` they may */
  readonly astray: Astray | undefined
}

/** error of a measured pose above which no face is read, pixels; a block's face is some 9 pixels wide */
const MOST_ERROR = 5

/**
 * The camera's pose through one episode. The first picture decides for all of it, and so does every later one that
 * shows by how much the camera was bumped. A later one that only does not tell may be one with somebody in front of the
 * camera: no face is read in that one alone.
 */
export class PoseWatch {
  #isFirst = true
  #astray: Astray | undefined

  /** @param measured its `tolerance` is the largest error at which faces are read; Infinity: always, sure or not */
  look(frame: Raster, measured: CameraModel, map: FieldMap): WatchedPose {
    const pose = checkPose(frame, measured, map)
    const own = astrayOf(pose, measured.tolerance ?? MOST_ERROR)
    if (this.#isFirst || (own !== undefined && own.error !== null)) this.#astray ??= own
    this.#isFirst = false
    return { ...pose, astray: this.#astray ?? own }
  }
}

function astrayOf({ sure, error, roll, agreeing }: PoseCheck, most: number): Astray | undefined {
  if (most === Infinity || (sure && error <= most)) return undefined
  const share = Math.floor(100 * agreeing) / 100
  if (!sure) return { error: null, most, roll: 0, agreeing: share }
  const degrees = (180 / Math.PI) * roll
  return { error: Math.ceil(10 * error) / 10, most, roll: Math.round(10 * degrees) / 10 + 0, agreeing: share }
}
