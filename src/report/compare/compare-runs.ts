import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { writeDurably } from '#adapters/files/durable-file.js'
import { editsInWords, hasLearned, meanScore } from '#app/command-line/run-words.js'
import { plural } from '#app/command-line/words.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { RunSummary } from '#learning/curve.js'
import { placeOfRun } from '#learning/manifest.js'
import { html, type Html } from '../html.js'
import { titleOf } from '../overview/overview.js'
import { documentOf } from '../page.js'
import { readRun, type RunData } from '../run-data.js'
import { points } from '../sections/score-sheet.js'
import { table } from '../table.js'
import { writeReport } from '../write-report.js'
import { bandChart } from './band-chart.js'
import { bandOf, curveOf, type Spot } from './seeds.js'

/** Several runs of one place beside each other. */
export interface Comparison {
  readonly place: string
  readonly runs: readonly (RunSummary & { readonly folder: string })[]
  readonly band: readonly Spot[]
}

interface ComparedRun extends RunData {
  readonly folder: string
}

/**
 * Writes one page with the learning curves of several runs, which leads to the report of each; a report that is missing
 * is written, too.
 *
 * @param file the page
 * @returns what it shows, or why the runs cannot be compared
 */
export async function compareRuns(
  folders: readonly string[],
  file: string,
): Promise<Result<Comparison, Diagnostic>> {
  const runs: ComparedRun[] = []
  for (const folder of folders) {
    const run = readRun(folder)
    if (!run.ok) return run
    runs.push({ ...run.value, folder })
  }
  const places = [...new Set(runs.map(({ manifest }) => placeOfRun(manifest)))]
  const [place = ''] = places
  if (places.length > 1) return err(ofDifferentPlaces(places))
  for (const { folder } of runs) {
    const written = existsSync(join(folder, 'report.html')) ? ok('') : await writeReport(folder)
    if (!written.ok) return written
  }
  const curves = runs.map(({ episodes }) => curveOf(episodes.map(({ record }) => record)))
  const band = bandOf(curves)
  const title = `graft, ${place}, ${runs.length} runs`
  const body = html`<main id="top">
    ${heading(runs)} ${bandChart(curves, band)} ${runTable(runs, dirname(file))}
  </main>`
  writeDurably(file, documentOf(title, body))
  return ok({ place, runs: runs.map(({ summary, folder }) => ({ ...summary, folder })), band })
}

function heading(runs: readonly ComparedRun[]): Html {
  const [first] = runs
  const learned = runs.filter(({ summary }) => hasLearned(summary)).length
  const last = runs.map(({ summary }) => summary.lastThree)
  const mean = last.reduce((sum, each) => sum + each, 0) / last.length
  return html`<header class="masthead">
    <p class="brand">graft</p>
    <h1>${first === undefined ? '' : titleOf(first.manifest)}: ${plural(runs.length, 'run')}</h1>
    <p class="lead">
      ${learned} of ${runs.length} learned. The last three episodes of each earned ${points(mean)} points on
      average, from ${points(Math.min(...last))} to ${points(Math.max(...last))}.
    </p>
  </header>`
}

const runTable = (runs: readonly ComparedRun[], from: string): Html =>
  table<ComparedRun>({
    caption: 'Each run, with its report',
    columns: [
      {
        head: 'seed',
        kind: 'name',
        cell: ({ manifest, folder }) =>
          html`<a href="${encodeURI(relative(from, join(folder, 'report.html')))}">${manifest.seed}</a>`,
      },
      { head: 'first', kind: 'number', cell: ({ summary }) => points(summary.first) },
      { head: 'best', kind: 'number', cell: ({ summary }) => points(summary.best?.score ?? 0) },
      { head: 'last', kind: 'number', cell: ({ summary }) => points(summary.scores.at(-1) ?? 0) },
      { head: 'mean', kind: 'number', cell: ({ summary }) => points(meanScore(summary)) },
      { head: 'last three', kind: 'number', cell: ({ summary }) => points(summary.lastThree) },
      { head: 'alarms', kind: 'number', cell: ({ summary }) => summary.alarms },
      {
        head: 'tree',
        kind: 'why',
        cell: ({ episodes }) => editsInWords(episodes.map(({ record }) => record)),
      },
    ],
    groups: [{ rows: runs }],
  })

const ofDifferentPlaces = (places: readonly string[]): Diagnostic => ({
  code: 'report.places',
  severity: 'error',
  message: 'these runs are of different places, so their scores cannot be compared',
  expected: 'runs on one field, or of one task of a world',
  got: places.join('; '),
  hint: 'name the runs of one place',
})
