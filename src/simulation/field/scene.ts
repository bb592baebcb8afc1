import type { FieldMap, Mask, Point, Pose } from '#base/field-map.js'
import type { Metres, Radians } from '#base/units.js'

/** Everything a camera could see at one moment. Pure data: worlds produce it, renderers draw it. */
export interface Scene {
  readonly map: FieldMap
  readonly robot: SceneRobot
  /** blocks that lie on the floor */
  readonly blocks: readonly SceneBlock[]
  /** centre of the shelf's footprint */
  readonly shelf: Point
}

export interface SceneRobot {
  /** pose of the gripper's centre */
  readonly pose: Pose
  /** 0 = up, 1 = on the floor */
  readonly lift: number
  /** progress of the rotator since its last travel began, 0…1 */
  readonly turn: number
  /** cups that follow the rotator */
  readonly rotateMask: Mask
  /** upward face of the block under each cup before the current turn, `null` for an empty cup */
  readonly held: readonly (BlockFace | null)[]
}

export type BlockFace = 'blue' | 'orange'

export interface SceneBlock {
  readonly at: Point
  /** height of the underside, 0 on the floor */
  readonly z: Metres
  /** 0 = long side along y */
  readonly yaw: Radians
  readonly face: BlockFace
}
