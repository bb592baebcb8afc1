import type { Joints } from '#tabletop/arm/kinematics.js'
import type { Picture } from '#simulation/render/scene.js'
import type { Imagined } from '#tabletop/physics/imagined-scene.js'
import type { CellModel } from '../cell-model.js'
import { closuresSeen } from '../closures-seen.js'
import { MAST } from '../mast-camera.js'
import { Rgbd } from '../rgbd.js'
import { wristCamera } from '../wrist-camera.js'
import { TableMap, type Look } from './table-map.js'

/** Pictures as they are understood before anything in them is named: the mast's own, and what all of them show. */
export interface ShotRead extends Look {
  /** how far each closure is open, metres or radians; absent where its handle is hidden */
  readonly slides: ReadonlyMap<string, number>
  /** of the mast, and then of the gripper's camera */
  readonly looks: readonly Look[]
  readonly map: TableMap
}

/** A picture that was taken by the camera on the gripper, with the arm as its joints felt it. */
export interface WristShot {
  readonly picture: Rgbd['picture']
  readonly joints: Joints
}

/**
 * Levels each camera by the table, places it by the edges of the cell, balances its colours by the table, and lays the
 * pictures on its plane.
 */
export function readShot(
  picture: Rgbd['picture'],
  cell: CellModel,
  felt: Imagined,
  wrist: readonly WristShot[] = [],
): ShotRead {
  const rgbd = new Rgbd(picture, MAST)
  const slides = closuresSeen(rgbd)
  const closed = { ...felt, slides: new Map([...felt.slides, ...slides]) }
  const mast = lookOf(rgbd, cell.draw(MAST, closed))
  const looks = [
    mast,
    ...wrist.map(({ picture: own, joints }) => {
      const view = wristCamera(joints, own)
      return lookOf(new Rgbd(own, view), cell.draw(view, { ...closed, joints }))
    }),
  ]
  return { ...mast, slides, looks, map: new TableMap(looks) }
}

function lookOf(rgbd: Rgbd, drawn: Pick<Picture, 'rgb' | 'depth'>): Look {
  const flat = rgbd.placeBy(drawn.depth)
  return { rgbd, empty: drawn.depth, balance: balanceOf(rgbd.picture.rgb, drawn.rgb, flat) }
}

/** By the medians, which shadows on a smaller part of the table do not change. */
function balanceOf(
  seen: Uint8Array,
  drawn: Uint8Array,
  flat: readonly number[],
): readonly [number, number, number] {
  const factor = (channel: number): number =>
    median(flat.map((index) => drawn[3 * index + channel] ?? 1)) /
    Math.max(1, median(flat.map((index) => seen[3 * index + channel] ?? 1)))
  return [factor(0), factor(1), factor(2)]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1
}
