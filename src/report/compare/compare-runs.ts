import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { writeDurably } from '#adapters/files/durable-file.js'
import { editsInWords, hasLearned, meanScore } from '#app/command-line/run-words.js'
import { plural } from '#app/command-line/words.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { RunSummary } from '#learning/curve.js'
import { uninterrupted } from '#learning/episode.js'
import { placeOfRun } from '#learning/manifest.js'
import { html, type Html } from '../html.js'
import { leftOutList } from '../left-out.js'
import { titleOf } from '../overview/overview.js'
import { documentOf } from '../page.js'
import { readRun, type RunData } from '../run-data.js'
import { points } from '../sections/score-sheet.js'
import { treeChanges } from '../sections/tree-panel.js'
import { table } from '../table.js'
import { writeReport } from '../write-report.js'
import { bandChart } from './band-chart.js'
import { byCondition, type Condition } from './conditions.js'
import { shortNames } from './line-ends.js'
import { bandOf, curveOf, type Spot } from './seeds.js'

/** Several runs of one place beside each other. */
export interface Comparison {
  readonly file: string
  readonly place: string
  /** runs that differ in more than their seeds are apart */
  readonly groups: readonly {
    readonly label: string
    readonly runs: readonly (RunSummary & { readonly folder: string })[]
    readonly band: readonly Spot[]
  }[]
}

interface ComparedRun extends RunData {
  readonly folder: string
}

/**
 * Writes one page with the learning curves of several runs, which leads to the report of each; a report that is missing
 * is written, too.
 *
 * @param out the folder of the page, which is named by the runs: that of other runs stays
 * @param warn is told what is damaged in the folders and left out; the page says it, too
 * @returns what it shows, or why the runs cannot be compared
 */
export async function compareRuns(
  folders: readonly string[],
  out: string,
  warn: (damage: Diagnostic) => void = () => undefined,
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
  for (const [i, { manifest, folder }] of runs.entries()) {
    const same = runs.slice(0, i).find((other) => other.manifest.key === manifest.key)
    if (same !== undefined) return err(sameRun(same.folder, folder, manifest.key))
  }
  for (const { folder } of runs) {
    const written = existsSync(join(folder, 'report.html')) ? ok('') : await writeReport(folder)
    if (!written.ok) return written
  }
  const groups = byCondition(runs)
  const short = shortNames(runs.map(({ manifest }) => manifest))
  const nameBeside = (run: ComparedRun): string => short[runs.indexOf(run)] ?? ''
  const bands = groups.map(({ label, runs: of }) => {
    const curves = of.map(({ episodes }) => curveOf(episodes.map(({ record }) => record)))
    const own = { names: of.map(({ manifest }) => manifest.key), shortNames: of.map(nameBeside) }
    return { label, curves, ...own, band: bandOf(curves) }
  })
  const title = `graft, ${place}, ${runs.length} runs`
  const damages = runs.flatMap((run) => run.damages)
  const body = html`<main id="top">
    ${heading(groups)} ${leftOutList(damages)} ${bandChart(bands)} ${runTable(groups, out)} ${lastTrees(runs)}
  </main>`
  const file = join(out, `comparison-${nameOf(runs)}.html`)
  writeDurably(file, documentOf(title, body))
  damages.forEach((damage) => warn(damage))
  const shown = groups.map(({ label, runs: of }, i) => ({
    label,
    runs: of.map(({ summary, folder }) => ({ ...summary, folder })),
    band: bands[i]?.band ?? [],
  }))
  return ok({ file, place, groups: shown })
}

function heading(groups: readonly Condition<ComparedRun>[]): Html {
  const runs = groups.flatMap((group) => group.runs)
  const [first] = runs
  return html`<header class="masthead">
    <p class="brand">graft</p>
    <h1>${first === undefined ? '' : titleOf(first.manifest)}: ${plural(runs.length, 'run')}</h1>
    ${groups.map(
      ({ label, runs: of }) =>
        html`<p class="lead">${label === '' ? null : html`<b>${label}</b>: `}${resultOf(of)}</p>`,
    )}
    ${lengthsOf(runs)}
  </header>`
}

