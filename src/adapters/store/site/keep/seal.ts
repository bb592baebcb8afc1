import { join } from 'node:path'
import { regularHash, describeUnreadable } from '#documents/read-regular.js'
import type { Database } from '../database/sqlite.js'
import { recordingsIn } from '../folder/store-files.js'
import type { Layout } from '../layout.js'

/**
 * Stores the SHA-256 of complete recordings: those of finished runs, and in a run in progress those of every episode
 * before its last.
 */
export function sealRecordings(layout: Layout, db: Database, live: readonly string[]): void {
  const last = new Map(
    db
      .prepare('SELECT run, max(episode) AS n FROM episodes GROUP BY run')
      .all()
      .map(({ run, n }) => [String(run), Number(n)]),
  )
  const isSealed = db.prepare('SELECT 1 FROM recordings WHERE run = ? AND episode = ? AND name = ?')
  const seal = db.prepare('INSERT INTO recordings (run, episode, name, hash) VALUES (?, ?, ?, ?)')
  let left = MAX_AT_ONCE
  for (const { run, episode, name } of recordingsIn(layout)) {
    const finished = last.get(run) ?? 0
    if (Number(episode) > (live.includes(run) ? finished - 1 : finished)) continue
    if (isSealed.get(run, Number(episode), name) !== undefined || left-- <= 0) continue
    const hash = regularHash(join(layout.recordings, run, episode, name))
    if (hash.ok) seal.run(run, Number(episode), name, hash.value)
  }
}

/** Verifies the sealed recordings, and counts those not sealed yet. */
export function checkRecordings(
  layout: Layout,
  db: Database,
): { readonly sealed: number; readonly open: number; readonly problems: readonly string[] } {
  const rows = db.prepare('SELECT run, episode, name, hash FROM recordings').all()
  const problems = rows.flatMap(({ run, episode, name, hash }) => {
    const folder = String(Number(episode)).padStart(2, '0')
    const now = regularHash(join(layout.recordings, String(run), folder, String(name)))
    const what = `recording ${String(run)}/${folder}/${String(name)}`
    if (!now.ok)
      return now.error.kind === 'error' && now.error.code === 'ENOENT'
        ? [`${what} is missing`]
        : [`${what} cannot be read: ${describeUnreadable(now.error)}`]
    return now.value === hash ? [] : [`${what} has changed on the disk`]
  })
  return { sealed: rows.length, open: Math.max(0, recordingsIn(layout).length - rows.length), problems }
}

/** limits the work of one call, so that nothing waits for a year's worth of hashes */
const MAX_AT_ONCE = 20
