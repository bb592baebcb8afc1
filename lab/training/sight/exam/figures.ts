import { wilson as interval } from '#lab/bench/vrl/figures/interval.js'
import type { Count, Tally } from './score.js'

/** Bars of the table, as shares. */
export const BARS = { wrong: 0.03, missed: 0.05, hidden: 0.9 } as const
/** Bounds are chosen so that no more is wrong: among things of other families it may be more. */
const WRONG_AT_MOST = 0.02

/** All statements about things together. */
export const allOf = ({ place, on, upright }: Tally): Count => ({
  said: place.said + on.said + upright.said,
  wrong: place.wrong + on.wrong + upright.wrong,
  due: place.due + on.due + upright.due,
  missed: place.missed + on.missed + upright.missed,
})

/**
 * What bounds are chosen by, on validation scenes, the least first: a wrong statement is worse than none, so those that
 * are wrong too often come after all that are not; then what is missed, and what is said of what is hidden.
 */
function shortfall(tally: Tally): number {
  const all = allOf(tally)
  const share = (part: number, of: number): number => part / Math.max(1, of)
  const { due, right } = tally.hidden
  const over = (value: number, bar: number): number => Math.max(0, value - bar)
  return (
    1000 * over(share(all.wrong, all.said), WRONG_AT_MOST) +
    share(all.missed, all.due) +
    10 * over(share(due - right, due), 1 - BARS.hidden)
  )
}

/** The number of the tally that falls short least, the first of equal ones. */
export const bestOf = (tallies: readonly Tally[]): number => {
  const losses = tallies.map(shortfall)
  return losses.indexOf(Math.min(...losses))
}

export interface Line {
  readonly reader: string
  readonly statement: string
  readonly said: number
  readonly due: number
  /** shares, each with its interval of 95 % */
  readonly wrong: readonly [number, number, number]
  readonly missed: readonly [number, number, number]
}

export function linesOf(reader: string, tally: Tally): Line[] {
  const rows: readonly (readonly [string, Count])[] = [
    ['stands in a place', tally.place],
    ['stands on a thing', tally.on],
    ['stands upright or lies', tally.upright],
    ['all of these', allOf(tally)],
  ]
  return rows.map(([statement, count]) => lineOf(reader, statement, count))
}

export function lineOf(reader: string, statement: string, { said, wrong, due, missed }: Count): Line {
  return { reader, statement, said, due, wrong: share(wrong, said), missed: share(missed, due) }
}

export const share = (part: number, of: number): readonly [number, number, number] => [
  of === 0 ? 0 : part / of,
  ...interval(part, of),
]

export const percent = ([value, low, high]: readonly [number, number, number]): string =>
  `${(100 * value).toFixed(1)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`

/** Millimetres under which so large a share of the errors is. */
export const quantileMm = (errors: readonly number[], at: number): number =>
  1000 * ([...errors].sort((a, b) => a - b)[Math.floor(at * Math.max(0, errors.length - 1))] ?? 0)
