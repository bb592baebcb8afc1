import type { Examined } from './examine.js'
import { readersIn, shareOf, type Share, type Sets } from './figures.js'

/** What a reader would do if it asked below some fit. */
export interface Risk {
  readonly threshold: number
  /** of all orders, those that it acts on without a question */
  readonly acts: Share
  /** of those that it acts on, those on which it does something else than is meant */
  readonly wrong: Share
  /** of all orders, the same */
  readonly otherwise: Share
}

export const THRESHOLDS = [0, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95] as const

/** Risk against coverage of a reader: how much it does, and how much of it is wrong, as it asks below a higher fit. */
export const riskOf = (
  rows: readonly Examined[],
  reader: string,
  thresholds: readonly number[] = THRESHOLDS,
): readonly Risk[] => {
  const own = rows.filter((row) => row.reader === reader)
  return thresholds.map((threshold) => {
    const acted = own.flatMap(({ act }) => (act !== undefined && act.fit >= threshold ? [act] : []))
    const wrong = acted.filter(({ right }) => !right).length
    return {
      threshold,
      acts: shareOf(acted.length, own.length),
      wrong: shareOf(wrong, acted.length),
      otherwise: shareOf(wrong, own.length),
    }
  })
}

/** The same at every fit that the reader gives, the highest first: what is drawn. */
export function riskCurve(rows: readonly Examined[], reader: string): readonly Risk[] {
  const fits = rows.flatMap((row) => (row.reader === reader && row.act !== undefined ? [row.act.fit] : []))
  const levels = [...new Set(fits)].sort((a, b) => b - a)
  return riskOf(rows, reader, levels)
}

/** Of every set and reader. */
export const risksOf = (sets: Sets): readonly (Risk & { readonly set: string; readonly reader: string })[] =>
  [...sets].flatMap(([set, rows]) =>
    readersIn(rows).flatMap((reader) => riskOf(rows, reader).map((risk) => ({ set, reader, ...risk }))),
  )

/** The most that may be done otherwise, as a share of all orders. */
export const BEARABLE = 0.03

/** The lowest fit from which on no more than is bearable is done otherwise, for it and for all above it. */
export function chosenThreshold(risks: readonly Risk[]): number | undefined {
  const sorted = risks.toSorted((a, b) => a.threshold - b.threshold)
  const worst = sorted.findLastIndex(({ otherwise }) => otherwise.share > BEARABLE)
  return sorted[worst + 1]?.threshold
}
