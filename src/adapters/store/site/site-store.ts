import { statfsSync } from 'node:fs'
import type { Diagnostic } from '../../../base/diagnostic.js'
import { sha256 } from '../../../base/hash.js'
import { err, ok, type Result } from '../../../base/result.js'
import type { EpisodeRecord } from '../../../learning/episode.js'
import type { RunManifest } from '../../../learning/manifest.js'
import type { DiskStatus, StationAlarm } from '../../../runtime/station/snapshot.js'
import type { Database } from './database/sqlite.js'
import { diskState, oldestAllowed, STORE_LIMITS, type StoreLimits } from './keep/limits.js'
import type { Layout } from './layout.js'
import { openFolder } from './open-folder.js'
import { changedTree, noRoomForRun, notWritten } from './problems.js'
import type { Audit } from './read/audits.js'
import type { Note } from './read/notes.js'
import { SiteReader } from './read/reader.js'
import { treeRow, originRow } from './rows.js'
import { SiteRun } from './site-run.js'
import { ask, type Carrier } from './writer/carrier.js'
import { inlineCarrier } from './writer/inline.js'
import { totalOf, type Answer, type Bounds, type Job, type Pruned, type Sql } from './writer/jobs.js'
import { ThreadCarrier } from './writer/thread.js'

export interface SiteStoreOptions {
  readonly dir: string
  /** wall clock, milliseconds since the epoch */
  readonly now: () => number
  readonly limits?: Partial<StoreLimits>
  /** the writer has done all that was handed to it; called a few times a second while it does */
  readonly beat?: () => void
  /** something could not be written, or was left out; the service goes on */
  readonly onTrouble?: (problem: Diagnostic) => void
  /** `inline`: in the caller's turn, without a thread (the command line). Default `thread` */
  readonly writer?: 'thread' | 'inline'
  /** of the disk; for tests */
  readonly freeBytes?: () => number
}

/**
 * The store of one robot (docs/store.md): runs, episodes, trees, slots, alarms, notes and the journal of commands in one
 * SQLite database, pictures beside it by their hash. One process writes it, in a thread of its own; reads are at once.
 */
export class SiteStore extends SiteReader {
  readonly limits: StoreLimits
  readonly #options: SiteStoreOptions
  readonly #carrier: Carrier
  readonly #unlock: () => void
  readonly #live = new Map<string, SiteRun>()
  readonly #beat: NodeJS.Timeout | undefined
  #usedBytes = 0
  #slotNumber = new Map<string, number>()

  private constructor(
    options: SiteStoreOptions,
    parts: {
      readonly layout: Layout
      readonly db: Database
      readonly unlock: () => void
      readonly carrier: Carrier
    },
  ) {
    super(parts.layout, parts.db)
    this.#options = options
    this.limits = { ...STORE_LIMITS, ...options.limits }
    this.#carrier = parts.carrier
    this.#unlock = parts.unlock
    this.#usedBytes = totalOf(this.usage())
    if (options.beat !== undefined) this.#beat = setInterval(() => this.#ping(), BEAT_MS).unref()
  }

  /**
   * Opens the store of a folder, and makes it when there is none. Pictures and recordings that nothing names are swept.
   * A store that is damaged, foreign, later or in use is refused by name and left as it is.
   */
  static open(options: SiteStoreOptions): Result<SiteStore, Diagnostic> {
    const opened = openFolder(options.dir, freeBytesOf(options))
    if (!opened.ok) return opened
    const { layout, db, unlock, writer } = opened.value
    const onTrouble = options.onTrouble ?? ignore
    const onFailure = (job: Job, failure: Extract<Answer, { ok: false }>): void =>
      onTrouble(notWritten(nameOf(job), failure))
    const carrier =
      options.writer === 'inline'
        ? inlineCarrier(writer(), onFailure)
        : new ThreadCarrier(options.dir, onFailure)
    return ok(new SiteStore(options, { layout, db, unlock, carrier }))
  }

