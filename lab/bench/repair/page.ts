import { markdownTable } from '../answer.js'
import { percent, signed } from '../vrl/figures/bars.js'
import { MENDED, type MindFigures, type RepairFigures, type RepairRow, type RepairRun } from './figures.js'

/** The repair matrix for people, in plain text that is Markdown too. */
export function repairPage(title: string, { minds, against }: RepairFigures): string {
  return [
    title,
    ...minds.flatMap((figures) => [
      `${figures.mind}:`,
      markdownTable(headOf(figures), figures.rows.map(cells)),
    ]),
    NOTES,
    markdownTable(
      ['critic and actor', 'kinds mended', 'that cost points', 'runs mended', 'taken back'],
      minds.map(({ mind, rows, runs, mended, kinds, undoings }) => [
        mind,
        `${kinds} of ${rows.length}`,
        `${kinds - free(rows)} of ${rows.length - free(rows)}`,
        `${mended} of ${runs}`,
        String(undoings),
      ]),
    ),
    ...(against.length === 0
      ? []
      : [
          'Worth of the last tree, paired by mistake, field and seed, points with 95 % intervals:',
          markdownTable(
            ['against', 'gain'],
            against.map(({ mind, other, gain }) => [`${other} → ${mind}`, signed(gain)]),
          ),
        ]),
  ].join('\n\n')
}

/** One line an episode. */
export function repairCsv(runs: readonly RepairRun[]): string {
  const head = 'mind,fault,field,seed,episode,right,worth,score,decision,edits,undoings'
  const lines = runs.flatMap(({ mind, fault, field, seed, right, episodes }) =>
    episodes.map(({ worth, score, decision, edits, undoings }, i) =>
      [
        mind,
        fault,
        quoted(field),
        seed,
        i + 1,
        fixed(right),
        fixed(worth),
        fixed(score),
        decision,
        edits,
        undoings,
      ].join(','),
    ),
  )
  return `${[head, ...lines].join('\n')}\n`
}

const headOf = ({ rows }: MindFigures): readonly string[] => [
  'mistake',
  'right',
  ...(rows[0]?.worth ?? []).map((_, i) => `ep. ${i + 1}`),
  'mended',
  'edits',
  'taken back',
]

const cells = ({ fault, right, worth, mended, runs, harmless, edits, undoings }: RepairRow): string[] => [
  fault,
  right.toFixed(1),
  ...worth.map((points) => points.toFixed(1)),
  `${mended} of ${runs}${harmless ? ', costs nothing' : ''}`,
  edits.toFixed(1),
  String(undoings),
]

const NOTES = [
  'Points: what the tree of that episode is expected to score under the faults that are played (the ' +
    'forecast; with faults the mean of 100',
  'episodes), mean over fields and seeds; right: the same of the tree without the mistake. mended: runs ' +
    'whose last episode ran a tree worth',
  `${percent(MENDED)} of the right one or more; costs nothing: so was the first. edits: of a run. taken ` +
    `back: edits of all runs that undo an earlier`,
  'one of the same run.',
].join('\n')

const free = (rows: readonly RepairRow[]): number => rows.filter(({ harmless }) => harmless).length

const fixed = (value: number): string => String(Number(value.toFixed(3)))
const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
