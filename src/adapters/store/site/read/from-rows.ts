import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { Row } from '../database/sqlite.js'
import { damagedEpisode } from '../problems.js'
import { episodeCrc } from '../rows.js'
import type { EpisodeRow, RunRow, StoredTree } from './shapes.js'

/** Returns an intact record, or an error when it was corrupted on disk. */
export function readRecord(run: string, episode: number, row: Row): Result<EpisodeRecord, Diagnostic> {
  const text = String(row['record'])
  if (episodeCrc(text) !== row['crc']) return err(damagedEpisode(run, episode))
  return ok(JSON.parse(text) as EpisodeRecord)
}

export function runRow(row: Row): RunRow {
  const manifest = JSON.parse(String(row['manifest'])) as RunManifest
  return {
    key: String(row['key']),
    field: String(row['field']),
    seed: manifest.seed,
    episodes: manifest.episodes,
    begun: Number(row['begun']),
    ended: row['ended'] === null ? null : Number(row['ended']),
    how: row['how'] === null ? null : String(row['how']),
    finished: Number(row['finished']),
    scores: JSON.parse(String(row['scores'])) as number[],
    endReasons: JSON.parse(String(row['end_reasons'])) as RunRow['endReasons'],
  }
}

export const episodeRow = (row: Row): EpisodeRow => ({
  run: String(row['run']),
  episode: Number(row['episode']),
  at: Number(row['at']),
  tree: String(row['tree']),
  score: Number(row['score']),
  endReason: String(row['end_reason']) as EpisodeRecord['endReason'],
  failure: row['failure'] === 1,
  bulk: String(row['bulk']) as EpisodeRow['bulk'],
})

export const alarmOf = (row: Row): StatusAlarm => ({
  id: String(row['id']),
  at: Number(row['at']),
  run: String(row['run']),
  episode: Number(row['episode']),
  record: JSON.parse(String(row['record'])) as StatusAlarm['record'],
  acknowledged:
    row['ack_at'] === null
      ? null
      : { by: String(row['ack_by']), at: Number(row['ack_at']), note: String(row['ack_note']) },
  ...lifeOf(row['life']),
})

/** What has become of it; of one that another tool has damaged only that it is there, and lasts. */
function lifeOf(text: Row[string] | undefined): Partial<StatusAlarm> {
  try {
    const { before: _, ...life } = JSON.parse(String(text ?? '{}')) as { before?: unknown }
    return life
  } catch {
    return {}
  }
}

const textOrNull = (value: Row[string] | undefined): string | null =>
  typeof value === 'string' ? value : null

export const treeOf = (row: Row): StoredTree => ({
  hash: String(row['hash']),
  xml: String(row['xml']),
  parent: textOrNull(row['parent']),
  author: textOrNull(row['author']),
  cause: textOrNull(row['cause']),
  at: Number(row['at']),
})
