import { OTHER_OUTCOME } from './field-shape.js'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { readLineLog } from '#adapters/store/line-log.js'
import { episodeNumbers } from '#adapters/store/run-paths.js'
import { damageOf } from '#adapters/store/run-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readJson } from '#documents/json-text.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { isFieldOutcome } from '#learning/field-score.js'
import type { LoggedStep } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { JournaledCommand } from '#runtime/run-log.js'
import { checkShape, damaged, lookAt } from './damage.js'
import { episodeShape } from './episode-shape.js'
import { commandShape, stepShape } from './log-shapes.js'
import { isInWorld, readRunManifest } from './read-manifest.js'

/** A run folder, read once. */
export interface StoredRun {
  readonly folder: string
  readonly manifest: RunManifest
  readonly records: readonly EpisodeRecord[]
  readonly steps: readonly LoggedStep[]
  readonly commands: readonly JournaledCommand[]
}

/**
 * Reads a run folder for whoever needs it: replay, resume, report, data export. Everything in it has its shape
 * afterwards, and the episodes are 1, 2, 3 and so on; anything else is refused with its place.
 */
export function readRunFolder(folder: string): Result<StoredRun, Diagnostic> {
  const manifest = readRunManifest(folder)
  if (!manifest.ok) return manifest
  for (const name of LOGS) {
    const found = lookAt(join(folder, name), 'file')
    if (!found.ok) return found
  }
  for (const name of ['episodes', 'trees']) {
    const found = lookAt(join(folder, name), 'folder')
    if (!found.ok) return found
  }
  for (const name of existsSync(join(folder, 'trees')) ? readdirSync(join(folder, 'trees')) : []) {
    const found = name.endsWith('.xml') ? lookAt(join(folder, 'trees', name), 'file') : ok('missing')
    if (!found.ok) return found
  }
  const damage = damageOf(folder)
  if (damage !== undefined) return err(changedLine(damage))
  // before the episodes: a run that is still writing may commit one in between
  const steps = readLog<LoggedStep>(join(folder, 'events.jsonl'), stepShape)
  if (!steps.ok) return steps
  const commands = readLog<JournaledCommand>(join(folder, 'commands.jsonl'), commandShape)
  if (!commands.ok) return commands
  const records = readRecords(folder)
  if (!records.ok) return records
  const logs = { 'events.jsonl': steps.value, 'commands.jsonl': commands.value }
  const foreign = isInWorld(manifest.value)
    ? -1
    : records.value.findIndex(({ facts }) => !isFieldOutcome(facts))
  if (foreign >= 0) return err(otherOutcome(join(folder, 'episodes.jsonl'), foreign + 1))
  const lost = lostEpisodes(folder, records.value.length, logs)
  if (lost !== undefined) return err(lost)
  return ok({
    folder,
    manifest: manifest.value,
    records: records.value,
    steps: steps.value,
    commands: commands.value,
  })
}

/** Reads the finished episodes alone. */
export function readRecords(folder: string): Result<readonly EpisodeRecord[], Diagnostic> {
  const file = join(folder, 'episodes.jsonl')
  const records = readLog<EpisodeRecord>(file, episodeShape)
  if (!records.ok) return records
  const at = records.value.findIndex(({ episode }, i) => episode !== i + 1)
  const wrong = records.value[at]
  return wrong === undefined
    ? records
    : err(
        damaged(`line ${at + 1} of ${file} is of another episode`, {
          where: { file, line: at + 1, column: 1 },
          expected: `episode ${at + 1}: they are numbered from 1, without gaps`,
          got: `episode ${wrong.episode}`,
        }),
      )
}

/** Reads a log whose lines have a checksum and this shape; a missing log is an empty one. */
export function readLog<T>(file: string, shape: z.ZodType): Result<readonly T[], Diagnostic> {
  const found = lookAt(file, 'file')
  if (!found.ok) return found
  let problem: Diagnostic | undefined
  const { values } = readLineLog<T>(file, (text, line) => {
    const read = readJson(text, { file, line })
    const checked = read.ok ? checkShape(shape, read.value) : err(changedText(file, line, read.error))
    if (!checked.ok) problem ??= checked.error
    return read.ok && checked.ok ? (read.value.value as T) : undefined
  })
  return problem === undefined ? ok(values) : err(problem)
}

const LOGS = [
  'episodes.jsonl',
  'events.jsonl',
  'commands.jsonl',
  'notes.jsonl',
  'timing.json',
  'summary.json',
]

const changedText = (file: string, line: number, more: Parameters<typeof damaged>[1]): Diagnostic =>
  damaged(`line ${line} of ${file} is not what graft wrote`, more)

const otherOutcome = (file: string, line: number): Diagnostic =>
  damaged(`line ${line} of ${file} is of another world`, {
    where: { file, line, column: 1 },
    ...OTHER_OUTCOME,
  })

const changedLine = ({ file, line }: { readonly file: string; readonly line: number }): Diagnostic =>
  damaged(`line ${line} of ${file} has changed on the disk, and intact lines follow it`, {
    where: { file, line, column: 1 },
    expected: 'lines with a correct CRC-32C; only the last one may be torn by a power cut',
    got: 'a line with a wrong CRC-32C',
    hint: 'check the disk; restore the file from a copy, or truncate it before that line and lose the rest',
  })

/**
 * An episode begins once the one before it is in `episodes.jsonl`, on the disk. Where the other logs know of more, that
 * file has lost episodes that were finished.
 */
function lostEpisodes(
  folder: string,
  finished: number,
  logs: Readonly<Record<string, readonly { readonly episode: number }[]>>,
): Diagnostic | undefined {
  const file = join(folder, 'episodes.jsonl')
  const lost = (got: string, where: Diagnostic['where']): Diagnostic =>
    damaged(`${file} does not have every episode that was finished`, {
      ...(where && { where }),
      expected: `at most one episode more than the ${finished} in it: the one that was interrupted`,
      got,
      hint: 'restore episodes.jsonl from a copy of the run folder; nothing was changed',
    })
  for (const [name, lines] of Object.entries(logs)) {
    const at = lines.findIndex(({ episode }) => episode > finished + 1)
    const line = lines[at]
    if (line !== undefined)
      return lost(`episode ${line.episode} in ${name}`, { file: join(folder, name), line: at + 1, column: 1 })
  }
  const found = lookAt(file, 'file')
  if (!found.ok || found.value !== 'missing') return undefined
  const began = Object.values(logs).flat()[0]?.episode ?? episodeNumbers(folder)[0]
  return began === undefined ? undefined : lost(`no file, although episode ${began} was begun`, undefined)
}