  /** Begins a run. Its key is the manifest's, with `-2`, `-3`… when that is taken. */
  async openRun(manifest: RunManifest): Promise<Result<SiteRun, Diagnostic>> {
    const free = freeBytesOf(this.#options)
    if (diskState(free, this.limits) === 'full') return err(noRoomForRun(free, this.limits.fullBytes))
    const key = this.#freeKey(manifest.key)
    const begun = await this.#write(`run ${key}`, [
      {
        sql: 'INSERT INTO runs (key, field, manifest, begun) VALUES (?, ?, ?, ?)',
        values: [key, manifest.field.id, JSON.stringify(manifest), this.#options.now()],
      },
    ])
    return begun.ok ? ok(this.#start(key, manifest, 0)) : begun
  }

  /** An interrupted run at its last episode boundary: what was written of a later episode is removed. */
  async resumeRun(
    key: string,
  ): Promise<
    Result<
      { readonly manifest: RunManifest; readonly records: readonly EpisodeRecord[]; readonly run: SiteRun },
      Diagnostic
    >
  > {
    const found = this.run(key)
    if (!found.ok) return found
    const records = this.records(key)
    if (!records.ok) return records
    const finished = records.value.length
    const written = await this.#write(`run ${key}`, [
      ...['commands', 'alarms', 'frames', 'bulk'].map((table) => ({
        sql: `DELETE FROM ${table} WHERE run = ? AND episode > ?`,
        values: [key, finished],
      })),
      { sql: 'UPDATE runs SET ended = NULL, how = NULL WHERE key = ?', values: [key] },
    ])
    if (!written.ok) return written
    const steps = this.db.prepare('SELECT max(steps) AS n FROM episodes WHERE run = ?').get(key)?.['n']
    const { manifest } = found.value
    return ok({ manifest, records: records.value, run: this.#start(key, manifest, Number(steps ?? 0)) })
  }

  /** An acknowledged alarm stays as it was acknowledged first. */
  async acknowledge(id: string, by: string, note: string): Promise<Result<StationAlarm, Diagnostic>> {
    const written = await this.#write(`the acknowledgement of alarm ${id}`, [
      {
        sql: 'UPDATE alarms SET ack_by = ?, ack_at = ?, ack_note = ? WHERE id = ? AND ack_at IS NULL',
        values: [by, this.#options.now(), note, id],
      },
    ])
    if (!written.ok) return written
    const alarm = this.alarm(id)
    return alarm === undefined ? err(noAlarm(id)) : ok(alarm)
  }

