import type { ActorFigures } from './figures.js'

/** What has to hold, and whether it does; the bars. */
export interface Bar {
  readonly what: string
  readonly bar: string
  readonly got: string
  readonly met: boolean
}

export const barsOf = (f: ActorFigures): Bar[] => [
  {
    what: 'generated edits that apply and validate',
    bar: '100 %',
    got: percent(f.valid.grammar),
    met: f.valid.grammar === 1,
  },
  {
    what: 'edits that raise the expected score when any can',
    bar: '>= 80 %',
    got: percent(f.raises.share),
    met: f.raises.share >= 0.8,
  },
  {
    what: 'cost of unseen wording, points of that share',
    bar: '<= 5',
    got: f.unseen.raises.toFixed(1),
    met: f.unseen.raises <= 5,
  },
  {
    what: 'one edit, p50',
    bar: '<= 2000 ms',
    got: `${f.ms.p50.toFixed(0)} ms`,
    met: f.ms.p50 <= 2000,
  },
]

/** The figures as a page of text for a terminal. */
export function pageOf(model: string, split: string, f: ActorFigures): string {
  const rows: [string, string][] = [
    ['best edit (within 0.5 points)', percent(f.exact)],
    [`raises the score when any edit can (${f.raises.can} cases)`, percent(f.raises.share)],
    [`no edit when none is worth it (${f.restraint.cases} cases)`, percent(f.restraint.share)],
    ['valid with grammar', percent(f.valid.grammar)],
    ['valid without grammar', f.valid.free === null ? 'not asked' : percent(f.valid.free)],
    [
      'mean gain of an edit',
      `${f.meanGain.toFixed(1)} points, the best ${(f.meanGain + f.regret).toFixed(1)}`,
    ],
    [
      'unseen wording costs',
      `${f.unseen.gain.toFixed(1)} points of gain, ${f.unseen.raises.toFixed(1)} % of raising edits, ` +
        `${f.unseen.exact.toFixed(1)} % of best ones`,
    ],
    ['calibration error of the confidence', f.calibration.ece.toFixed(3)],
    ['time for an edit', `p50 ${f.ms.p50.toFixed(0)} ms, p90 ${f.ms.p90.toFixed(0)} ms`],
    [
      'tokens',
      `${f.speed.tokensPerSecond.toFixed(0)} a second, prompt ` +
        `${f.speed.promptTokens.toFixed(0)}, reply ${f.speed.replyTokens.toFixed(0)}`,
    ],
  ]
  const kinds = Object.entries(f.kinds).map(
    ([kind, { n, exact, raises }]) =>
      `  ${kind.padEnd(24)}${String(n).padStart(5)}${percent(exact).padStart(9)}${percent(raises).padStart(9)}`,
  )
  const bars = barsOf(f).map(
    ({ what, bar, got, met }) => `  ${met ? 'yes' : 'NO '}  ${what}: ${got} (bar ${bar})`,
  )
  return [
    `${model} on ${f.cases} cases of the ${split} split`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(52)}${value}`),
    '',
    `  ${'best edit is'.padEnd(24)}${'n'.padStart(5)}${'best'.padStart(9)}${'raises'.padStart(9)}`,
    ...kinds,
    '',
    'Bars',
    ...bars,
    '',
  ].join('\n')
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
