import type { ItemPose } from '../physics/physics.js'
import type { Vector } from '../arm/pose.js'

/** What the driver knows of the scene: what its sensors have reported last, not what is so. */
export class KnownScene {
  /** where each thing stood when it was seen; what has not been seen is absent */
  readonly items = new Map<string, ItemPose>()
  /** how far each closure is open, metres or radians */
  readonly slides = new Map<string, number>()
  /** which buttons shine */
  readonly lit = new Set<string>()
  /** what the gripper holds, and where its middle is in the frame of the gripper, metres */
  held: { readonly item: string; readonly offset: Vector } | undefined

  /** The direction in which one side of a thing shows, radians; of what is round any is right. */
  yaw(item: string): number {
    const rotation = this.items.get(item)?.rotation
    return rotation === undefined ? 0 : Math.atan2(rotation[1][0], rotation[0][0])
  }
}
