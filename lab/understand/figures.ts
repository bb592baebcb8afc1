import { wilson } from '#lab/bench/vrl/figures/interval.js'
import { pairedShares } from './paired-shares.js'
import type { Examined, Outcome } from './examine.js'
import { STAGES, type Stage } from './lost.js'
import { PAIRS, SHIPPED } from './readers.js'

const KINDS = ['goal', 'ask', 'refuse'] as const

/** A number of orders with its share and the 95 % interval of that (Wilson). */
export interface Share {
  readonly count: number
  readonly of: number
  readonly share: number
  readonly low: number
  readonly high: number
}

/** One reader on the orders of one kind in one set; `all`: of every kind. */
export interface Figures {
  readonly set: string
  readonly kind: (typeof KINDS)[number] | 'all'
  readonly reader: string
  readonly orders: number
  readonly outcomes: Readonly<Record<Outcome, Share>>
  /** of goals: the likeliest reading is what is meant */
  readonly exact?: Share
}

export const shareOf = (count: number, of: number): Share => {
  const [low, high] = wilson(count, of)
  return { count, of, share: of === 0 ? 0 : count / of, low, high }
}

/** Orders by the name of their set. */
export type Sets = ReadonlyMap<string, readonly Examined[]>

export function figuresOf(sets: Sets): readonly Figures[] {
  return [...sets].flatMap(([set, rows]) =>
    [...KINDS, 'all' as const].flatMap((kind) =>
      readersIn(rows).flatMap((reader): Figures[] => {
        const own = rows.filter((row) => row.reader === reader && (kind === 'all' || row.order.kind === kind))
        if (own.length === 0) return []
        const exact = own.filter((row) => row.exact === true).length
        return [
          {
            set,
            kind,
            reader,
            orders: own.length,
            outcomes: outcomesOf(own),
            ...(kind === 'goal' && { exact: shareOf(exact, own.length) }),
          },
        ]
      }),
    ),
  )
}

/** Readers in the order in which they read. */
export const readersIn = (rows: readonly Examined[]): readonly string[] => [
  ...new Set(rows.map(({ reader }) => reader)),
]

function outcomesOf(rows: readonly Examined[]): Figures['outcomes'] {
  const count = (outcome: Outcome): Share =>
    shareOf(rows.filter((row) => row.outcome === outcome).length, rows.length)
  return {
    'as meant': count('as meant'),
    offered: count('offered'),
    asked: count('asked'),
    refused: count('refused'),
    otherwise: count('otherwise'),
  }
}

/** One reader less another one on the same orders, in shares. */
export interface Difference {
  readonly set: string
  readonly reader: string
  readonly less: string
  readonly what: string
  readonly orders: number
  readonly first: number
  readonly second: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

interface Compared {
  readonly what: string
  readonly of: (row: Examined) => boolean
  readonly is: (row: Examined) => boolean
}

const isAsking = ({ outcome }: Examined): boolean => outcome === 'asked' || outcome === 'offered'
const isGoal = ({ order }: Examined): boolean => order.kind === 'goal'

const COMPARED: readonly Compared[] = [
  { what: 'likeliest reading exact', of: isGoal, is: ({ exact }) => exact === true },
  { what: 'acts as meant', of: isGoal, is: ({ outcome }) => outcome === 'as meant' },
  {
    what: 'acts as meant or offers it',
    of: isGoal,
    is: ({ outcome }) => outcome === 'as meant' || outcome === 'offered',
  },
  { what: 'right questions', of: ({ order }) => order.kind === 'ask', is: isAsking },
  {
    what: 'right refusals',
    of: ({ order }) => order.kind === 'refuse',
    is: ({ outcome }) => outcome === 'refused',
  },
  { what: 'acts otherwise', of: () => true, is: ({ outcome }) => outcome === 'otherwise' },
]

/** What ships less every other reader, and further pairs. */
export function differencesOf(sets: Sets): readonly Difference[] {
  return [...sets].flatMap(([set, rows]) => {
    const readers = readersIn(rows)
    const shipped = readers.filter((one) => one !== SHIPPED).map((less) => [SHIPPED, less] as const)
    const pairs = [...shipped, ...PAIRS].filter((pair) => pair.every((one) => readers.includes(one)))
    return pairs.flatMap(([reader, less]) =>
      COMPARED.flatMap(({ what, of, is }): Difference[] => {
        const values = (name: string): boolean[] =>
          rows.filter((row) => row.reader === name && of(row)).map(is)
        const found = pairedShares(values(reader), values(less))
        if (found === undefined) return []
        const { of: orders, ...interval } = found
        return [{ set, reader, less, what, orders, ...interval }]
      }),
    )
  })
}

/** Of the goals of one set, where a reader loses them. */
export interface Losses {
  readonly set: string
  readonly reader: string
  readonly stages: Readonly<Record<Stage, Share>>
}

export function lossesOf(sets: Sets): readonly Losses[] {
  return [...sets].flatMap(([set, rows]) =>
    readersIn(rows).flatMap((reader): Losses[] => {
      const own = rows.flatMap((row) => (row.reader === reader && row.lost !== undefined ? [row.lost] : []))
      const count = (stage: Stage): Share => shareOf(own.filter((one) => one === stage).length, own.length)
      const stages = Object.fromEntries(STAGES.map((stage) => [stage, count(stage)])) as Losses['stages']
      return own.length === 0 ? [] : [{ set, reader, stages }]
    }),
  )
}

/** By tag, of how many goals the likeliest reading of the reader is exact; tags of few orders say nothing. */
export function exactByTag(rows: readonly Examined[], least: number): ReadonlyMap<string, Share> {
  const goals = rows.filter((row) => row.reader === SHIPPED && isGoal(row))
  const tags = [...new Set(goals.flatMap(({ order }) => order.tags))]
  const shares = tags.flatMap((tag): [string, Share][] => {
    const own = goals.filter(({ order }) => order.tags.includes(tag))
    return own.length < least
      ? []
      : [[tag, shareOf(own.filter(({ exact }) => exact === true).length, own.length)]]
  })
  return new Map(shares.sort(([, a], [, b]) => b.of - a.of))
}

/** One line for each reader on each order; orders stand by file and line, since some are held out. */
export function csvOf(rows: readonly Examined[]): string {
  const lines = rows.map(({ order, reader, outcome, exact, act, lost }) => {
    const file = order.file.split('/').at(-1) ?? ''
    const tags = `"${order.tags.join(';').replaceAll('"', "'")}"`
    return [
      file,
      order.line,
      order.world,
      order.kind,
      reader,
      outcome,
      exact ?? '',
      act?.fit ?? '',
      lost ?? '',
      tags,
    ].join(',')
  })
  return ['file,line,world,kind,reader,outcome,exact,fit,lost,tags', ...lines, ''].join('\n')
}
