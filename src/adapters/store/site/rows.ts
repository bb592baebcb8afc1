import { crc32c } from '#base/crc32c.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { JournaledCommand } from '#runtime/run-log.js'
import type { StoredChange } from '#runtime/status/run-alarms.js'
import type { Sql } from './writer/jobs.js'

/** An episode with an alarm above this severity counts as a failure (AMB-01: severe, safety-critical). */
const SEVERE = 0.7

/** SQL: it forbids motion until somebody has acknowledged it */
export const IN_DOUBT = `instr(record, '"robot_in_doubt"') > 0`

export const episodeCrc = (text: string): number => crc32c(Buffer.from(text))

export const commandRow = (run: string, entry: JournaledCommand): Sql => ({
  sql: 'INSERT INTO commands (run, episode, entry) VALUES (?, ?, ?)',
  values: [run, entry.episode, JSON.stringify(entry)],
})

/** The text must match the hash, so it may replace one that was corrupted on disk. */
export const treeRow = (hash: string, xml: string, at: number): Sql => ({
  sql: `INSERT INTO trees (hash, xml, at) VALUES (?, ?, ?)
        ON CONFLICT (hash) DO UPDATE SET xml = excluded.xml WHERE xml <> excluded.xml`,
  values: [hash, xml, at],
})

/** Sets the origin of a tree unless it is already known. */
export const originRow = (
  hash: string,
  origin: { readonly parent: string | null; readonly author: string; readonly cause: string },
): Sql => ({
  sql: 'UPDATE trees SET parent = ?, author = ?, cause = ? WHERE hash = ? AND author IS NULL',
  values: [origin.parent, origin.author, origin.cause, hash],
})

/**
 * Who has acknowledged it stays as it is, unless it got worse; an alarm whose run retention has removed is not brought
 * back.
 */
export function alarmRow({ what, alarm, before }: StoredChange): Sql {
  const { id, run, episode, at, record, ...life } = alarm
  const sql = `INSERT INTO alarms (id, run, episode, at, record, life) SELECT ?, key, ?, ?, ?, ? FROM runs WHERE key = ?
               ON CONFLICT (id) DO UPDATE SET record = excluded.record, life = excluded.life
               ${what === 'worsened' ? ', ack_by = NULL, ack_at = NULL, ack_note = NULL' : ''}`
  return { sql, values: [id, episode, at, JSON.stringify(record), JSON.stringify({ ...life, before }), run] }
}

/** @param more.steps number of the last step, counted across the run */
export function episodeRows(
  run: string,
  record: EpisodeRecord,
  more: { readonly at: number; readonly steps: number },
): readonly Sql[] {
  const text = JSON.stringify(record)
  const { episode, treeHash, score, endReason, update } = record
  const row: Sql = {
    sql: `INSERT INTO episodes (run, episode, at, tree, score, end_reason, failure, steps, record, crc)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    values: [
      ...[run, episode, more.at, treeHash, score.total, endReason],
      ...[isFailure(record) ? 1 : 0, more.steps, text, episodeCrc(text)],
    ],
  }
  if (update.decision !== 'edited') return [row]
  return [row, originRow(update.nextHash, { parent: treeHash, author: 'actor', cause: update.why })]
}

const isFailure = ({ endReason, alarms }: Pick<EpisodeRecord, 'endReason' | 'alarms'>): boolean =>
  (endReason !== 'tree-success' && endReason !== 'home-reached') || alarms.some(({ s }) => s > SEVERE)
