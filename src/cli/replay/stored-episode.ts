import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readTrustedText } from '#documents/read-regular.js'
import {
  damageOf,
  readCommands,
  readEpisodes,
  readManifest,
  readSteps,
  wireFiles,
} from '#adapters/store/run-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { canonicalJson, sha256, type Json } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash } from '#bt/xml/write.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { JournaledCommand } from '#runtime/run-log.js'

/** A run folder, read once. */
export interface StoredRun {
  readonly folder: string
  readonly manifest: RunManifest
  readonly records: readonly EpisodeRecord[]
  readonly steps: readonly LoggedStep[]
  readonly commands: readonly JournaledCommand[]
}

/** The record of one episode. */
export interface StoredEpisode {
  readonly run: StoredRun
  readonly record: EpisodeRecord
  readonly doc: TreeDoc
  readonly trace: readonly TraceEvent[]
  readonly steps: readonly LoggedStep[]
  readonly commands: readonly JournaledCommand[]
  /** path of the trace */
  readonly tracePath: string
  /** path of the wire, if recorded */
  readonly wirePath: string | undefined
}

/** Reads a run. Refuses one whose files contradict each other, and names the file that was changed. */
export function readStoredRun(folder: string): Result<StoredRun, Diagnostic> {
  let manifest: RunManifest
  try {
    manifest = readManifest(folder)
  } catch (cause) {
    return err(problem('run', `${join(folder, 'run.json')} cannot be read`, { got: String(cause) }))
  }
  const { key, ...made } = manifest
  const digest = sha256(canonicalJson(made as unknown as Json)).slice(0, 8)
  // a second folder of the same name has a numeric suffix
  if (!key.replace(/-\d+$/, '').endsWith(`-${digest}`))
    return err(
      problem('manifest', `${join(folder, 'run.json')} is not the one that the run started with`, {
        expected: `content whose hash is at the end of its key, ${key}`,
        got: digest,
        hint: 'seed, field, faults, policy or models were changed in it: restore it from a copy',
      }),
    )
  const damage = damageOf(folder)
  if (damage !== undefined)
    return err(
      problem('damaged', `line ${damage.line} of ${damage.file} has changed on the disk`, {
        expected: 'lines with a correct CRC-32C',
        hint: 'restore the file from a copy',
      }),
    )
  return ok({
    folder,
    manifest,
    records: readEpisodes(folder),
    steps: readSteps(folder),
    commands: readCommands(folder),
  })
}

export function readStoredEpisode(
  run: StoredRun,
  episode: number,
  library: NodeLibrary,
): Result<StoredEpisode, Diagnostic> {
  const record = run.records.find((each) => each.episode === episode)
  if (record === undefined)
    return err(
      problem('no-episode', `run ${run.manifest.key} has no episode ${episode}`, {
        expected: run.records.length === 0 ? 'a finished episode' : `1 … ${run.records.length}`,
      }),
    )
  const doc = readTree(run.folder, record.treeHash, library)
  if (!doc.ok) return doc
  const tracePath = join(run.folder, 'episodes', String(episode).padStart(2, '0'), 'trace.jsonl')
  const trace = readTrace(tracePath)
  if (!trace.ok) return trace
  return ok({
    run,
    record,
    doc: doc.value,
    trace: trace.value,
    tracePath,
    wirePath: wireFiles(run.folder).find((wire) => wire.episode === episode)?.path,
    steps: run.steps.filter((step) => step.episode === episode),
    commands: run.commands.filter((command) => command.episode === episode),
  })
}

function readTree(folder: string, hash: string, library: NodeLibrary): Result<TreeDoc, Diagnostic> {
  const file = join(folder, 'trees', `${hash}.xml`)
  const wrong = (got: string): Result<TreeDoc, Diagnostic> =>
    err(
      problem('tree', `${file} is not the tree that the episode ran`, {
        expected: `a tree of the hash ${hash}`,
        got,
        hint: 'restore the file from a copy of the run folder',
      }),
    )
  if (!existsSync(file)) return wrong('no file')
  const parsed = parseTree(readTrustedText(file), { file, library })
  if (!parsed.ok) return wrong(`text that is not a tree: ${parsed.error[0]?.message ?? ''}`)
  const is = treeHash(parsed.value)
  return is === hash ? ok(parsed.value) : wrong(`a tree of the hash ${is}`)
}

function readTrace(path: string): Result<readonly TraceEvent[], Diagnostic> {
  if (!existsSync(path))
    return err(problem('trace', `there is no ${path}`, { hint: 'copy the whole run folder' }))
  const events: TraceEvent[] = []
  for (const [i, line] of readTrustedText(path).split('\n').entries()) {
    if (line === '') continue
    try {
      events.push(JSON.parse(line) as TraceEvent)
    } catch {
      const where = { file: path, line: i + 1, column: 1 }
      return err({
        ...problem('trace', 'this line is not a trace event', { expected: 'a JSON object' }),
        where,
      })
    }
  }
  return ok(events)
}

const problem = (
  code: string,
  message: string,
  more: Pick<Diagnostic, 'expected' | 'got' | 'hint'> = {},
): Diagnostic => ({ code: `replay.${code}`, severity: 'error', message, ...more })
