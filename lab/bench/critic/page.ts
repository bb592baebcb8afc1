import { markdownTable } from '../answer.js'
import type { CriticFigures, Found } from './figures.js'

/** One line of the table: all moments of a look, or of all looks. */
export interface Section {
  readonly name: string
  readonly figures: CriticFigures
}

export interface Bar {
  readonly section: string
  readonly what: string
  readonly wanted: string
  readonly got: number | null
  readonly met: boolean
}

/** Issue 5's bars for the critic. */
export function barsOf(sections: readonly Section[]): Bar[] {
  return sections.flatMap(({ name, figures }) => {
    const bar = (what: string, got: number | null, wanted: string, met: (value: number) => boolean): Bar => ({
      section: name,
      what,
      wanted,
      got,
      met: got !== null && met(got),
    })
    return [
      bar('IDR', figures.after.recall, '≥ 0.90', (v) => v >= 0.9),
      bar('precision after grounding', figures.after.precision, '≥ 0.95', (v) => v >= 0.95),
      bar('accuracy on clean moments', figures.after.clean, '≥ 0.97', (v) => v >= 0.97),
      bar('node attribution', figures.attribution, '≥ 0.90', (v) => v >= 0.9),
      bar('ECE of c', figures.ece, '≤ 0.05', (v) => v <= 0.05),
      bar('report p50, ms', figures.p50Ms, '≤ 1000', (v) => v <= 1000),
    ]
  })
}

export function pageOf(title: string, sections: readonly Section[]): string {
  const all = sections[0]
  return [
    title,
    '',
    markdownTable(HEAD, sections.map(cells)),
    NOTES,
    '',
    ...(all === undefined
      ? []
      : [`Per impact (${all.name}, after grounding):`, markdownTable(IMPACT_HEAD, impactRows(all))]),
    '',
    'Bars of issue 5:',
    markdownTable(
      ['look', 'bar', 'wanted', 'got', 'met'],
      barsOf(sections).map(({ section, what, wanted, got, met }) => [
        section,
        what,
        wanted,
        what.endsWith('ms') ? number(got, 1) : number(got),
        met ? 'yes' : 'NO',
      ]),
    ),
  ].join('\n')
}

const HEAD = [
  'look',
  'moments',
  'issues',
  'IDR before',
  'prec. before',
  'IDR',
  'precision',
  'faulty',
  'clean',
  'attribution',
  'c',
  'ECE',
  'alarm faulty/clean',
  'p50 ms',
  'p90 ms',
]

const NOTES = [
  'before: all that the first answer claimed; IDR and precision: what no sensor refuted, after the second ' +
    'turn. faulty, clean: share of',
  'moments with and without a true issue that were judged so. attribution: found issues whose node at ' +
    'fault was named. ECE: 10 bins,',
  'a report counts as right when it claims all true issues and no other.',
].join('\n')

function cells({ name, figures }: Section): string[] {
  const { before, after } = figures
  return [
    name,
    String(figures.moments),
    String(after.real),
    number(before.recall),
    number(before.precision),
    number(after.recall),
    number(after.precision),
    number(after.faulty),
    number(after.clean),
    `${number(figures.attribution)} of ${figures.attributed}`,
    number(figures.meanConfidence),
    number(figures.ece),
    `${number(figures.alarmWhenFaulty, 2)}/${number(figures.alarmWhenClean, 2)}`,
    number(figures.p50Ms, 1),
    number(figures.p90Ms, 1),
  ]
}

const IMPACT_HEAD = ['impact', 'issues', 'claims', 'IDR', 'precision']

const impactRows = ({ figures }: Section): string[][] =>
  Object.entries(figures.perImpact).map(([impact, { real, claimed, recall, precision }]: [string, Found]) => [
    impact,
    String(real),
    String(claimed),
    number(recall),
    number(precision),
  ])

const number = (value: number | null, digits = 3): string => (value === null ? '–' : value.toFixed(digits))
