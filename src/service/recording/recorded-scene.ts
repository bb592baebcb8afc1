import { MAST_CAMERA } from '#simulation/field/render/look.js'
import type { ShownEpisode } from '../show/shown-episode.js'
import { calibration, liftOf, transforms, type Pose2D } from './field-scene/frames.js'
import { sceneKey, sceneOf } from './field-scene/scene.js'
import { mapKey, mapScene } from './map-scene.js'
import type { Stamp } from './shapes/geometry.js'

/** What the 3D view of a recording draws, whatever the world is. */
export type RecordedScene = {
  /** changes whenever the scene does */
  key(): string
  /** foxglove.SceneUpdate: complete each time, because a viewer that seeks reads only the newest one */
  update(at: Stamp): object
} & (OnFrames | { readonly start?: undefined })

/** A scene with coordinate frames that move, and a camera whose picture it can be laid over. */
interface OnFrames {
  readonly start: Pose2D
  frames(at: Stamp, pose: Pose2D): object
  calibration(at: Stamp): object
}

export function recordedScene(scene: ShownEpisode['scene']): RecordedScene | undefined {
  if (scene === undefined) return undefined
  if ('map' in scene) {
    const { map, facts } = scene
    return { key: () => mapKey(map, facts()), update: (at) => mapScene(at, map, facts()) }
  }
  const { field, belief } = scene
  return {
    key: () => sceneKey(belief()),
    update: (at) => sceneOf(at, field, belief()),
    start: { ...field.home.at, theta: 0 },
    frames: (at, pose) => transforms(at, { pose, lift: liftOf(belief()), camera: MAST_CAMERA }),
    calibration: (at) => calibration(at, MAST_CAMERA),
  }
}
