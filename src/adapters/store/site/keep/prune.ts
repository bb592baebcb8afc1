import { rmSync } from 'node:fs'
import type { Database } from '../database/sqlite.js'
import { isPlainName, removeRecordings, removeRecordingsOf } from '../folder/store-files.js'
import { imageFile, recordingFolder, type Layout } from '../layout.js'
import { totalOf, type Bounds, type Pruned } from '../writer/jobs.js'
import { nextToPrune } from './prune-order.js'
import { measure } from './usage.js'

/**
 * Removes one item, in the order of `nextToPrune`: pictures and recordings of the oldest episode, then its steps, trace
 * and journal, finally whole old runs. Rows are deleted first and leave a note of the files to delete after them, so
 * that the next start can finish what a crash interrupted. Runs in progress and the newest failures are kept.
 *
 * @param held pictures of an episode that is not committed yet
 * @returns null when nothing exceeds the limits, or everything that does is protected
 */
export function pruneOnce(
  layout: Layout,
  db: Database,
  { bounds, live }: { readonly bounds: Bounds; readonly live: readonly string[] },
  held: ReadonlySet<string> = new Set(),
): Pruned | null {
  const next = nextToPrune(layout, db, bounds, live)
  if (next === null) return null
  const before = totalOf(measure(layout, db))
  switch (next.what) {
    case 'pictures':
      dropPictures(layout, db, { run: next.run, episode: next.episode ?? 0, held })
      break
    case 'bulk':
      inTransaction(db, () => dropBulk(db, next.run, next.episode ?? 0))
      break
    case 'run':
      dropRun(layout, db, next.run, held)
      break
  }
  db.exec('PRAGMA incremental_vacuum')
  const bytes = Math.max(0, before - totalOf(measure(layout, db)))
  return { ...next, bytes }
}

interface EpisodePictures {
  readonly run: string
  readonly episode: number
  readonly held: ReadonlySet<string>
}

function dropPictures(layout: Layout, db: Database, { run, episode, held }: EpisodePictures): void {
  inTransaction(db, () => {
    db.prepare('DELETE FROM recordings WHERE run = ? AND episode = ?').run(run, episode)
    db.prepare('DELETE FROM frames WHERE run = ? AND episode = ?').run(run, episode)
    db.prepare(`UPDATE episodes SET bulk = 'no-pictures' WHERE run = ? AND episode = ?`).run(run, episode)
    dropUnreferencedImages(db)
  })
  sweepPictures(layout, db, held)
  if (isPlainName(run)) removeRecordings(recordingFolder(layout, run, episode))
}

function dropBulk(db: Database, run: string, episode: number): void {
  db.prepare('DELETE FROM bulk WHERE run = ? AND episode = ?').run(run, episode)
  db.prepare('DELETE FROM commands WHERE run = ? AND episode = ?').run(run, episode)
  db.prepare(`UPDATE episodes SET bulk = 'record-only' WHERE run = ? AND episode = ?`).run(run, episode)
}

function dropRun(layout: Layout, db: Database, run: string, held: ReadonlySet<string>): void {
  inTransaction(db, () => {
    db.prepare('DELETE FROM runs WHERE key = ?').run(run)
    db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(`gone ${run}`, run)
    dropUnreferencedImages(db)
  })
  sweepPictures(layout, db, held)
  sweepRecordings(layout, db)
}

/** Removes the recordings of deleted rows, including those left by a crash between deleting row and file. */
export function sweepRecordings(layout: Layout, db: Database): void {
  const gone = db.prepare(`SELECT key, value FROM meta WHERE key LIKE 'gone %'`).all()
  for (const { key, value } of gone) {
    removeRecordingsOf(layout, String(value))
    db.prepare('DELETE FROM meta WHERE key = ?').run(key ?? null)
  }
  for (const { run, episode } of db.prepare(`SELECT run, episode FROM episodes WHERE bulk <> 'whole'`).all())
    if (isPlainName(String(run))) removeRecordings(recordingFolder(layout, String(run), Number(episode)))
}

/**
 * Deletes the pictures whose rows retention has removed. Unknown pictures are kept.
 * @param held pictures of an uncommitted episode, which will reference them once committed
 */
export function sweepPictures(layout: Layout, db: Database, held: ReadonlySet<string> = new Set()): void {
  const gone = db
    .prepare(
      `SELECT value FROM meta WHERE key LIKE 'gone-picture %' AND value NOT IN (SELECT hash FROM images)`,
    )
    .all()
    .map(({ value }) => String(value))
    .filter((hash) => isHash(hash) && !held.has(hash))
  for (const hash of gone) rmSync(imageFile(layout, hash), { force: true })
  db.prepare(`DELETE FROM meta WHERE key LIKE 'gone-picture %'`).run()
}

function dropUnreferencedImages(db: Database): void {
  const unnamed = 'FROM images WHERE hash NOT IN (SELECT image FROM frames)'
  db.exec(`INSERT OR REPLACE INTO meta (key, value) SELECT 'gone-picture ' || hash, hash ${unnamed}`)
  db.exec(`DELETE ${unnamed}`)
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

function inTransaction<T>(db: Database, action: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = action()
    db.exec('COMMIT')
    return value
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // SQLite has already rolled back by itself
    }
    throw error
  }
}
