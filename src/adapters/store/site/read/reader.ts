import { gunzipSync } from 'node:zlib'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { EpisodeLines, JournaledCommand } from '#runtime/run-log.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import { readRegular } from '#documents/read-regular.js'
import type { Database } from '../database/sqlite.js'
import { imageFile, type Layout } from '../layout.js'
import { changedTree, noEpisode, noRun, noTree } from '../problems.js'
import { measure } from '../keep/usage.js'
import type { Usage } from '../writer/jobs.js'
import { readAudits, type AuditCounts } from './audits.js'
import { IN_DOUBT } from '../rows.js'
import { alarmOf, episodeRow, readRecord, runRow, treeOf } from './from-rows.js'
import { readNotes, type Note } from './notes.js'
import type { EpisodeRow, RunRow, StoredTree, WholeRun } from './shapes.js'

/** Read access to a store; fast, and never blocks the writer. */
export class SiteReader {
  readonly layout: Layout
  protected readonly db: Database

  constructor(layout: Layout, db: Database) {
    this.layout = layout
    this.db = db
  }

  /** Newest first. */
  runs(limit = 100): readonly RunRow[] {
    return this.db.prepare(`${RUN} ORDER BY r.begun DESC, r.rowid DESC LIMIT ?`).all(limit).map(runRow)
  }

  run(key: string): Result<WholeRun, Diagnostic> {
    const row = this.db.prepare(`${RUN} WHERE r.key = ?`).get(key)
    if (row === undefined) return err(noRun(key))
    const summary = row['summary'] === null ? null : (JSON.parse(String(row['summary'])) as object)
    return ok({ ...runRow(row), manifest: JSON.parse(String(row['manifest'])) as RunManifest, summary })
  }

  /** Episodes of a run, in order. */
  episodes(run: string): readonly EpisodeRow[] {
    return this.db
      .prepare(
        'SELECT run, episode, at, tree, score, end_reason, failure, bulk FROM episodes WHERE run = ? ORDER BY episode',
      )
      .all(run)
      .map(episodeRow)
  }

  episode(run: string, episode: number): Result<EpisodeRecord, Diagnostic> {
    const row = this.db
      .prepare('SELECT record, crc FROM episodes WHERE run = ? AND episode = ?')
      .get(run, episode)
    return row === undefined ? err(noEpisode(run, episode)) : readRecord(run, episode, row)
  }

  /** All records of a run, in order. */
  records(run: string): Result<readonly EpisodeRecord[], Diagnostic> {
    const rows = this.db
      .prepare('SELECT episode, record, crc FROM episodes WHERE run = ? ORDER BY episode')
      .all(run)
    const records: EpisodeRecord[] = []
    for (const row of rows) {
      const record = readRecord(run, Number(row['episode']), row)
      if (!record.ok) return record
      records.push(record.value)
    }
    return ok(records)
  }

  /** Empty when retention has removed them. */
  steps(run: string, episode: number): readonly LoggedStep[] {
    return this.#bulk<LoggedStep>(run, episode, 'steps')
  }

  /** Trace or moments of an episode; empty when retention has removed them. */
  lines<Kind extends keyof EpisodeLines>(
    run: string,
    episode: number,
    kind: Kind,
  ): readonly EpisodeLines[Kind][number][] {
    return this.#bulk<EpisodeLines[Kind][number]>(run, episode, kind)
  }

  /** The command journal of a run, in order; includes interrupted episodes. */
  journal(run: string): readonly JournaledCommand[] {
    return this.db
      .prepare('SELECT entry FROM commands WHERE run = ? ORDER BY id')
      .all(run)
      .map(({ entry }) => JSON.parse(String(entry)) as JournaledCommand)
  }

  /** Pictures of an episode: their ids and the hashes of their images. */
  frames(run: string, episode: number): readonly { readonly id: string; readonly image: string }[] {
    return this.db
      .prepare('SELECT id, image FROM frames WHERE run = ? AND episode = ? ORDER BY rowid')
      .all(run, episode)
      .map(({ id, image }) => ({ id: String(id), image: String(image) }))
  }

  /** A JPEG by its hash; `undefined` when it is missing or no longer matches its hash. */
  image(hash: string): Uint8Array | undefined {
    const bytes = readRegular(imageFile(this.layout, hash), MAX_IMAGE_BYTES)
    return bytes.ok && sha256(bytes.value) === hash ? bytes.value : undefined
  }

  /**
   * Newest first. @param options.unacknowledged those only: what forbids motion before what lasts before all others;
   * `run`: its own, and those of other runs at its place that last. `limit`: else 10,000 unacknowledged ones, 200 of
   * all, and every one of a run
   */
  alarms(options: { unacknowledged?: boolean; run?: string; limit?: number } = {}): readonly StatusAlarm[] {
    const { unacknowledged = false, run = null } = options
    const { limit = run !== null ? -1 : unacknowledged ? MAX_UNACKNOWLEDGED : 200 } = options
    const ofRun = `(? IS NULL OR run = ? OR ${LASTS} AND run IN (${SAME_PLACE}))`
    const kept = `same_as IS NULL AND ${ofRun} ${unacknowledged ? `AND ack_at IS NULL` : ''}`
    const order = `${unacknowledged ? `${IN_DOUBT} DESC, ${UNCLOSED} DESC, ` : ''}at DESC, rowid DESC`
    return this.db
      .prepare(`SELECT * FROM alarms WHERE ${kept} ORDER BY ${order} LIMIT ?`)
      .all(run, run, run, limit)
      .map(alarmOf)
  }

