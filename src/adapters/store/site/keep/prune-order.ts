import type { Database, Row } from '../database/sqlite.js'
import { IN_DOUBT } from '../rows.js'
import { recordingFolder, type Layout } from '../layout.js'
import { totalOf, type Bounds, type Pruned } from '../writer/jobs.js'
import { bytesBelow, measure } from './usage.js'

/** What to remove: the pictures or the bulk data of an episode, or a whole run. */
export interface PruneTarget {
  readonly what: Pruned['what']
  readonly run: string
  /** null for a whole run */
  readonly episode: number | null
}

/**
 * Selects what to remove next: first the pictures and recordings of the oldest episode that has any, then the steps,
 * trace and journal of the oldest episode that has any, finally the oldest run. Runs in progress and the newest
 * failures are never touched.
 * @param live keys of the runs in progress
 * @returns null when nothing exceeds the limits, or everything that does is protected
 */
export function nextToPrune(
  layout: Layout,
  db: Database,
  bounds: Bounds,
  live: readonly string[],
): PruneTarget | null {
  const tooMuch = totalOf(measure(layout, db)) > bounds.maxBytes
  return (
    inOrder(db, tooMuch ? ALL_ROWS : rowsBefore(db, bounds.oldest), { bounds, live, limit: 1 })[0] ?? null
  )
}

/** Lists everything that would be removed now, in order; sizes are estimates. */
export function previewPrune(
  layout: Layout,
  db: Database,
  bounds: Bounds,
  live: readonly string[],
): readonly Pruned[] {
  const tooOld = new Set(
    inOrder(db, rowsBefore(db, bounds.oldest), { bounds, live, limit: NO_LIMIT }).map(nameOf),
  )
  let over = totalOf(measure(layout, db)) - bounds.maxBytes
  const removed: Pruned[] = []
  for (const target of inOrder(db, ALL_ROWS, { bounds, live, limit: NO_LIMIT })) {
    if (over <= 0 && !tooOld.has(nameOf(target))) continue
    const bytes = bytesOf(layout, db, target)
    over -= bytes
    removed.push({ ...target, bytes })
  }
  return removed
}

/** Row ids of the first rows to keep. */
interface FirstKept {
  readonly episodes: number
  readonly runs: number
}

/**
 * Finds the first rows that are young enough to keep; all rows before them are old. Rows are ordered as written, not by
 * timestamp: an episode recorded with a wrong clock counts as young as those before it.
 * @param oldest wall clock, milliseconds since the epoch
 */
function rowsBefore(db: Database, oldest: number): FirstKept {
  const first = (sql: string): number => Number(db.prepare(sql).get(oldest)?.['n'] ?? ALL_ROWS.episodes)
  return {
    episodes: first('SELECT min(rowid) AS n FROM episodes WHERE at >= ?'),
    runs: first('SELECT min(rowid) AS n FROM runs WHERE begun >= ?'),
  }
}

interface OrderTerms {
  readonly bounds: Bounds
  readonly live: readonly string[]
  readonly limit: number
}

function inOrder(
  db: Database,
  before: FirstKept,
  { bounds: { keepFailures }, live, limit }: OrderTerms,
): readonly PruneTarget[] {
  const keys = JSON.stringify(live)
  const episodes = (what: 'pictures' | 'bulk', stages: string): readonly PruneTarget[] =>
    db
      .prepare(
        `SELECT e.run, e.episode FROM episodes AS e
         WHERE e.bulk IN (${stages}) AND ${PRUNABLE} ORDER BY e.rowid LIMIT ?`,
      )
      .all(before.episodes, keys, keepFailures, limit)
      .map((row) => targetOf(what, row))
  // only as a whole: one with gaps could be neither read nor resumed. An alarm that forbids motion holds its run
  const runs = (): readonly PruneTarget[] =>
    db
      .prepare(
        `SELECT r.key AS run, NULL AS episode FROM runs AS r
         WHERE r.rowid < ? AND r.key NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM episodes AS e WHERE e.run = r.key AND NOT (${PRUNABLE}))
         AND r.key NOT IN (SELECT run FROM alarms WHERE ack_at IS NULL AND ${IN_DOUBT})
         ORDER BY r.rowid LIMIT ?`,
      )
      .all(before.runs, keys, before.episodes, keys, keepFailures, limit)
      .map((row) => targetOf('run', row))
  const found: PruneTarget[] = [...episodes('pictures', `'whole'`)]
  if (found.length < limit)
    found.push(...episodes('bulk', limit === 1 ? `'no-pictures'` : `'whole', 'no-pictures'`))
  if (found.length < limit) found.push(...runs())
  return found
}

/** parameters: the first row to keep, the runs in progress, how many failures to keep */
const PRUNABLE = `e.rowid < ? AND e.run NOT IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
  SELECT 1 FROM (SELECT run, episode FROM episodes WHERE failure = 1 ORDER BY rowid DESC LIMIT ?) AS kept
  WHERE kept.run = e.run AND kept.episode = e.episode)`

function bytesOf(layout: Layout, db: Database, { what, run, episode }: PruneTarget): number {
  const sum = (sql: string, ...values: (string | number)[]): number =>
    Number(db.prepare(`SELECT coalesce(sum(${sql}`).get(...values)?.['n'])
  switch (what) {
    case 'pictures':
      return (
        bytesBelow(recordingFolder(layout, run, episode ?? 0)) +
        sum(
          `bytes), 0) AS n FROM images WHERE hash IN (SELECT image FROM frames WHERE run = ? AND episode = ?)`,
          run,
          episode ?? 0,
        )
      )
    case 'bulk':
      return (
        sum('length(lines)), 0) AS n FROM bulk WHERE run = ? AND episode = ?', run, episode ?? 0) +
        sum('length(entry)), 0) AS n FROM commands WHERE run = ? AND episode = ?', run, episode ?? 0)
      )
    case 'run':
      return sum('length(record)), 0) AS n FROM episodes WHERE run = ?', run)
  }
}

const targetOf = (what: PruneTarget['what'], { run, episode }: Row): PruneTarget => ({
  what,
  run: String(run),
  episode: typeof episode === 'number' ? episode : null,
})

const nameOf = ({ what, run, episode }: PruneTarget): string => `${what} ${run} ${episode}`
const NO_LIMIT = 1_000_000
const ALL_ROWS: FirstKept = { episodes: Number.MAX_SAFE_INTEGER, runs: Number.MAX_SAFE_INTEGER }
