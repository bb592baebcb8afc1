import type { View } from './enrolment.js'
import type { SeenThing } from './seen-things.js'
import { colourAt, sheetsOf, TURNS, type Colour, type Sheet } from './sheets.js'
import { cellIn, HEIGHT, MAP_Y, placeAt, type TableMap } from '../map/table-map.js'

/** How a view of a thing fits what is seen when it is laid over it, turned and moved as it fits best. */
export interface Fit {
  /** the share of the view that is as high as it has to be */
  readonly agrees: number
  /** the share that is not, of what nothing hides; its edge is not counted */
  readonly differs: number
  /** the share of what is seen that it leaves uncovered */
  readonly bare: number
  /** the share of the view that something else hides, or that is not seen */
  readonly hidden: number
  /** of what agrees, the share that is taken for a part of something else */
  readonly foreign: number
  /** how far its colours are from those that are seen: their shares, and their hues, 0…1 */
  readonly tone: number
  readonly hue: number
  /** the height of what it would stand on, metres */
  readonly base: number
}

/** Something that is seen, for views to be laid over. */
export interface Target {
  readonly map: TableMap
  readonly seen: SeenThing
  readonly own: ReadonlySet<number>
}

export const targetOf = (map: TableMap, seen: SeenThing): Target => ({ map, seen, own: new Set(seen.cells) })

/** First it is laid every second cell and turn, of its cells one in so many; then around where that fits best. */
const EVERY = 2
const FAR = [-2, -1, 0, 1, 2] as const
const ONE_IN = 3
const BESIDE = [-1, 0, 1] as const

/** Lays a view over something that is seen. */
export function overlay(target: Target, view: View): Fit {
  const sheets = sheetsOf(view.patches)
  const rough = best(target, sheets, placesFor(target.seen, view), ONE_IN)
  const fine = best(target, sheets, placesAround(rough), 1)
  return asFit(fine, view.patches.length, target.seen.cells.length)
}

/** How a view is laid: by its middle, in cells of the map. */
interface Place {
  readonly turn: number
  readonly row: number
  readonly column: number
  /** the height of what it stands on, metres */
  readonly base: number
}

function placesFor(seen: SeenThing, view: View): Place[] {
  const [row, column] = placeAt(seen.x, seen.y)
  const turns = Array.from({ length: TURNS / EVERY }, (_, at) => EVERY * at)
  return basesOf(seen, view).flatMap((base) =>
    turns.flatMap((turn) =>
      FAR.flatMap((r) => FAR.map((c) => ({ turn, row: row + EVERY * r, column: column + EVERY * c, base }))),
    ),
  )
}

const placesAround = ({ turn, row, column, base }: Place): Place[] =>
  BESIDE.flatMap((by) =>
    BESIDE.flatMap((r) =>
      BESIDE.map((c) => ({ turn: (turn + by + TURNS) % TURNS, row: row + r, column: column + c, base })),
    ),
  )

interface Laid extends Place {
  readonly sums: Sums
}

function best(target: Target, sheets: readonly Sheet[], places: readonly Place[], oneIn: number): Laid {
  return places
    .map((place): Laid => ({ ...place, sums: sumsOf(target, sheets[place.turn] as Sheet, place, oneIn) }))
    .reduce((a, b) => (b.sums.worth > a.sums.worth ? b : a))
}

/** What it stands on by what stands out; and, if its top is what is seen of it, what that would stand on. */
function basesOf(seen: SeenThing, view: View): number[] {
  const [felt, under] = [seen.top - seen.height, seen.top - view.height]
  // nothing is sunk into the table
  return Math.abs(felt - under) > LEVEL && under > -LEVEL ? [felt, under] : [felt]
}

/** Cells of a view that agree, that do not, and that are hidden; cells that are seen and not covered. */
interface Sums {
  readonly agree: number
  readonly differ: number
  readonly hidden: number
  readonly bare: number
  readonly foreign: number
  /** means over the cells that agree */
  readonly tone: number
  readonly hue: number
  /** how well it fits, at most 1 */
  readonly worth: number
}

/** Heights that differ by less are the same, metres. */
const LEVEL = 0.007
/** Colours whose shares differ by more are other colours. */
const OTHER_TONE = 0.1

function sumsOf({ map, seen, own }: Target, sheet: Sheet, { row, column, base }: Place, oneIn: number): Sums {
  let [agree, differ, edge, hidden, bare, foreign, tone, hue] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = 0; k < sheet.cells.length; k += oneIn) {
    const part = sheet.cells[k]
    if (part === undefined) continue
    const cell = cellIn(row + part.row, column + part.column)
    // what the camera does not see there is hidden as well
    const isSeen = cell >= 0 && map.value(HEIGHT, cell) > 0
    const over = isSeen ? map.height(cell) - base - part.patch.height : Infinity
    if (Math.abs(over) < LEVEL && map.isThing(cell)) {
      agree++
      if (!own.has(cell)) foreign++
      const colour = colourAt(map, cell)
      tone += Math.min(OTHER_TONE, toneApart(colour, part.patch.colour))
      // where it is laid does not depend on it
      if (oneIn === 1) hue += hueApart(colour, part.patch.colour)
    } else if (over >= LEVEL && !own.has(cell)) hidden++
    else if (part.isInner) differ++
    else edge++
  }
  for (let k = 0; k < seen.cells.length; k += oneIn) {
    const cell = seen.cells[k] ?? 0
    if (!sheet.covers(Math.floor(cell / MAP_Y) - row, (cell % MAP_Y) - column)) bare++
  }
  const [toneMean, hueMean] = agree === 0 ? [OTHER_TONE, 1] : [tone / agree, hue / agree]
  // an edge may lie a cell off: that costs little, so that of two places the exact one is the better
  const compared = Math.max(1, agree + differ + edge + bare)
  const worth = (agree * (1 - toneMean / (2 * OTHER_TONE)) - differ - bare) / compared
  return { agree, differ, hidden, bare, foreign, tone: toneMean, hue: hueMean, worth }
}

const toneApart = (a: Colour, b: Colour): number => Math.sqrt((a.red - b.red) ** 2 + (a.green - b.green) ** 2)

/** So far from grey, of 255, colours have a hue. */
const VIVID = 40

/** The angle between two hues, a radian at most; less where one of them is almost grey. */
function hueApart(a: Colour, b: Colour): number {
  const angle = Math.abs(Math.atan2(a.warm * b.cold - a.cold * b.warm, a.warm * b.warm + a.cold * b.cold))
  const vivid = Math.sqrt(Math.min(a.warm ** 2 + a.cold ** 2, b.warm ** 2 + b.cold ** 2)) / VIVID
  return Math.min(1, angle) * Math.min(1, vivid)
}

function asFit({ sums, base }: Laid, patches: number, cells: number): Fit {
  const { agree, differ, hidden, bare, foreign, tone, hue } = sums
  return {
    agrees: agree / Math.max(1, patches),
    differs: differ / Math.max(1, agree + differ),
    bare: bare / Math.max(1, cells),
    hidden: hidden / Math.max(1, patches),
    foreign: foreign / Math.max(1, agree),
    tone: tone / OTHER_TONE,
    hue,
    base,
  }
}
