import type { Point } from '#base/field-map.js'
import type { LaserScan } from '#localisation/ports.js'
import { wrapped } from '#localisation/scan/frames.js'
import { Cells } from './cells.js'
import type { SeenPoint } from './foreground.js'
import { StandingMemory } from './standing-memory.js'

/** A point of the last turn of the scanner, and what became of its surroundings. */
export interface RecentPoint extends SeenPoint {
  /** since when something has been there or right beside it, µs; undefined: that cannot be known without a pose */
  readonly firstUs: number | undefined
  /** enough points lie beside it to be something and not a wrong ray */
  isSure: boolean
}

/**
 * What was seen in the last turn of the scanner: a scan takes the place of the one that looked the same way before. A
 * thing has 6 points in a turn, or 3 in this turn and 3 in the one before: fewer are dust, or rays split by an edge.
 */
export class RecentPoints {
  #looks: readonly Look[] = []
  readonly #memory = new StandingMemory()
  readonly #things = new Cells<Sighting>(2 * CELL)
  #sweptUs = 0

  get all(): readonly RecentPoint[] {
    return this.#looks.flatMap(({ points }) => points)
  }

  /** When the newest ray was measured, µs; −Infinity: none was. */
  get newestUs(): number {
    return Math.max(-Infinity, ...this.#looks.map(({ endUs }) => endUs))
  }

  /** Whether the scans since a time, µs, look all around. */
  isAllAround(sinceUs: number): boolean {
    const seen = this.#looks.filter(({ endUs }) => endUs >= sinceUs)
    return seen.reduce((sum, { width }) => sum + width, 0) >= ALL_AROUND
  }

  /** A scan without any direction is none. */
  add(scan: LaserScan, seen: readonly SeenPoint[]): void {
    const view = viewOf(scan)
    if (view === undefined || !Number.isFinite(scan.endUs)) return
    const points = seen.map((point) => ({ ...point, firstUs: this.#firstUs(point), isSure: false }))
    const isOther = ({ middle, width }: Look): boolean =>
      Math.abs(wrapped(middle - view.middle)) > Math.max(width, view.width) / 2
    this.#looks = [...this.#looks.filter(isOther), { ...view, endUs: scan.endUs, points }]
    this.#judge(points)
  }

  #firstUs({ inField, tUs }: SeenPoint): number | undefined {
    return inField === undefined ? undefined : this.#memory.seen(inField, tUs)
  }

  #judge(fresh: readonly RecentPoint[]): void {
    const beside = besideEach(this.all)
    const few = fresh.filter((point) => beside(point) >= FEW)
    for (const point of few) point.isSure = this.#wasThere(point)
    for (const point of few) this.#note(point)
    for (const point of this.all) if (!point.isSure) point.isSure = beside(point) >= MANY
  }

  #wasThere(point: RecentPoint): boolean {
    const { x, y } = placeOf(point)
    const isBefore = (us: number): boolean => point.tUs - us > SAME_TURN_US && point.tUs - us < TURN_BEFORE_US
    return this.#things.around(x, y).some(({ lastUs, beforeUs }) => isBefore(lastUs) || isBefore(beforeUs))
  }

  #note(point: RecentPoint): void {
    const [{ x, y }, { tUs }] = [placeOf(point), point]
    const sighting = this.#things.get(x, y)
    if (sighting === undefined) this.#things.set(x, y, { lastUs: tUs, beforeUs: -Infinity })
    else {
      if (tUs - sighting.lastUs > SAME_TURN_US) sighting.beforeUs = sighting.lastUs
      sighting.lastUs = Math.max(sighting.lastUs, tUs)
    }
    if (tUs - this.#sweptUs < TURN_BEFORE_US) return
    this.#sweptUs = tUs
    this.#things.keep(({ lastUs }) => tUs - lastUs < TURN_BEFORE_US)
  }
}

interface View {
  /** the direction in its middle and how wide it is, radians */
  readonly middle: number
  readonly width: number
}

interface Look extends View {
  readonly endUs: number
  readonly points: readonly RecentPoint[]
}

interface Count {
  points: number
  /** with those of the cells around it, once that is known */
  beside?: number
}

/** When enough points were seen at a place, and when they were in a turn before that, µs. */
interface Sighting {
  lastUs: number
  beforeUs: number
}

/** Points in one and the neighbouring cells belong together, metres. */
const CELL = 0.1
const [FEW, MANY] = [3, 6]
/**
 * Rays of one turn that meet the same thing are less far apart than the first, those of the next turn less than the
 * second: the slowest scanner that is well takes 0.167 s a turn.
 */
const [SAME_TURN_US, TURN_BEFORE_US] = [45_000, 185_000]
/** Four quarters but for the gaps between them, radians. */
const ALL_AROUND = (340 * Math.PI) / 180

/** Without a pose that is where it is beside the robot, which is not quite the same from turn to turn. */
const placeOf = ({ inField, onBody }: SeenPoint): Point => inField ?? onBody

/** How many points are beside each of them, itself included; counted once for all that are in the same cell. */
function besideEach(points: readonly RecentPoint[]): (point: RecentPoint) => number {
  const counts = new Cells<Count>(CELL)
  for (const point of points) {
    const { x, y } = placeOf(point)
    const count = counts.get(x, y)
    if (count === undefined) counts.set(x, y, { points: 1 })
    else count.points++
  }
  return (point) => {
    const { x, y } = placeOf(point)
    const here = counts.get(x, y) ?? { points: 0 }
    here.beside ??= counts.around(x, y).reduce((sum, each) => sum + each.points, 0)
    return here.beside
  }
}

/** A scan goes round in one direction, so that its middle lies half its width from where it began. */
function viewOf({ angles }: LaserScan): View | undefined {
  const first = angles.find(Number.isFinite)
  if (first === undefined) return undefined
  let [before, turned, rays]: [number, number, number] = [first, 0, 0]
  for (const angle of angles) {
    if (!Number.isFinite(angle)) continue
    turned += wrapped(angle - before)
    before = angle
    rays++
  }
  const width = Math.abs(turned) * (rays > 1 ? rays / (rays - 1) : 0)
  return { middle: wrapped(first + turned / 2), width: Math.min(width, 2 * Math.PI) }
}
