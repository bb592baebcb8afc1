import { CLASSICAL, HSV, nothing, trained, type Reader } from '#lab/training/sight/exam/readers.js'
import type { readBounds } from '#lab/training/sight/exam/read-bounds.js'
import type { Sets } from '#lab/training/sight/exam/sets.js'
import { drawScene } from '#lab/training/sight/scenes/scene.js'
import type { Split } from '#lab/training/sight/scenes/shapes.js'
import type { Cell } from '#lab/training/sight/shots/cell.js'
import { shoot, type Shot } from '#lab/training/sight/shots/shot.js'
import type { Infer } from '#tabletop/sight/enrolled/network.js'
import { saidOf, truthOf, type Said, type SceneRecord } from './scene-record.js'

type Bounds = Extract<ReturnType<typeof readBounds>, { readonly ok: true }>['value']

/** Everything that reads pictures of a split. */
export interface Sights {
  readonly cell: Cell
  readonly split: Split
  readonly sets: Sets
  readonly bounds: Bounds
  readonly infer: Infer
}

/** Shows one scene to all readers. @param index its number in the split, which decides everything about it */
export function readScene(sights: Sights, index: number): SceneRecord {
  const shot = shoot(sights.cell, drawScene(sights.split, index))
  const { bounds, infer, sets } = sights
  const readers = Object.fromEntries([
    say(HSV, bounds.hsv, shot, sets),
    say(CLASSICAL, bounds.classical, shot, sets),
    say(trained(nothing, [], 'its features alone'), bounds.features, shot, sets),
    say(trained(infer, []), bounds.trained, shot, sets),
  ])
  return { index, ...truthOf(shot), readers }
}

function say<B>(reader: Reader<B>, bounds: B, shot: Shot, sets: Sets): [string, Said[]] {
  const statements = reader.read(shot, sets, [bounds])[0] ?? []
  return [reader.name, statements.map(saidOf)]
}
