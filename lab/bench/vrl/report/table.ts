import { markdownTable } from '#lab/bench/answer.js'
import type { Bar } from '../figures/bars.js'
import { above, signed } from '../figures/bars.js'
import { WORTH, type BenchFigures, type LadderStep } from '../figures/bench-figures.js'
import type { Estimate } from '../figures/interval.js'
import type { AlarmFigures, RowFigures } from '../figures/row-figures.js'
import type { BenchSettings } from '../settings/settings.js'

/** The table for people, in plain text that is Markdown too. */
export function benchTable(
  settings: BenchSettings,
  hash: string,
  figures: BenchFigures,
  passed: readonly Bar[],
): string {
  const { fields, seeds, episodes } = settings
  const title =
    `graft bench vrl: ` +
    `${fields.length} fields × ${seeds.length} seeds × ${episodes} episodes, settings ${hash}`
  const sections = [
    title,
    markdownTable(HEAD, figures.rows.map(cells)),
    NOTES,
    ...picturesOf(figures),
    'Neighbours, paired by field and seed, points with 95 % intervals:',
    markdownTable(
      ['order', 'all episodes', 'last three'],
      figures.steps.filter(({ ladder }) => ladder !== WORTH).map(stepCells),
    ),
    ...worthOf(figures),
    ...(passed.length === 0
      ? []
      : [
          'Bars:',
          markdownTable(
            ['bar', 'wanted', 'got', 'met'],
            passed.map(({ what, wanted, figure, met }) => [what, wanted, figure, met ? 'yes' : 'NO']),
          ),
        ]),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Rows in which people were told before a run that its first picture is not as it should be. */
function picturesOf({ rows }: BenchFigures): readonly string[] {
  const reported = rows.flatMap(({ configuration: { name }, critic }) => {
    const calls = Math.round((critic?.reasons.picture ?? 0) * (critic?.reports ?? 0))
    return calls === 0 ? [] : [`${name} ${calls}×`]
  })
  return reported.length === 0
    ? []
    : [
        `First pictures that are not as they should be (alarms_picture in episodes.csv): ` +
          `${reported.join(', ')}. Look at them before the figures.`,
      ]
}

/** What the networks add to what learned nothing, in so many words. */
function worthOf({ steps }: BenchFigures): readonly string[] {
  const pairs = steps.filter(({ ladder }) => ladder === WORTH)
  if (pairs.length === 0) return []
  const decision = ({ all }: LadderStep): string => {
    if (all === undefined || all.half === null) return 'one pair says nothing'
    if (above(all, 0)) return 'better'
    return all.mean + all.half < 0 ? 'WORSE' : 'no better: decoration'
  }
  return [
    'What the networks are worth, paired by field and seed, points with 95 % intervals:',
    markdownTable(
      ['in place of', 'all episodes', 'last three', 'the networks are'],
      pairs.map((step) => [...stepCells(step), decision(step)]),
    ),
  ]
}

const stepCells = ({ lower, upper, all, lastThree }: LadderStep): string[] => [
  `${lower} → ${upper}`,
  difference(all),
  difference(lastThree),
]

const HEAD = [
  'critic',
  'actor',
  'block info',
  'ep. 1',
  'ep. 3',
  'last ep.',
  'last three',
  'attained 3',
  'attained last',
  'IDR',
  'precision',
  'c',
  'ECE',
  'alarms, FINAL',
  'alarms, call',
  'edits/ep.',
  'rolled back',
]

const NOTES = [
  'ep. n: mean score of that episode. attained: mean score over the mean score of the best plan on the ' +
    'same fields, seeds and',
  'episodes (row attainable; faults are drawn, so single episodes can be above it). IDR, precision: ' +
    'issues of INTERMEDIATE and FINAL',
  'reports that no sensor refuted, against the truth of the simulator. c: confidence, mean ± sd. Alarms: ' +
    'share of FINAL reports, and of all',
  'calls of the critic, that call a human, first three → last three episodes.',
  'Rows scripted:* — scripted profile: quality is an input. They show that the loop carries the quality ' +
    'of feedback into the score and',
  'that metrics and alarms are right; they say nothing about any real model. Only the rows shipped and ' +
    'local measure models.',
].join('\n')

function cells({
  configuration,
  curve,
  attained,
  lastThree,
  critic,
  edits,
  rolledBack,
}: RowFigures): string[] {
  const third = Math.min(3, curve.length) - 1
  const fixed = configuration.actor === 'fixed'
  return [
    configuration.name.replace(/^(?!scripted)(.*)\+blockinfo$/, '$1'),
    fixed ? '–' : configuration.actor,
    configuration.blockInfo ? 'yes' : '–',
    points(curve[0]),
    points(curve[third]),
    points(curve.at(-1)),
    lastThree.toFixed(1),
    share(attained[third]),
    share(attained.at(-1)),
    figure(critic?.idr),
    figure(critic?.precision),
    critic === null ? '–' : `${critic.confidence.mean.toFixed(2)} ± ${critic.confidence.sd.toFixed(2)}`,
    figure(critic?.ece),
    fall(critic?.alarms.final),
    fall(critic?.alarms.perCall),
    fixed ? '–' : edits.toFixed(1),
    fixed ? '–' : `${(100 * rolledBack).toFixed(0)} %`,
  ]
}

const points = (value: Estimate | undefined): string =>
  value === undefined
    ? '–'
    : `${value.mean.toFixed(1)}${value.half === null ? '' : ` ± ${value.half.toFixed(1)}`}`

const share = (value: Estimate | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(100 * value.mean).toFixed(1)} %`

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toFixed(3)

const fall = (alarms: AlarmFigures | undefined): string =>
  alarms === undefined ? '–' : `${alarms.firstThree.toFixed(2)} → ${alarms.lastThree.toFixed(2)}`

const difference = (value: Estimate | undefined): string => (value === undefined ? '–' : signed(value))
