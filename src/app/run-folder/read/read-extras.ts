import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readJson } from '#documents/json-text.js'
import { readTrustedText } from '#documents/read-regular.js'
import type { EpisodeNote } from '#learning/notes.js'
import type { TimingReport } from '#runtime/timing/timing.js'
import { checkShape, damaged, lookAt } from './damage.js'
import { noteShape, timingShape } from './log-shapes.js'
import { readLog } from './read-run.js'

/** Reads the operators' notes, oldest first; empty in a folder of an earlier version. */
export const readNotes = (folder: string): Result<readonly EpisodeNote[], Diagnostic> =>
  readLog<EpisodeNote>(join(folder, 'notes.jsonl'), noteShape)

/** Reads the timing; undefined in a folder of an earlier version, or of a killed run. */
export function readTiming(folder: string): Result<TimingReport | undefined, Diagnostic> {
  const file = join(folder, 'timing.json')
  const found = lookAt(file, 'file')
  if (!found.ok) return found
  if (found.value === 'missing') return ok(undefined)
  const json = readJson(readTrustedText(file), { file })
  if (!json.ok) return err(damaged(`${file} has changed on the disk`, json.error))
  const checked = checkShape(timingShape, json.value)
  return checked.ok ? ok(json.value.value as TimingReport) : checked
}