  /** Those whose end can be seen and was not. @param run leaves out those at its place, which its own looks close */
  protected lasting(run: string | null): readonly StatusAlarm[] {
    const elsewhere = `(? IS NULL OR run NOT IN (${SAME_PLACE}))`
    const kept = `same_as IS NULL AND ${UNCLOSED} AND ${NEEDS_NOBODY} AND ${elsewhere}`
    return this.db.prepare(`SELECT * FROM alarms WHERE ${kept} ORDER BY rowid`).all(run, run).map(alarmOf)
  }

  countUnacknowledged(): number {
    const count = 'SELECT count(*) AS n FROM alarms WHERE same_as IS NULL AND ack_at IS NULL'
    return Number(this.db.prepare(count).get()?.['n'])
  }

  alarm(id: string): StatusAlarm | undefined {
    const row = this.db.prepare('SELECT * FROM alarms WHERE id = ?').get(id)
    return row === undefined ? undefined : alarmOf(row)
  }

  auditCounts(): AuditCounts {
    return readAudits(this.db)
  }

  /** Operators' notes on the scene, oldest first: the short-term memory of a run, or of a field. */
  notesOf(what: { readonly run: string } | { readonly field: string }, limit = 100): readonly Note[] {
    return readNotes(this.db, what, limit)
  }

  /** @param hash complete, or at least its first 8 digits */
  tree(hash: string): Result<StoredTree, Diagnostic> {
    const rows = this.db
      .prepare('SELECT * FROM trees WHERE hash >= ? AND hash < ? LIMIT 2')
      .all(hash, `${hash}g`)
    const [row] = rows
    if (row === undefined || rows.length > 1 || hash.length < 8) return err(noTree(hash))
    const is = sha256(String(row['xml']))
    return is === row['hash'] ? ok(treeOf(row)) : err(changedTree(String(row['hash']), is))
  }

  /** Long-term memory: the rows of a kind, for one field or for all, oldest first. */
  memories(
    kind: string,
    field?: string,
  ): readonly { readonly field: string; readonly key: string; readonly json: string }[] {
    return this.db
      .prepare(
        'SELECT field, key, json FROM memory WHERE kind = ? AND (? IS NULL OR field = ?) ORDER BY at, rowid',
      )
      .all(kind, field ?? null, field ?? null)
      .map(({ field: of, key, json }) => ({ field: String(of), key: String(key), json: String(json) }))
  }

  /** Events of a field's policy slots, in order, as JSON (`src/learning/policy`). */
  slotEvents(field: string): readonly string[] {
    return this.db
      .prepare('SELECT event FROM slots WHERE field = ? ORDER BY n')
      .all(field)
      .map(({ event }) => String(event))
  }

  /** Fields that have policy slots. */
  slotFields(): readonly string[] {
    return this.db
      .prepare('SELECT DISTINCT field FROM slots ORDER BY field')
      .all()
      .map(({ field }) => String(field))
  }

  usage(): Usage {
    return measure(this.layout, this.db)
  }

  #bulk<T>(run: string, episode: number, kind: string): readonly T[] {
    const row = this.db
      .prepare('SELECT lines FROM bulk WHERE run = ? AND episode = ? AND kind = ?')
      .get(run, episode, kind)
    if (row === undefined) return []
    const lines = gunzipSync(row['lines'] as Uint8Array).toString('utf8')
    const whole = lines.split('\n').filter((line) => line !== '')
    return whole.map((line) => JSON.parse(line) as T)
  }
}

/** a row that another tool has damaged lasts: it keeps nobody from the others */
const UNCLOSED = `CASE json_valid(life) WHEN 0 THEN 1 ELSE life ->> 'closed' IS NULL END`
const MAX_UNACKNOWLEDGED = 10_000
/** SQL: its end can be seen; what only people can judge is over with their word */
export const NEEDS_NOBODY = `NOT ${IN_DOUBT} AND instr(record, '"not_started"') = 0`
const SAME_PLACE = 'SELECT a.key FROM runs AS a JOIN runs AS b USING (field) WHERE b.key = ?'
const LASTS = `(${UNCLOSED} AND (ack_at IS NULL OR ${NEEDS_NOBODY}))`

/** enough for eight megapixels in any format */
const MAX_IMAGE_BYTES = 32 << 20

const RUN = `
  SELECT r.key, r.field, r.manifest, r.begun, r.ended, r.how, r.summary,
    (SELECT count(*) FROM episodes AS e WHERE e.run = r.key) AS finished,
    (SELECT json_group_array(score)
      FROM (SELECT score FROM episodes AS e WHERE e.run = r.key ORDER BY episode)) AS scores,
    (SELECT json_group_array(end_reason)
      FROM (SELECT end_reason FROM episodes AS e WHERE e.run = r.key ORDER BY episode)) AS end_reasons
  FROM runs AS r`
