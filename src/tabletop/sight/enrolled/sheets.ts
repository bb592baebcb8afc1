import { MAP_Y, type TableMap } from '../map/table-map.js'

/** What a thing showed in one cell of the map when it was shown alone on the table. */
export interface Patch {
  /** cells from its middle */
  readonly row: number
  readonly column: number
  /** over the table, metres */
  readonly height: number
  readonly colour: Colour
}

/** A colour, in two ways: shares do not change under a stronger light, a hue does not under a white sheen either. */
export interface Colour {
  /** shares of red and of green, 0…1 */
  readonly red: number
  readonly green: number
  /** red less green, and their mean less blue, -255…255: the direction of the two is the hue */
  readonly warm: number
  readonly cold: number
}

/** A view turned about its middle, cell by cell. */
export interface Sheet {
  readonly cells: readonly SheetCell[]
  /** it has a cell there, or right beside */
  readonly covers: (row: number, column: number) => boolean
}

interface SheetCell {
  readonly row: number
  readonly column: number
  readonly patch: Patch
  /** all cells around it belong to the thing too: its edge may lie a cell off */
  readonly isInner: boolean
}

/** A view is laid in so many directions. */
export const TURNS = 24

/** @param middle row and column of a cell */
export function patchesOf(
  map: TableMap,
  cells: readonly number[],
  [row, column]: readonly [number, number],
): Patch[] {
  return cells.map((cell) => ({
    row: Math.floor(cell / MAP_Y) - row,
    column: (cell % MAP_Y) - column,
    height: map.height(cell),
    colour: colourAt(map, cell),
  }))
}

export function colourAt(map: TableMap, cell: number): Colour {
  const [r, g, b] = [map.value(0, cell), map.value(1, cell), map.value(2, cell)]
  const sum = Math.max(3, r + g + b)
  return { red: r / sum, green: g / sum, warm: r - g, cold: (r + g) / 2 - b }
}

const drawnSheets = new WeakMap<readonly Patch[], readonly Sheet[]>()

/** The view turned by a whole turn in `TURNS` steps; drawn when it is first asked for. */
export function sheetsOf(patches: readonly Patch[]): readonly Sheet[] {
  const drawn =
    drawnSheets.get(patches) ??
    Array.from({ length: TURNS }, (_, turn) => sheetOf(patches, (2 * Math.PI * turn) / TURNS))
  drawnSheets.set(patches, drawn)
  return drawn
}

/** What is farther from the middle is left out, cells; so is the edge, which leaves room around each cell. */
const REACH = 24
const SIDE = 2 * REACH + 1
const AROUND = [-1, 1, -SIDE, SIDE] as const

function sheetOf(patches: readonly Patch[], angle: number): Sheet {
  const flat = new Map(
    patches.flatMap((patch) => {
      const index = indexOf(patch.row, patch.column)
      return index === undefined ? [] : [[index, patch] as const]
    }),
  )
  const at = (row: number, column: number): Patch | undefined => flat.get(indexOf(row, column) ?? -1)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const turned = new Map<number, Patch>()
  for (let row = 1 - REACH; row < REACH; row++)
    for (let column = 1 - REACH; column < REACH; column++) {
      const patch = at(Math.round(c * row + s * column), Math.round(c * column - s * row))
      const index = indexOf(row, column)
      if (patch !== undefined && index !== undefined) turned.set(index, patch)
    }
  const near = new Uint8Array(SIDE * SIDE)
  const cells = [...turned].map(([index, patch]): SheetCell => {
    for (const step of [0, ...AROUND]) near[index + step] = 1
    return {
      row: Math.floor(index / SIDE) - REACH,
      column: (index % SIDE) - REACH,
      patch,
      isInner: AROUND.every((step) => turned.has(index + step)),
    }
  })
  return { cells, covers: (row, column) => near[indexOf(row, column) ?? -1] === 1 }
}

const indexOf = (row: number, column: number): number | undefined =>
  Math.abs(row) > REACH || Math.abs(column) > REACH ? undefined : (row + REACH) * SIDE + column + REACH
