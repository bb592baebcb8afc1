import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { StoredChange } from '#runtime/status/run-alarms.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { Database } from './database/sqlite.js'
import type { Layout } from './layout.js'
import { changedTree, noAlarm, noReport, notWritten } from './problems.js'
import type { Audit } from './read/audits.js'
import type { Note } from './read/notes.js'
import { NEEDS_NOBODY, SiteReader } from './read/reader.js'
import { alarmRow, originRow, treeRow } from './rows.js'
import { ask, type WriterClient } from './writer/writer-client.js'
import type { Sql } from './writer/jobs.js'

/** Records kept alongside the runs; each is on disk when its promise resolves. */
export class SiteRecords extends SiteReader {
  protected readonly writer: WriterClient
  readonly #now: () => number
  readonly #slotNumber = new Map<string, number>()

  /** @param now wall clock, milliseconds since the epoch */
  constructor(layout: Layout, db: Database, writer: WriterClient, now: () => number) {
    super(layout, db)
    this.writer = writer
    this.#now = now
  }

  /** Acknowledges an alarm; the first acknowledgement is kept. */
  async acknowledge(id: string, by: string, note: string): Promise<Result<StatusAlarm, Diagnostic>> {
    const written = await this.write(`the acknowledgement of alarm ${id}`, [
      {
        sql: 'UPDATE alarms SET ack_by = ?, ack_at = ?, ack_note = ? WHERE id = ? AND ack_at IS NULL',
        values: [by, this.#now(), note, id],
      },
    ])
    if (!written.ok) return written
    const alarm = this.alarm(id)
    return alarm === undefined ? err(noAlarm(id)) : ok(alarm)
  }

  /** Acknowledges all alarms that are over when it is written, and none that lasts or is back. @returns their ids */
  async acknowledgeOver(by: string, note: string): Promise<Result<readonly string[], Diagnostic>> {
    const at = this.#now()
    const sql = `UPDATE alarms SET ack_by = ?, ack_at = ?, ack_note = ? WHERE ${OVER}`
    const written = await this.write('the acknowledgement of alarms', [{ sql, values: [by, at, note] }])
    if (!written.ok) return written
    const seen = this.db.prepare('SELECT id FROM alarms WHERE ack_by = ? AND ack_at = ?').all(by, at)
    return ok(seen.map(({ id }) => String(id)))
  }

  /**
   * Closes the alarms of a scene that is no more, and none that only people can judge.
   * @param before the run before which it is laid out: its own looks close those at its place; null: it was put right
   * by a person, who has seen nothing of camera and critic
   */
  async endScene(why: string, before: string | null): Promise<Result<readonly StoredChange[], Diagnostic>> {
    const closed = { at: this.#now(), why }
    const ended = this.lasting(before)
      .filter(({ record }) => before !== null || record.reasons.every((reason) => reason === 'severity'))
      .map(({ acknowledged: _, ...alarm }): StoredChange => ({ what: 'closed', alarm: { ...alarm, closed } }))
    if (ended.length === 0) return ok([])
    const written = await this.write('the end of alarms', ended.map(alarmRow))
    return written.ok ? ok(ended) : written
  }

  /** Stores a judgement of a report; the last one counts. */
  async audit(audit: Audit): Promise<Result<null, Diagnostic>> {
    const record = this.episode(audit.run, audit.episode)
    if (!record.ok) return record
    if (record.value.reports[audit.report] === undefined)
      return err(noReport(audit.run, audit.episode, record.value.reports.length))
    return this.write('the judgement of a report', [
      {
        sql:
          'INSERT OR REPLACE INTO audits (run, episode, report, verdict, by_name, at, note) VALUES (?, ' +
          '?, ?, ?, ?, ?, ?)',
        values: [
          ...[audit.run, audit.episode, audit.report, audit.verdict],
          ...[audit.by, this.#now(), audit.note ?? null],
        ],
      },
    ])
  }

  addNote(note: Omit<Note, 'at'>): Promise<Result<null, Diagnostic>> {
    return this.write('a note', [
      {
        sql: 'INSERT INTO notes (run, episode, field, by_name, at, kind, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
        values: [note.run, note.episode, note.field, note.by, this.#now(), note.kind, note.text],
      },
    ])
  }

  /** Long-term memory: keeps one row per key, the newest. */
  remember(kind: string, field: string, key: string, json: string): Promise<Result<null, Diagnostic>> {
    return this.changeMemory([{ kind, field, key, json }])
  }

  /** Changes several rows of the memory at once, or none: `null` removes one. */
  changeMemory(
    rows: readonly { kind: string; field: string; key: string; json: string | null }[],
  ): Promise<Result<null, Diagnostic>> {
    const change = ({ kind, field, key, json }: (typeof rows)[number]): Sql =>
      json === null
        ? { sql: 'DELETE FROM memory WHERE kind = ? AND field = ? AND key = ?', values: [kind, field, key] }
        : { sql: REMEMBER, values: [kind, field, key, json, this.#now()] }
    return this.write('a memory', rows.map(change))
  }

  /** Stores a tree with its origin; the first origin recorded is kept. A corrupted text is repaired. */
  addTree(
    hash: string,
    xml: string,
    origin: { readonly parent: string | null; readonly author: string; readonly cause: string },
  ): Promise<Result<null, Diagnostic>> {
    const is = sha256(xml)
    if (is !== hash) return Promise.resolve(err(changedTree(hash, is)))
    return this.write(`tree ${hash}`, [treeRow(hash, xml, this.#now()), originRow(hash, origin)])
  }

  /** Adds events to a field's policy slots atomically; they are on disk when this resolves. */
  addSlotEvents(field: string, events: readonly string[]): Promise<Result<null, Diagnostic>> {
    const last = this.#slotNumber.get(field) ?? this.#lastSlotNumber(field)
    this.#slotNumber.set(field, last + events.length)
    return this.write(
      `the policy slots of ${field}`,
      events.map((event, i) => ({
        sql: 'INSERT INTO slots (field, n, at, event) VALUES (?, ?, ?, ?)',
        values: [field, last + 1 + i, this.#now(), event],
      })),
    )
  }

  #lastSlotNumber(field: string): number {
    return Number(this.db.prepare('SELECT max(n) AS n FROM slots WHERE field = ?').get(field)?.['n'] ?? 0)
  }

  protected async write(what: string, sql: readonly Sql[]): Promise<Result<null, Diagnostic>> {
    const answer = await ask(this.writer, { kind: 'write', sql })
    return answer.ok ? ok(null) : err(notWritten(what, answer))
  }
}

/** SQL: it is over, and nobody has acknowledged it */
const OVER = `ack_at IS NULL AND same_as IS NULL AND ${NEEDS_NOBODY} AND
  CASE json_valid(life) WHEN 1 THEN life ->> '$.closed' IS NOT NULL END`
const REMEMBER = 'INSERT OR REPLACE INTO memory (kind, field, key, json, at) VALUES (?, ?, ?, ?, ?)'
