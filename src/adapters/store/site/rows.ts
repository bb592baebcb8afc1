import { crc32c } from '#base/crc32c.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { JournaledCommand } from '#runtime/run-log.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { Sql } from './writer/jobs.js'

/** An episode with an alarm above this severity counts as a failure (AMB-01: severe, safety-critical). */
const SEVERE = 0.7

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

export const newAlarmRow = (alarm: Omit<StatusAlarm, 'acknowledged'>): Sql => ({
  sql: `INSERT OR REPLACE INTO alarms (record, causes, count, last_at, closed_at, closed_why, id, run, episode, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  values: [...alarmState(alarm), alarm.id, alarm.run, alarm.episode, alarm.at],
})

/** An acknowledgement stays; an alarm that retention has removed is not brought back. */
export const changedAlarmRow = (alarm: Omit<StatusAlarm, 'acknowledged'>): Sql => ({
  sql: `UPDATE alarms SET record = ?, causes = ?, count = ?, last_at = ?, closed_at = ?, closed_why = ?
        WHERE id = ?`,
  values: [...alarmState(alarm), alarm.id],
})

const alarmState = (alarm: Omit<StatusAlarm, 'acknowledged'>): Sql['values'] => [
  JSON.stringify(alarm.record),
  JSON.stringify(alarm.causes ?? []),
  alarm.count ?? 1,
  alarm.last ?? alarm.at,
  alarm.closed?.at ?? null,
  alarm.closed?.why ?? null,
]

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
      run,
      episode,
      more.at,
      treeHash,
      score.total,
      endReason,
      isFailure(record) ? 1 : 0,
      more.steps,
      text,
      episodeCrc(text),
    ],
  }
  if (update.decision !== 'edited') return [row]
  return [row, originRow(update.nextHash, { parent: treeHash, author: 'actor', cause: update.why })]
}

const isFailure = ({ endReason, alarms }: Pick<EpisodeRecord, 'endReason' | 'alarms'>): boolean =>
  (endReason !== 'tree-success' && endReason !== 'home-reached') || alarms.some(({ s }) => s > SEVERE)
