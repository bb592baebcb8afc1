import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What was said, sent or seen is in one of these; a run's manifest and first tree are written before it begins. */
const RECORDS = ['events.jsonl', 'commands.jsonl', 'episodes.jsonl', 'interrupted.jsonl', 'notes.jsonl']

/**
 * Removes the folder of a run in which nothing happened: its robot did not answer, or nobody armed it. A run that has
 * recorded anything at all is left as it is, and so is one that another process holds.
 *
 * @returns whether it was removed
 */
export function discardUnbegun(folder: string): boolean {
  if (!existsSync(join(folder, 'run.json')) || existsSync(join(folder, 'lock'))) return false
  if (RECORDS.some((name) => sizeOf(join(folder, name)) > 0) || holdsFiles(join(folder, 'episodes')))
    return false
  rmSync(folder, { recursive: true })
  return true
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

const holdsFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory())
