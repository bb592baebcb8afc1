import type { Point, Slot, ZoneId } from '../../base/field-map.js'
import { m, rad } from '../../base/units.js'
import { initialBlocks, type FieldSetup } from '../field-setup.js'
import type { BlockFace, SceneBlock } from '../scene.js'

/** A block: where it began, which face is up, and whether it lies on the floor or hangs under a cup. */
export interface Block {
  readonly id: number
  readonly from: ZoneId
  readonly slot: Slot
  face: BlockFace
  at: Point
  yaw: number
  /** cup that carries it, or null on the floor */
  cup: Slot | null
  /** was it ever released by the gripper on the floor? Number of that release, from 1 */
  release: number | null
}

export const layBlocks = (setup: FieldSetup): Block[] =>
  initialBlocks(setup).map(({ zone, slot, face, at, yaw }, id) => ({
    id,
    from: zone,
    slot: slot as Slot,
    face,
    at,
    yaw,
    cup: null,
    release: null,
  }))

export const onFloor = (block: Block): boolean => block.cup === null

export const sceneBlock = ({ at, yaw, face }: Block): SceneBlock => ({ at, z: m(0), yaw: rad(yaw), face })
