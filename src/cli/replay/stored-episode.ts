import { join } from 'node:path'
import { episodeFolder, WIRE_FILE } from '#adapters/store/run-paths.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep } from '#learning/events.js'
import type { JournaledCommand } from '#runtime/run-log.js'
import { damaged, lookAt } from '#app/run-folder/read/damage.js'
import { readTrace, readTreeOf, type StoredTrace } from '#app/run-folder/read/read-episode.js'
import { checkKey } from '#app/run-folder/read/read-manifest.js'
import { readRunFolder, type StoredRun } from '#app/run-folder/read/read-run.js'

/** The record of one episode. */
export interface StoredEpisode {
  readonly run: StoredRun
  readonly record: EpisodeRecord
  readonly doc: TreeDoc
  readonly trace: readonly TraceEvent[]
  readonly steps: readonly LoggedStep[]
  readonly commands: readonly JournaledCommand[]
  readonly traceFile: StoredTrace
  /** path of the wire, if recorded */
  readonly wirePath: string | undefined
}

/** Reads a run. Refuses one whose files contradict each other, and names the file that was changed. */
export function readStoredRun(folder: string): Result<StoredRun, Diagnostic> {
  const run = readRunFolder(folder)
  if (!run.ok) return run
  const fits = checkKey(folder, run.value.manifest)
  return fits.ok ? run : fits
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
  const doc = readTreeOf(run.folder, record.treeHash, library)
  if (!doc.ok) return doc
  const trace = readTrace(run.folder, record)
  if (!trace.ok) return trace
  if (trace.value === undefined) return err(noTrace(run.folder, episode))
  const wire = join(episodeFolder(run.folder, episode), WIRE_FILE)
  const hasWire = lookAt(wire, 'file')
  if (!hasWire.ok) return hasWire
  return ok({
    run,
    record,
    doc: doc.value,
    trace: trace.value.events,
    traceFile: trace.value,
    wirePath: hasWire.value === 'missing' ? undefined : wire,
    steps: run.steps.filter((step) => step.episode === episode),
    commands: run.commands.filter((command) => command.episode === episode),
  })
}

const noTrace = (folder: string, episode: number): Diagnostic =>
  damaged(`episode ${episode} has no trace`, {
    expected: join(episodeFolder(folder, episode), 'trace.jsonl'),
    got: 'no file',
    hint: 'copy the whole run folder',
  })

const problem = (
  code: string,
  message: string,
  more: Pick<Diagnostic, 'expected' | 'got' | 'hint'> = {},
): Diagnostic => ({ code: `replay.${code}`, severity: 'error', message, ...more })
