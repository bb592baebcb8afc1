import { markdownTable } from '../answer.js'
import type { Estimate } from '../vrl/figures/interval.js'
import { CANDIDATES, COMBINED, type DetectorRow } from './ask-scene.js'
import { KINDS } from './draw-formula.js'
import { BARS, figuresOf, rightMore, type DetectorFigures, type Share } from './figures.js'

/** Who answers with the reader that is to be used; the others are what it has to beat. */
const OWN = 'trained'
const BASELINE = CANDIDATES.filter(({ reader }) => reader === 'colour thresholds').map(({ name }) => name)

export interface DetectorSummary {
  readonly scenes: number
  readonly formulas: number
  readonly candidates: readonly (DetectorFigures & {
    readonly name: string
    /** by how much more often the trained reader is right; nothing for itself */
    readonly behind: Estimate | undefined
    /** the larger of its calibration errors, to three digits */
    readonly worst: number
  })[]
  /** by how many points the trained reader is right more often than colour thresholds: the interval's lower end */
  readonly leastGain: number
  /** bars that the trained reader misses, in words */
  readonly fallsShort: readonly string[]
}

export function summaryOf(rows: readonly DetectorRow[]): DetectorSummary {
  const candidates = CANDIDATES.map(({ name }) => {
    const figures = figuresOf(rows.filter(({ reader }) => reader === name))
    const worst = Number(Math.max(...figures.error.belief).toFixed(3))
    return { name, ...figures, worst, behind: name === OWN ? undefined : rightMore(rows, OWN, name) }
  })
  const own = candidates.find(({ name }) => name === OWN)
  const gains = candidates.filter(({ name }) => BASELINE.includes(name)).map(({ behind }) => leastOf(behind))
  const leastGain = 100 * Math.min(...gains)
  const notBeaten = leastGain > 0 ? [] : ['not better than colour thresholds by the interval']
  const fallsShort = own === undefined ? ['nobody has answered'] : [...shortOf(own), ...notBeaten]
  const scenes = new Set(rows.map(({ scene }) => scene)).size
  return { scenes, formulas: rows.length / CANDIDATES.length, candidates, leastGain, fallsShort }
}

/** The lower end of an interval; of none nothing is known. */
const leastOf = (one: Estimate | undefined): number =>
  one === undefined || one.half === null ? -Infinity : one.mean - one.half

function shortOf(own: DetectorFigures): string[] {
  const is = (words: string, value: number, bar: number): string[] =>
    value <= bar ? [] : [`${words} ${percent(value)}, the bar is ${percent(bar)}`]
  return [
    ...is('false negatives', own.missed.share, BARS.missed),
    ...is('false positives', own.false.share, BARS.false),
    ...is('calibration error', Math.max(...own.error.belief), BARS.error),
    ...is('"not to be seen" wrong', 1 - own.hidden.share, 1 - BARS.hidden),
  ]
}

/** The comparison for people, in plain text that is Markdown too. */
export function detectorPage(
  { scenes, formulas, candidates, fallsShort }: DetectorSummary,
  rows: readonly DetectorRow[],
): string {
  return [
    `${formulas} formulas about ${scenes} scenes. In per cent, with 95 % intervals by scene.`,
    markdownTable(
      [
        'reader',
        'false negatives',
        'of them denied',
        'false positives',
        'not to be seen, right',
        'wrong of said',
        'right',
      ],
      candidates.map((one) => [
        ...[one.name, cell(one.missed), cell(one.denied), cell(one.false)],
        ...[cell(one.hidden), cell(one.wrong), cell(one.right)],
      ]),
    ),
    'Calibration error, bins of equal width / of equal size, by the way in which confidences are\n' +
      `combined; and by how many points ${OWN} is right more often, paired by scene:`,
    markdownTable(
      ['reader', ...COMBINED, `${OWN} − reader`],
      candidates.map(({ name, error, behind }) => [
        name,
        ...COMBINED.map((way) => error[way].map((value) => value.toFixed(3)).join(' / ')),
        behind === undefined ? '' : points(behind),
      ]),
    ),
    `By kind of formula, ${OWN}:`,
    markdownTable(
      ['kind', 'false negatives', 'false positives', 'not to be seen, right', 'right'],
      kindRows(rows),
    ),
    fallsShort.length === 0 ? 'All bars are met.' : `Falls short: ${fallsShort.join('; ')}.`,
  ].join('\n\n')
}

const kindRows = (rows: readonly DetectorRow[]): string[][] =>
  KINDS.map((kind) => {
    const own = figuresOf(rows.filter((row) => row.kind === kind && row.reader === OWN))
    return [kind, cell(own.missed), cell(own.false), cell(own.hidden), cell(own.right)]
  })

/** One line for each formula and reader. */
export function detectorCsv(rows: readonly DetectorRow[]): string {
  const lines = rows.map(({ scene, kind, formula, reader, due, holds, answer, confidence }) =>
    [
      ...[scene, kind, `"${formula}"`, `"${reader}"`, due, holds ?? '', answer],
      ...COMBINED.map((way) => confidence[way].toFixed(4)),
    ].join(','),
  )
  return [`scene,kind,formula,reader,due,holds,answer,${COMBINED.join(',')}`, ...lines, ''].join('\n')
}

const percent = (share: number): string => `${inHundred(share)} %`
const points = ({ mean, half }: Estimate): string =>
  `${(100 * mean).toFixed(1)}${half === null ? '' : ` ± ${(100 * half).toFixed(1)}`}`

const cell = (share: Share): string =>
  share.of === 0
    ? '–'
    : `${inHundred(share.share)} (${inHundred(share.low)}–${inHundred(share.high)}) of ${share.of}`

const inHundred = (share: number): string => (100 * share).toFixed(1)
