import { describe, expect, it } from 'vitest'
import { overlay, targetOf, type Fit } from '#tabletop/sight/enrolled/overlay.js'
import type { SeenThing } from '#tabletop/sight/enrolled/seen-things.js'
import { patchesOf } from '#tabletop/sight/enrolled/sheets.js'
import { HEIGHT, MAP_X, MAP_Y, middleOfCell, TableMap } from '#tabletop/sight/map/table-map.js'

type Rgb = readonly [number, number, number]
const RED: Rgb = [150, 30, 30]
const BLUE: Rgb = [30, 30, 150]
const MIDDLE = 120 * MAP_Y + 160

/** A map of a bare table. */
function bare(): TableMap {
  const map = Object.assign(Object.create(TableMap.prototype) as TableMap, {
    data: new Uint8Array(5 * MAP_X * MAP_Y),
  })
  map.data.fill(10, HEIGHT * MAP_X * MAP_Y)
  return map
}

function put(map: TableMap, cells: readonly number[], mm: number, rgb: Rgb): void {
  for (const cell of cells) {
    ;[...rgb, mm, mm + 10].forEach((value, channel) => (map.data[channel * MAP_X * MAP_Y + cell] = value))
  }
}

/** An L of 12 × 12 cells, its foot to the right; turned: its foot to the left below. */
const isL = (row: number, column: number): boolean => column < 5 || row > 7
const cellsWhere = (holds: (row: number, column: number) => boolean): number[] =>
  Array.from({ length: 144 }, (_, at) => [Math.floor(at / 12), at % 12] as const)
    .filter(([row, column]) => holds(row, column))
    .map(([row, column]) => MIDDLE + (row - 6) * MAP_Y + column - 6)
const L = cellsWhere(isL)
const TURNED = cellsWhere((row, column) => isL(11 - column, row))

function viewOf(cells: readonly number[], mm: number, rgb: Rgb) {
  const map = bare()
  put(map, cells, mm, rgb)
  return { height: mm / 1000, patches: patchesOf(map, cells, [120, 160]) } as never
}

function fitOf(map: TableMap, cells: readonly number[], view: never, top = 0.04): Fit {
  const [x, y] = middleOfCell(MIDDLE)
  const seen = { x, y, top, height: top, cells } as unknown as SeenThing
  return overlay(targetOf(map, seen), view)
}

describe('a view laid over what is seen', () => {
  const view = viewOf(L, 40, RED)

  it('fits the thing that it shows, whichever way that is turned', () => {
    for (const cells of [L, TURNED]) {
      const map = bare()
      put(map, cells, 40, RED)
      const fit = fitOf(map, cells, view)
      expect(fit).toMatchObject({ differs: 0, bare: 0, hidden: 0, hue: 0, base: 0 })
      expect(fit.agrees).toBe(1)
      expect(fit.tone).toBeCloseTo(0, 6)
    }
  })

  it('is hidden where something higher is, and differs where there is less than it shows', () => {
    const half = L.filter((cell) => cell % MAP_Y < (MIDDLE % MAP_Y) - 3)
    const rest = L.filter((cell) => !half.includes(cell))
    const covered = bare()
    put(covered, half, 40, RED)
    put(covered, rest, 90, BLUE)
    const under = fitOf(covered, half, view)
    expect(under.differs).toBe(0)
    expect(under.hidden).toBeGreaterThan(0.4)
    const cut = bare()
    put(cut, half, 40, RED)
    const less = fitOf(cut, half, view)
    expect(less.differs).toBeGreaterThan(0.2)
    expect(less.hidden).toBe(0)
  })

  it('leaves bare what it does not have', () => {
    const map = bare()
    const square = cellsWhere(() => true)
    put(map, square, 40, RED)
    expect(fitOf(map, square, view).bare).toBeGreaterThan(0.2)
  })

  it('stands on what lifts it', () => {
    const map = bare()
    put(map, L, 70, RED)
    expect(fitOf(map, L, view, 0.07)).toMatchObject({ agrees: 1, differs: 0 })
    expect(fitOf(map, L, view, 0.07).base).toBeCloseTo(0.03, 6)
  })

  it('is not sunk into the table for what is lower than it', () => {
    const map = bare()
    put(map, L, 20, RED)
    expect(fitOf(map, L, view, 0.02)).toMatchObject({ agrees: 0, base: 0 })
  })

  it('is told apart where it agrees with a part of something else', () => {
    const map = bare()
    const [own, other] = [L.slice(0, 30), L.slice(30)]
    put(map, L, 40, RED)
    const fit = fitOf(map, own, view)
    expect(fit).toMatchObject({ agrees: 1, bare: 0 })
    expect(fit.foreign).toBeCloseTo(other.length / L.length, 6)
  })

  it('hangs over the border of the map where nothing is seen', () => {
    const map = bare()
    const [row, column] = [120, MAP_Y - 1]
    const cells = L.map((cell) => cell + column - (MIDDLE % MAP_Y)).filter(
      (cell) => Math.floor(cell / MAP_Y) < row + 8 && cell % MAP_Y > MAP_Y / 2,
    )
    put(map, cells, 40, RED)
    const [x, y] = middleOfCell(row * MAP_Y + column)
    const seen = { x, y: y + 0.004, top: 0.04, height: 0.04, cells } as unknown as SeenThing
    const fit = overlay(targetOf(map, seen), view)
    expect(fit.hidden).toBeGreaterThan(0.2)
    expect(fit.agrees + fit.hidden).toBeLessThanOrEqual(1)
  })

  it('has another hue in another colour, and the same under a white light', () => {
    const map = bare()
    put(map, L, 40, BLUE)
    const other = fitOf(map, L, view)
    expect([other.tone, other.hue]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)])
    put(map, L, 40, [210, 90, 90])
    const lit = fitOf(map, L, view)
    expect(lit.hue).toBeCloseTo(0, 6)
    expect(lit.tone).toBeGreaterThan(0.5)
  })
})
