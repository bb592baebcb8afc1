import { percentilesOf, type Percentiles } from '../stop/percentiles.js'
import type { Resident } from './memory.js'
import type { Stop } from './operator.js'

/** One turn of the bench: so long without a viewer, or with one. */
export interface Turn {
  readonly viewer: boolean
  readonly reflex: readonly number[]
  readonly eventLoop: readonly number[]
  readonly stops: readonly Stop[]
  readonly main: Resident
  readonly console: Resident
}

export interface Half {
  /** how late turns of the reflex loop began, ms */
  readonly reflex: Percentiles
  /** how late a timer of 20 ms of the same thread came, ms */
  readonly eventLoop: Percentiles
  readonly stop: Percentiles
  readonly stopMoving: Percentiles
  readonly stopsRefused: number
  /** MB; of the whole half: before its first turn, the highest, after its last */
  readonly main: Resident
  readonly console: Resident
}

export interface Figures {
  readonly without: Half
  readonly with: Half
  /** p99.9 of the reflex loop's lateness with a viewer, for one without */
  readonly lateness: number
  /** how much more the main process took with a viewer at the highest than without one at the highest, MB */
  readonly grownMB: number
}

export const BARS = { lateness: 1.2, grownMB: 20, stopP99Ms: 50 } as const

export function figuresOf(turns: readonly Turn[]): Figures {
  const without = half(turns.filter(({ viewer }) => !viewer))
  const withOne = half(turns.filter(({ viewer }) => viewer))
  return {
    without,
    with: withOne,
    lateness: round(withOne.reflex.p999 / without.reflex.p999),
    grownMB: round(withOne.main.peak - without.main.peak),
  }
}

/** @returns a line for each bar that does not hold */
export function missed({
  with: { stop, stopsRefused, reflex },
  lateness,
  grownMB,
}: Figures): readonly string[] {
  const say = (what: string, is: number, bar: number): readonly string[] =>
    // NaN holds no bar: nothing was measured
    is <= bar ? [] : [`${what} ${is}, at most ${bar}`]
  return [
    ...say(`p99.9 of lateness (${reflex.p999} ms), times that without a viewer`, lateness, BARS.lateness),
    ...say('memory of the main process, MB more', grownMB, BARS.grownMB),
    ...say('p99 of `stop`, ms', stop.p99, BARS.stopP99Ms),
    ...say('`stop` without a good answer', stopsRefused, 0),
  ]
}

function half(turns: readonly Turn[]): Half {
  const stops = turns.flatMap(({ stops: all }) => all)
  return {
    reflex: percentilesOf(turns.flatMap(({ reflex }) => reflex)),
    eventLoop: percentilesOf(turns.flatMap(({ eventLoop }) => eventLoop)),
    stop: percentilesOf(stops.map(({ ms }) => ms)),
    stopMoving: percentilesOf(stops.filter(({ moving }) => moving).map(({ ms }) => ms)),
    stopsRefused: stops.filter(({ ok }) => !ok).length,
    main: whole(turns.map(({ main }) => main)),
    console: whole(turns.map(({ console }) => console)),
  }
}

const whole = (parts: readonly Resident[]): Resident => ({
  before: round(parts[0]?.before ?? NaN),
  peak: round(Math.max(...parts.map(({ peak }) => peak))),
  after: round(parts.at(-1)?.after ?? NaN),
})

const round = (value: number): number => Math.round(value * 100) / 100
