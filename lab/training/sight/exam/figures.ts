import { interval, type Count, type Tally } from './score.js'

/** Bars of the table, as shares. */
export const BARS = { wrong: 0.03, missed: 0.05, hidden: 0.9 } as const

/** All statements about things together. */
export const allOf = ({ place, on, upright }: Tally): Count => ({
  said: place.said + on.said + upright.said,
  wrong: place.wrong + on.wrong + upright.wrong,
  due: place.due + on.due + upright.due,
  missed: place.missed + on.missed + upright.missed,
})

/** How far a reader is from the bars, 0 where it meets them all; what bounds are chosen by, on validation scenes. */
export function shortfall(tally: Tally): number {
  const all = allOf(tally)
  const over = (part: number, of: number, bar: number): number =>
    Math.max(0, (of === 0 ? 0 : part / of) - bar) / bar
  const { due, right } = tally.hidden
  return (
    over(all.wrong, all.said, BARS.wrong) +
    over(all.missed, all.due, BARS.missed) +
    over(due - right, due, 1 - BARS.hidden) +
    // among those that meet the bars, the one with the fewest mistakes
    0.1 * (all.wrong / Math.max(1, all.said) + all.missed / Math.max(1, all.due))
  )
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