/** Runs of different length: what is said of their ends, and of late episodes, is not of the same episodes. */
function lengthsOf(runs: readonly ComparedRun[]): Html | null {
  const counts = runs.map(({ episodes }) => uninterrupted(episodes.map(({ record }) => record)).length)
  const common = Math.min(...counts)
  if (common === Math.max(...counts)) return null
  const each = runs.map(
    ({ manifest }, i) => `${manifest.key} has completed ${plural(counts[i] ?? 0, 'episode')}`,
  )
  const shared = common === 0 ? 'none' : common === 1 ? 'only episode 1' : `only episodes 1 to ${common}`
  return html`<p class="lead">
    Their lengths differ: ${each.join(', ')}. All of them have ${shared}; the band of later episodes is of
    fewer runs.
  </p>`
}

/** How many have learned, and what the end of a run earned. */
function resultOf(runs: readonly ComparedRun[]): string {
  const learned = runs.map(({ summary }) => hasLearned(summary))
  const open = learned.filter((one) => one === undefined).length
  const last = runs.filter((_, i) => learned[i] !== undefined).map(({ summary }) => summary.lastThree)
  const unknown = open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} too short to tell`
  const counted = `${learned.filter(Boolean).length} of ${plural(runs.length, 'run')} learned${unknown}.`
  if (last.length === 0) return counted
  const mean = last.reduce((sum, each) => sum + each, 0) / last.length
  const range = last.length === 1 ? '' : `, from ${points(Math.min(...last))} to ${points(Math.max(...last))}`
  const end = 'At the end (the mean of up to three last episodes, never the first)'
  return `${counted} ${end} they earned ${points(mean)} points${range}.`
}

const runTable = (groups: readonly Condition<ComparedRun>[], from: string): Html =>
  table<ComparedRun>({
    caption: 'Each run, with its report',
    columns: [
      {
        head: 'run',
        kind: 'name',
        cell: ({ manifest, folder }) => html`<a href="${linkTo(from, folder)}">${manifest.key}</a>`,
      },
      { head: 'seed', kind: 'number', cell: ({ manifest }) => manifest.seed },
      { head: 'first', kind: 'number', cell: ({ summary }) => points(summary.first) },
      {
        head: 'best',
        kind: 'number',
        cell: ({ summary }) => (summary.best === null ? 'none' : points(summary.best.score)),
      },
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
    groups: groups.map(({ label, runs }) => ({ rows: runs, ...(label !== '' && { heading: label }) })),
  })

/** The same for the same runs, in whichever order. */
const nameOf = (runs: readonly ComparedRun[]): string =>
  sha256(JSON.stringify(runs.map(({ manifest }) => manifest.key).sort())).slice(0, 8)

/** What the runs have made of their trees: that of the last episode of each, beside that of the first run. */
function lastTrees(runs: readonly ComparedRun[]): Html {
  const treeOf = ({ episodes }: RunData): TreeDoc | undefined => episodes.at(-1)?.tree
  const [first, ...others] = runs
  return html`<section class="question">
    <h2>How do their last trees differ?</h2>
    ${others.map((run) =>
      first === undefined
        ? null
        : treeChanges(treeOf(first), treeOf(run), {
            same: `${run.manifest.key} ended with the tree of ${first.manifest.key}`,
            differ: `from the last tree of ${first.manifest.key} to that of ${run.manifest.key}`,
          }),
    )}
  </section>`
}

const linkTo = (from: string, folder: string): string =>
  relative(from, join(folder, 'report.html')).split(sep).map(encodeURIComponent).join('/')

const ofDifferentPlaces = (places: readonly string[]): Diagnostic => ({
  code: 'report.places',
  severity: 'error',
  message: 'these runs are of different places, so their scores cannot be compared',
  expected: 'runs on one field, or of one task of a world',
  got: places.join('; '),
  hint: 'name the runs of one place',
})

const sameRun = (one: string, other: string, key: string): Diagnostic => ({
  code: 'report.same-run',
  severity: 'error',
  message: `${one} and ${other} are the same run, which would count twice`,
  expected: 'runs that differ in their seed or in how they were made',
  got: `two runs with the key ${key}`,
  hint: 'name each run once',
})
