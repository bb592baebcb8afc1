import type { FieldMap, Point, Slot, ZoneId } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import { BLOCK, FAR_APRON } from '../dimensions.js'
import { initialBlocks, type FieldSetup } from '../field-setup.js'
import type { BlockFace, SceneBlock } from '../scene.js'

/** A block: where it started, which face is up, and whether it lies on the floor or hangs under a cup. */
export interface Block {
  readonly id: number
  readonly from: ZoneId
  readonly slot: Slot
  face: BlockFace
  at: Point
  yaw: number
  /** cup that carries it, or null on the floor */
  cup: Slot | null
  /** number, from 1, of the gripper's touch-down that released it, if it still lies where it was released */
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

/** Puts a block on the floor, clamped so that all of it stays inside the field's walls. */
export function layDown(block: Block, { size }: FieldMap, at: Point, yaw: number): void {
  const [c, s] = [Math.abs(Math.cos(yaw)), Math.abs(Math.sin(yaw))]
  const half = { x: (BLOCK.x * c + BLOCK.y * s) / 2, y: (BLOCK.x * s + BLOCK.y * c) / 2 }
  const inside = (value: number, reach: number, end: number): number =>
    Math.min(Math.max(value, reach), end - reach)
  block.cup = null
  block.yaw = yaw
  block.at = { x: m(inside(at.x, half.x, size.x)), y: m(inside(at.y, half.y, size.y + FAR_APRON)) }
}

export function turnOver(block: Block): void {
  block.face = block.face === 'blue' ? 'orange' : 'blue'
}

export const onFloor = (block: Block): boolean => block.cup === null

export const sceneBlock = ({ at, yaw, face }: Block): SceneBlock => ({ at, z: m(0), yaw: rad(yaw), face })
