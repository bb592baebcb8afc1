import type { FinishedRun } from '../workers/runs-log.js'
import type { BenchSettings } from '../settings/settings.js'
import { ATTAINABLE, BASELINES, BUDGETS } from '../settings/configuration.js'
import { pairedDifference, type Estimate } from './interval.js'
import { lastThree, meanScore, rowFigures, type RowFigures } from './row-figures.js'

/** Everything that table, curve and bars say. */
export interface BenchFigures {
  readonly rows: readonly RowFigures[]
  readonly steps: readonly LadderStep[]
  /** the runs of each configuration, ordered by field and seed: pairs stand at the same index */
  readonly runsOf: ReadonlyMap<string, readonly FinishedRun[]>
}

/** Two neighbours of an order that is to come out, with the mean of their paired differences: upper minus lower. */
export interface LadderStep {
  readonly ladder: string
  readonly lower: string
  readonly upper: string
  readonly all: Estimate | undefined
  readonly lastThree: Estimate | undefined
}

/** The ladder of pairs that shows what the networks add. */
export const WORTH = 'what the networks are worth'

/** Orders that are to come out: of the paper for the scripted profiles, of the issue for real critics. */
const SCRIPTED_LADDER = [
  'scripted:none',
  'scripted:7b',
  'scripted:3b-ft',
  'scripted:gemini',
  'scripted:gemini+blockinfo',
]

/** @param runs every run of the bench, in any order */
export function benchFigures(settings: BenchSettings, runs: readonly FinishedRun[]): BenchFigures {
  const runsOf = new Map(
    settings.configurations.map(({ name }) => [
      name,
      ordered(
        settings,
        runs.filter((r) => r.configuration === name),
      ),
    ]),
  )
  const of = (name: string): readonly FinishedRun[] => runsOf.get(name) ?? []
  const best = of(ATTAINABLE.name)
  return {
    rows: settings.configurations.map((row) => rowFigures(row, of(row.name), best)),
    steps: ladders(settings).flatMap(({ ladder, names }) =>
      names.slice(1).map((upper, i) => {
        const lower = names[i] as string
        const step = (measure: (run: FinishedRun) => number): Estimate | undefined =>
          pairedDifference(of(upper).map(measure), of(lower).map(measure))
        return { ladder, lower, upper, all: step(meanScore), lastThree: step(lastThree) }
      }),
    ),
    runsOf,
  }
}

/** By field in the order of the settings, then by seed. */
export function ordered(
  { fields, seeds }: BenchSettings,
  runs: readonly FinishedRun[],
): readonly FinishedRun[] {
  const place = new Map(fields.map(({ map }, i) => [map.id, i * seeds.length]))
  const seedPlace = new Map(seeds.map((seed, i) => [seed, i]))
  const at = ({ field, seed }: FinishedRun): number => (place.get(field) ?? 0) + (seedPlace.get(seed) ?? 0)
  return runs.toSorted((a, b) => at(a) - at(b))
}

function ladders({
  configurations,
}: BenchSettings): { readonly ladder: string; readonly names: readonly string[] }[] {
  const has = (name: string): boolean => configurations.some((row) => row.name === name)
  const judged = configurations.filter(({ critic }) => critic.kind !== 'none' && critic.kind !== 'scripted')
  const roots = judged
    .map(({ name }) => name.replace(/\+blockinfo$/, ''))
    .filter((name) => !Object.hasOwn(BASELINES, name) && !name.includes('/edits='))
  return [
    ...[...new Set(roots)].map((name) => ({
      ladder: name,
      names: ['none', name, `${name}+blockinfo`].filter(has),
    })),
    ...worth(has),
    { ladder: 'scripted profiles', names: SCRIPTED_LADDER.filter(has) },
  ]
}

/**
 * What the networks add to that which learned nothing, each in its place: pairs of a baseline and the
 * shipped models.
 */
function worth(
  has: (name: string) => boolean,
): { readonly ladder: string; readonly names: readonly string[] }[] {
  const pairs = [
    ...['', '+blockinfo'].flatMap((end) =>
      Object.keys(BASELINES).map((name) => [`${name}${end}`, `shipped${end}`] as const),
    ),
    ...BUDGETS.flatMap((n) =>
      ['', '+blockinfo'].map((end) => [`rules/edits=${n}${end}`, `shipped/edits=${n}${end}`] as const),
    ),
  ]
  return pairs.filter((names) => names.every(has)).map((names) => ({ ladder: WORTH, names }))
}
