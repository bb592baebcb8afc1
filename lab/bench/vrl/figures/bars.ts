import type { FinishedRun } from '../workers/runs-log.js'
import type { EpisodeRow } from '../play/row.js'
import { WORTH, type BenchFigures, type LadderStep } from './bench-figures.js'
import { average, deviation, pairedDifference, type Estimate } from './interval.js'
import { ALARM_MEASURES, type AlarmMeasure, type RowFigures } from './row-figures.js'

/** Something that the figures should show, and whether they do. */
export interface Bar {
  readonly what: string
  readonly wanted: string
  readonly figure: string
  readonly met: boolean
}

/** The bars of benchmarks §6.1 and of the shipped models, as far as the bench has the rows for them. */
export function bars(figures: BenchFigures): readonly Bar[] {
  return [
    ...attainedBars(figures),
    ...orderBars(figures, 'all', 'over all episodes'),
    ...orderBars(figures, 'lastThree', 'over the last three'),
    ...alarmBars(figures, 'final', 'of FINAL reports'),
    ...alarmBars(figures, 'perCall', 'per call'),
    ...scriptedBars(figures),
  ]
}

/** By episode, the share of the attainable mean that the shipped models are to reach. */
const ATTAINED = [
  { row: 'shipped', episode: 3, share: 0.85 },
  { row: 'shipped', episode: 10, share: 0.95 },
  { row: 'shipped+blockinfo', episode: 3, share: 0.95 },
  { row: 'shipped+blockinfo', episode: 10, share: 0.98 },
] as const

function attainedBars({ rows }: BenchFigures): Bar[] {
  return ATTAINED.flatMap(({ row, episode, share }) => {
    const got = rows.find(({ configuration }) => configuration.name === row)?.attained[episode - 1]
    if (got === undefined || got === null) return []
    return [
      {
        what: `${row}: attained by episode ${episode}`,
        wanted: `≥ ${percent(share)}`,
        figure: `${percent(got.mean)}${got.half === null ? '' : ` ± ${percent(got.half)}`}`,
        met: got.mean >= share,
      },
    ]
  })
}

function orderBars({ steps }: BenchFigures, measure: 'all' | 'lastThree', words: string): Bar[] {
  return steps.flatMap((step: LadderStep) => {
    if (step.ladder === WORTH) return []
    const difference = step[measure]
    if (difference === undefined) return []
    return [
      {
        what: `${step.lower} < ${step.upper}, ${words}`,
        wanted: 'paired 95 % interval above 0',
        figure: signed(difference),
        met: above(difference, 0),
      },
    ]
  })
}

/** Alarms are to become rarer as the policy gets better, except for the critics that cannot tell. */
const MAY_NOT_FALL = new Set(['scripted:7b'])

function alarmBars({ rows, runsOf }: BenchFigures, measure: AlarmMeasure, words: string): Bar[] {
  const share = ALARM_MEASURES[measure]
  return rows.flatMap(({ critic, configuration: { name } }) => {
    if (critic === null || MAY_NOT_FALL.has(name)) return []
    const runs = (runsOf.get(name) ?? []).filter(({ rows: all }) => all.length >= 6)
    const fall = pairedDifference(
      runs.map((run) => share(run.rows.slice(0, 3))),
      runs.map((run) => share(run.rows.slice(-3))),
    )
    if (fall === undefined) return []
    const { firstThree, lastThree } = critic.alarms[measure]
    return [
      {
        what: `${name}: alarms ${words} fall, first three to last three episodes`,
        wanted: 'paired 95 % interval above 0',
        figure: `${firstThree.toFixed(2)} → ${lastThree.toFixed(2)}, ${signed(fall, 2)}`,
        met: above(fall, 0),
      },
    ]
  })
}

function scriptedBars({ rows, runsOf }: BenchFigures): Bar[] {
  const profile = (name: string): RowFigures | undefined =>
    rows.find(({ configuration }) => configuration.name === `scripted:${name}`)
  const known = ['7b', '3b-ft', 'gemini', 'gemini+blockinfo'].flatMap((name) => {
    const critic = profile(name)?.critic
    return critic
      ? [{ name, sd: critic.confidence.sd, jumps: jumps(runsOf.get(`scripted:${name}`) ?? []) }]
      : []
  })
  if (known.length < 4) return []
  const sds = known.map(({ sd }) => sd)
  const [worst, ...others] = known.map((each) => each.jumps)
  return [
    {
      what: 'scripted profiles: spread of the confidence falls',
      wanted: '7b > 3b-ft ≥ gemini ≥ gemini+blockinfo',
      figure: sds.map((sd) => sd.toFixed(3)).join(' '),
      met: sds.every((sd, i) => i === 0 || sd <= (sds[i - 1] ?? 0)),
    },
    {
      what: 'scripted profiles: alarms vary most between the episodes of 7b',
      wanted: '7b the largest',
      figure: known.map((each) => each.jumps.toFixed(3)).join(' '),
      met: others.every((other) => other < (worst ?? 0)),
    },
    ...slopeBar(runsOf),
  ]
}

/** Without a critic the score is not to rise faster than with the worst one. */
function slopeBar(runsOf: BenchFigures['runsOf']): Bar[] {
  const slopes = (name: string): readonly number[] =>
    (runsOf.get(name) ?? []).map(({ rows }) => slope(rows.map(({ score }) => score)))
  const [none, worst] = [slopes('scripted:none'), slopes('scripted:7b')]
  const more = none.length === worst.length ? pairedDifference(none, worst) : undefined
  if (more === undefined) return []
  return [
    {
      what: 'scripted:none learns no faster than scripted:7b, points an episode',
      wanted: 'paired 95 % interval not above 0',
      figure: `${average(none).toFixed(2)} and ${average(worst).toFixed(2)}, ${signed(more, 2)}`,
      met: !above(more, 0),
    },
  ]
}

/** Standard deviation of alarms per call between the episodes of a run, averaged over runs. */
const jumps = (runs: readonly FinishedRun[]): number =>
  average(runs.map(({ rows }) => deviation(rows.map((row: EpisodeRow) => ALARM_MEASURES.perCall([row])))))

/** Least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const spread = values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  return spread === 0 ? 0 : values.reduce((sum, value, i) => sum + value * (i - middle), 0) / spread
}

export const above = ({ mean, half }: Estimate, bound: number): boolean =>
  half !== null && mean - half > bound

export const signed = ({ mean, half }: Estimate, digits = 1): string =>
  `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(digits)}` +
  `${half === null ? ' (one pair)' : ` ± ${half.toFixed(digits)}`}`

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
