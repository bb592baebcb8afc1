import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { drawScene } from '#lab/training/sight/scenes/scene.js'
import { Cell } from '#lab/training/sight/shots/cell.js'
import { labelsOf, shoot, type Shot } from '#lab/training/sight/shots/shot.js'
import { RANGE } from '#tabletop/arm/kinematics.js'
import { SCAN } from '#tabletop/sight/map/scan.js'
import { HEIGHT, MAP_X, MAP_Y, TableMap, topPixels } from '#tabletop/sight/map/table-map.js'

const CELLS = Array.from({ length: MAP_X * MAP_Y }, (_, cell) => cell)
let cell: Cell
let shots: Shot[]
beforeAll(async () => {
  cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
  shots = [3, 8, 14, 21].map((index) => shoot(cell, drawScene('validation', index)))
}, 60_000)
afterAll(() => cell.close())

const fromMast = ({ read: { looks } }: Shot): TableMap => new TableMap(looks.slice(0, 1))
const things = (map: TableMap): number[] => CELLS.filter((at) => map.isThing(at))

describe('pictures from the mast and from the gripper, on one map', () => {
  it('are taken where the arm can be', () => {
    for (const joints of SCAN)
      joints.forEach((angle, index) => {
        const [from, to] = RANGE[index] ?? [0, 0]
        expect(angle > from && angle < to, `joint ${index} at ${angle}`).toBe(true)
      })
  })

  it('show more of things together, and hardly more that is none', () => {
    for (const shot of shots) {
      const [labels, all] = [labelsOf(shot), things(shot.read.map)]
      const isThing = (at: number): boolean => labels[at] !== 0
      const alone = things(fromMast(shot))
      expect(all.filter(isThing).length).toBeGreaterThan(alone.filter(isThing).length)
      // the rims of the cell stand out from the mast already, where it hangs a little off
      const others = alone.filter((at) => !isThing(at)).length
      expect(all.filter((at) => !isThing(at)).length - others).toBeLessThan(0.03 * all.length)
      const lost = alone.filter((at) => !shot.read.map.isThing(at))
      expect(lost.length / alone.length).toBeLessThan(0.03)
    }
  })

  it('agree on how high things are', () => {
    for (const shot of shots) {
      const [mast, wrist] = [fromMast(shot), new TableMap(shot.read.looks)]
      const both = things(mast).filter((at) => wrist.isThing(at))
      const apart = both.map((at) => Math.abs(mast.value(HEIGHT, at) - wrist.value(HEIGHT, at)))
      expect(apart.filter((by) => by > 6).length / apart.length).toBeLessThan(0.1)
    }
  })

  it('have a pixel for everything that they show', () => {
    for (const shot of shots) {
      const tops = topPixels(shot.read.looks)
      expect(things(shot.read.map).filter((at) => tops[at] === undefined)).toEqual([])
    }
  })

  it('show the gripper nowhere, and the bare table in one colour', () => {
    for (const shot of shots) {
      const [mast, wrist] = [fromMast(shot), new TableMap(shot.read.looks.slice(1))]
      const isHigh = (at: number): boolean => shot.read.map.height(at) > 0.22 && mast.height(at) < 0.2
      expect(CELLS.filter(isHigh)).toEqual([])
      const bare = CELLS.filter((at) =>
        [mast, wrist].every((map) => map.value(HEIGHT, at) > 0 && Math.abs(map.height(at)) < 0.003),
      )
      for (const channel of [0, 1, 2]) {
        const apart = bare
          .map((at) => mast.value(channel, at) - wrist.value(channel, at))
          .sort((a, b) => a - b)
        expect(Math.abs(apart[Math.floor(apart.length / 2)] ?? 0)).toBeLessThan(6)
      }
    }
  })
})
