import { formatDiagnostic } from '#base/diagnostic.js'
import { readAbout, readEpisodes } from './format/read-dataset.js'
import type { DatasetSummary } from './format/stored-episode.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { isWorldSet } from './world/check-world.js'
import { showWorldSet } from './world/tell-world.js'

/** Prints what a set holds. */
export async function showSet(folder: string, json: boolean): Promise<ExitCode> {
  if (await isWorldSet(folder)) return showWorldSet(folder, json)
  const about = await readAbout(folder)
  if (!about.ok) {
    process.stderr.write(`${formatDiagnostic(about.error)}\n`)
    return EXIT.usage
  }
  const tally = newTally()
  for await (const read of readEpisodes(folder)) {
    if (!read.ok) {
      process.stderr.write(`${formatDiagnostic(read.error)}\n`)
      return EXIT.usage
    }
    const { moments, endReason, setup, facts: outcome } = read.value
    tally.blocks += 4 * setup.map.zones.filter(({ kind }) => kind === 'load').length
    tally.correct += outcome.correct
    add(tally.endReasons, endReason)
    for (const { mode, truth, pictures } of moments) {
      add(tally.modes, mode)
      if (truth === null) tally.unlabelled++
      if (truth?.length === 0) add(tally.clean, mode)
      for (const { variant } of pictures) add(tally.pictures, variant)
      for (const { impact } of truth ?? []) add(tally.issues, `${mode} ${impact}`)
    }
  }
  const shown = { ...about.value, ...Object.fromEntries(Object.entries(tally).map(flat)) }
  process.stdout.write(json ? `${JSON.stringify(shown)}\n` : text(about.value, tally))
  return EXIT.ok
}

type Counts = Map<string, number>
interface Tally {
  blocks: number
  /** placed as they should be */
  correct: number
  /** moments without a label */
  unlabelled: number
  readonly endReasons: Counts
  readonly modes: Counts
  /** moments at which nothing was wrong, by mode */
  readonly clean: Counts
  readonly pictures: Counts
  readonly issues: Counts
}

const newTally = (): Tally => ({
  blocks: 0,
  correct: 0,
  unlabelled: 0,
  endReasons: new Map(),
  modes: new Map(),
  clean: new Map(),
  pictures: new Map(),
  issues: new Map(),
})

const add = (counts: Counts, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const flat = ([name, value]: readonly [string, number | Counts]): [string, unknown] => [
  name,
  typeof value === 'number' ? value : Object.fromEntries(value),
]

function text(about: DatasetSummary, tally: Tally): string {
  const { split, source, faults, episodes, seeds, generator } = about
  const rows: [string, string][] = [
    ['made by', generator.name],
    ['split', split ?? 'none'],
    ['episodes', `${episodes} of a ${source === 'robot' ? 'real' : 'virtual'} robot, faults ${faults}`],
    ['seeds', seeds === null ? 'none' : `${seeds[0]} to ${seeds[1] - 1}`],
    ['ended by', list(tally.endReasons)],
    ['blocks', `${tally.correct} of ${tally.blocks} placed as they should be`],
    ['moments', list(tally.modes)],
    ['of them clean', list(tally.clean)],
    ['unlabelled', String(tally.unlabelled)],
    ['pictures', list(tally.pictures)],
  ]
  const issues = [...tally.issues].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...rows.map(([name, value]) => `${name.padEnd(16)}${value}`),
    'true issues',
    ...issues.map(([name, count]) => `  ${name.padEnd(32)}${String(count).padStart(6)}`),
    '',
  ].join('\n')
}

const list = (counts: Counts): string =>
  counts.size === 0 ? 'none' : [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
