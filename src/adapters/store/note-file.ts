import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EpisodeNote } from '#learning/notes.js'
import { openLineLog, readLineLog } from './line-log.js'

/**
 * What operators wrote of the episodes of a run, beside the records: a record is never changed, and somebody may write
 * while the run goes on in another process.
 */
export function addNote(folder: string, note: EpisodeNote): void {
  const log = openLineLog<EpisodeNote>(noteFile(folder))
  try {
    log.append(note, true)
  } finally {
    log.close()
  }
}

/** Oldest first; none in a folder of an earlier version. */
export const readNotes = (folder: string): readonly EpisodeNote[] =>
  existsSync(noteFile(folder)) ? readLineLog<EpisodeNote>(noteFile(folder)).values : []

const noteFile = (folder: string): string => join(folder, 'notes.jsonl')