  /** The last judgement of a report counts. */
  async audit(audit: Audit): Promise<Result<null, Diagnostic>> {
    const record = this.episode(audit.run, audit.episode)
    if (!record.ok) return record
    if (record.value.reports[audit.report] === undefined)
      return err(noReport(audit, record.value.reports.length))
    return this.#write('the judgement of a report', [
      {
        sql: 'INSERT OR REPLACE INTO audits (run, episode, report, verdict, by_name, at, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
        values: [
          audit.run,
          audit.episode,
          audit.report,
          audit.verdict,
          audit.by,
          this.#options.now(),
          audit.note ?? null,
        ],
      },
    ])
  }

  addNote(note: Omit<Note, 'at'>): Promise<Result<null, Diagnostic>> {
    return this.#write('a note', [
      {
        sql: 'INSERT INTO notes (run, episode, field, by_name, at, kind, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
        values: [note.run, note.episode, note.field, note.by, this.#options.now(), note.kind, note.text],
      },
    ])
  }

  /** Long-term memory: one row, the newest of its key. */
  remember(kind: string, field: string, key: string, json: string): Promise<Result<null, Diagnostic>> {
    return this.#write('a memory', [
      {
        sql: 'INSERT OR REPLACE INTO memory (kind, field, key, json, at) VALUES (?, ?, ?, ?, ?)',
        values: [kind, field, key, json, this.#options.now()],
      },
    ])
  }

  /** Stores a tree with where it comes from; the first who said so is believed. A text that has changed is put right. */
  addTree(
    hash: string,
    xml: string,
    origin: { readonly parent: string | null; readonly author: string; readonly cause: string },
  ): Promise<Result<null, Diagnostic>> {
    const is = sha256(xml)
    if (is !== hash) return Promise.resolve(err(changedTree(hash, is)))
    return this.#write(`tree ${hash}`, [treeRow(hash, xml, this.#options.now()), originRow(hash, origin)])
  }

  /** Adds events to a field's policy slots, all or none; they are on the disk when this resolves. */
  addSlotEvents(field: string, events: readonly string[]): Promise<Result<null, Diagnostic>> {
    const last = this.#slotNumber.get(field) ?? this.#lastSlotNumber(field)
    this.#slotNumber.set(field, last + events.length)
    return this.#write(
      `the policy slots of ${field}`,
      events.map((event, i) => ({
        sql: 'INSERT INTO slots (field, n, at, event) VALUES (?, ?, ?, ?)',
        values: [field, last + 1 + i, this.#options.now(), event],
      })),
    )
  }

  /** Removes what is too much or too old, oldest first; never a run under way. @returns what went */
  async prune(): Promise<Result<readonly Pruned[], Diagnostic>> {
    const gone: Pruned[] = []
    for (;;) {
      const live = [...this.#live.keys()]
      const answer = await ask(this.#carrier, { kind: 'prune', bounds: this.bounds(), live })
      if (!answer.ok) return err(notWritten('what retention removes', answer))
      if (answer.value === null || answer.value === undefined || !('what' in answer.value)) break
      gone.push(answer.value)
    }
    const used = await ask(this.#carrier, { kind: 'usage' })
    if (used.ok && used.value !== undefined && used.value !== null && 'imageBytes' in used.value)
      this.#usedBytes = totalOf(used.value)
    return ok(gone)
  }

  bounds(): Bounds {
    const { maxBytes, keepFailures } = this.limits
    return { maxBytes, keepFailures, oldest: oldestAllowed(this.limits, this.#options.now()) }
  }

  /** `usedBytes` as of the last `prune`, or of the start. */
  disk(): DiskStatus {
    const freeBytes = freeBytesOf(this.#options)
    return { freeBytes, usedBytes: this.#usedBytes, state: diskState(freeBytes, this.limits) }
  }

  /** Runs that are being written. */
  get live(): readonly string[] {
    return [...this.#live.keys()]
  }

  /** Writes what waits, closes, gives the folder back. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    await ask(this.#carrier, { kind: 'ping' })
    // a reader would keep the log from being emptied
    this.db.close()
    await this.#carrier.close()
    this.#unlock()
  }

  #start(key: string, manifest: RunManifest, steps: number): SiteRun {
    const run = new SiteRun(
      {
        key,
        manifest,
        layout: this.layout,
        carrier: this.#carrier,
        now: this.#options.now,
        treeText: (hash) => this.#treeText(hash),
        onTrouble: this.#options.onTrouble ?? ignore,
        onClosed: () => this.#live.delete(key),
      },
      steps,
    )
    this.#live.set(key, run)
    return run
  }

  /** @throws Error when the stored text is no longer the tree of that hash */
  #treeText(hash: string): string | undefined {
    const tree = this.tree(hash)
    if (tree.ok) return tree.value.xml
    if (tree.error.code === 'store.no-tree') return undefined
    throw new Error(`${tree.error.message}: ${tree.error.got ?? ''}`)
  }

  #freeKey(key: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? key : `${key}-${n}`
      if (
        this.db.prepare('SELECT 1 FROM runs WHERE key = ?').get(name) === undefined &&
        !this.#live.has(name)
      )
        return name
    }
  }

  #lastSlotNumber(field: string): number {
    return Number(this.db.prepare('SELECT max(n) AS n FROM slots WHERE field = ?').get(field)?.['n'] ?? 0)
  }

  async #write(what: string, sql: readonly Sql[]): Promise<Result<null, Diagnostic>> {
    const answer = await ask(this.#carrier, { kind: 'write', sql })
    return answer.ok ? ok(null) : err(notWritten(what, answer))
  }

  #ping(): void {
    this.#carrier.hand({ kind: 'ping' }, (answer) => {
      if (answer.ok) this.#options.beat?.()
    })
  }
}

const freeBytesOf = ({ dir, freeBytes }: SiteStoreOptions): number => {
  if (freeBytes !== undefined) return freeBytes()
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    // the folder is not there yet, or cannot be asked: opening it will say so
    return Number.MAX_SAFE_INTEGER
  }
}

function nameOf(job: Job): string {
  switch (job.kind) {
    case 'frame':
      return `a picture of episode ${job.episode} of run ${job.run}`
    case 'commit':
      return `episode ${job.episode} of run ${job.run}`
    case 'write':
    case 'write-some-time':
    case 'forget':
    case 'ping':
    case 'prune':
    case 'usage':
      return 'something'
  }
}

const noAlarm = (id: string): Diagnostic => ({
  code: 'store.no-alarm',
  severity: 'error',
  message: `there is no alarm ${id}`,
  hint: 'alarm list shows their ids',
})

const noReport = ({ run, episode }: Audit, reports: number): Diagnostic => ({
  code: 'store.no-report',
  severity: 'error',
  message: `episode ${episode} of run ${run} has ${reports} reports, counted from 0`,
  hint: 'episode show lists them in their order',
})

const ignore = (): void => undefined
const BEAT_MS = 500
