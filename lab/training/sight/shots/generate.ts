import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { CROP_VALUES, cropInto, pointsOf } from '#tabletop/sight/enrolled/crops.js'
import { middleOfCell } from '#tabletop/sight/map/table-map.js'
import { POOL } from '../scenes/thing.js'
import { drawScene, enrolmentScene, shownAtOnce, VIEWS, type Scene } from '../scenes/scene.js'
import type { Split } from '../scenes/shapes.js'
import { Cell } from './cell.js'
import { labelsOf, shoot, type Shot } from './shot.js'

/**
 * Writes what the network learns from: crops of the table's map around points of things, and what each belongs to.
 *
 *     npx tsx --conditions=source lab/training/sight/shots/generate.ts FOLDER train 1200 0/2 300
 *
 * The last number is that of the picture to go on from, after it was cut off.
 *
 * `SPLIT-PART.u8` has crops of 5 × 32 × 32 bytes, `SPLIT-PART.csv` a line for each: number of the thing in the pool
 * (-1: no thing), the side on which it lies (-1: it stands), view at enrolment (-1: a scene), from the point to the
 * thing's middle along x and y (mm), share seen.
 */
const [folder = '', split = 'train', count = '0', share = '0/1', from = '0'] = process.argv.slice(2)
const [part = 0, parts = 1] = share.split('/').map(Number)
mkdirSync(folder, { recursive: true })
const flags = from === '0' ? 'w' : 'a'
const crops = openSync(join(folder, `${split}-${part}.u8`), flags)
const lines = openSync(join(folder, `${split}-${part}.csv`), flags)
/** Things to learn from are shown once more on each side: few of them lie on each of their sides in some scene. */
const AGAIN = 4
/** Points of one thing that are kept of a picture, and of what is no thing. */
const KEPT = 6
const cell = new Cell(must(await loadMujoco(), 'MuJoCo'))

for (const [index, { scene, view }] of jobs(split as Split, Number(count)).entries()) {
  if (index % parts !== part || index < Number(from)) continue
  write(shoot(cell, scene), view)
  if (index % 100 < parts) process.stderr.write(`${split} ${index}\n`)
}
cell.close()
closeSync(crops)
closeSync(lines)

function jobs(of: Split, scenes: number): { readonly scene: Scene; readonly view: number }[] {
  const atOnce = shownAtOnce(of)
  const shown = Array.from({ length: Math.ceil(POOL[of] / atOnce) }, (_, first) =>
    Array.from({ length: of === 'train' ? VIEWS + AGAIN : VIEWS }, (__, view) => ({
      scene: enrolmentScene(of, first * atOnce, view),
      view,
    })),
  )
  return [
    ...shown.flat(),
    ...Array.from({ length: scenes }, (_, index) => ({ scene: drawScene(of, index), view: -1 })),
  ]
}

function write(shot: Shot, view: number): void {
  const { scene, read, glimpsed } = shot
  const labels = labelsOf(shot)
  const rng = stream(scene.seed, 'points')
  const byThing = new Map<number, number[]>()
  for (const point of pointsOf(read.map)) {
    const label = labels[point] ?? 0
    byThing.set(label, [...(byThing.get(label) ?? []), point])
  }
  for (const [label, points] of [...byThing].sort(([a], [b]) => a - b)) {
    const placed = scene.placed[label - 1]
    for (let taken = 0; taken < KEPT && points.length > 0; taken++) {
      const [point = 0] = points.splice(rng.int(points.length), 1)
      const crop = new Uint8Array(CROP_VALUES)
      cropInto(crop, 0, read.map, point)
      writeSync(crops, crop)
      const [x, y] = middleOfCell(point)
      const thing = placed === undefined ? -1 : Number(placed.thing.name.split('-')[1])
      const [dx, dy] = placed === undefined ? [0, 0] : [placed.position[0] - x, placed.position[1] - y]
      const share = (glimpsed[label - 1] ?? 0).toFixed(3)
      const offset = `${(1e3 * dx).toFixed(1)},${(1e3 * dy).toFixed(1)}`
      writeSync(lines, `${thing},${placed?.turn.side ?? -1},${view},${offset},${share}\n`)
    }
  }
}
