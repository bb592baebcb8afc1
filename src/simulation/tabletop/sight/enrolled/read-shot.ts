import type { Imagined } from '#simulation/tabletop/physics/imagined-scene.js'
import type { CellModel } from '../cell-model.js'
import { closuresSeen } from '../closures-seen.js'
import { MAST } from '../mast-camera.js'
import { Rgbd } from '../rgbd.js'
import { TableMap } from './table-map.js'

/** A picture as it is understood before anything in it is named. */
export interface ShotRead {
  readonly rgbd: Rgbd
  /** how far each closure is open, metres or radians; absent where its handle is hidden */
  readonly slides: ReadonlyMap<string, number>
  /** depth of the cell without things, pixel by pixel, metres */
  readonly empty: Float32Array
  /** factors on red, green and blue after which the bare table has the colour that it is known to have */
  readonly balance: readonly [number, number, number]
  readonly map: TableMap
}

/**
 * Levels the camera by the table, places it by the edges of the cell, balances its colours by the table, and lays the
 * picture on its plane.
 */
export function readShot(picture: Rgbd['picture'], cell: CellModel, felt: Imagined): ShotRead {
  const rgbd = new Rgbd(picture, MAST)
  const slides = closuresSeen(rgbd)
  const drawn = cell.draw(MAST, { ...felt, slides: new Map([...felt.slides, ...slides]) })
  const flat = rgbd.placeBy(drawn.depth)
  const balance = balanceOf(picture.rgb, drawn.rgb, flat)
  return { rgbd, slides, empty: drawn.depth, balance, map: new TableMap(rgbd, drawn.depth, balance) }
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
