import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { RunAlarms } from '#runtime/status/run-alarms.js'
import type { DiskStatus } from '#runtime/status/service-status.js'
import type { Database } from './database/sqlite.js'
import type { KnownTime } from './keep/known-time.js'
import { readKnownTime, timeRow } from './keep/time-notes.js'
import { diskState, oldestAllowed, STORE_LIMITS, type StoreLimits } from './keep/limits.js'
import type { Layout } from './layout.js'
import { openFolder } from './open-folder.js'
import { noRoomForRun, notWritten, underWay } from './problems.js'
import { NEEDS_NOBODY, type SiteReader } from './read/reader.js'
import { SiteRecords } from './site-records.js'
import { SiteRun } from './site-run.js'
import { IN_DOUBT } from './rows.js'
import { ask, type WriterClient } from './writer/writer-client.js'
import { inlineWriterClient } from './writer/inline.js'
import { jobText, totalOf, type Answer, type Bounds, type Job, type Pruned } from './writer/jobs.js'
import { ThreadWriterClient } from './writer/thread.js'
import { statfsSync } from 'node:fs'

export interface SiteStoreOptions {
  readonly dir: string
  /** wall clock, milliseconds since the epoch */
  readonly now: () => number
  /** monotonic, milliseconds: retention trusts it more than the wall clock. Default `performance.now` */
  readonly uptime?: () => number
  readonly limits?: Partial<StoreLimits>
  /** heartbeat of the writer: called a few times a second while it keeps up with its jobs */
  readonly beat?: () => void
  /** called when something could not be written or was dropped; the service continues */
  readonly onProblem?: (problem: Diagnostic) => void
  /** folds the steps of a run into alarms, and never throws; without it a run raises none */
  readonly alarmsOf?: (run: string, store: SiteReader) => Pick<RunAlarms, 'step'>
  /** `inline`: synchronously, without a thread (for the command line). Default `thread` */
  readonly writer?: 'thread' | 'inline'
  /** free bytes on the disk; for tests */
  readonly freeBytes?: () => number
}

/**
 * The store of one robot (docs/store.md): runs, episodes, trees, slots, alarms, notes and the command journal in one
 * SQLite database, with pictures next to it, named by their hash. One process writes it, in a separate thread; reads
 * are synchronous.
 */
export class SiteStore extends SiteRecords {
  readonly limits: StoreLimits
  readonly #options: SiteStoreOptions
  readonly #unlock: () => void
  /** keys of the runs in progress */
  readonly #live = new Set<string>()
  readonly #time: KnownTime
  #timeStoredAt = 0
  #recordingsAreFinal = false
  readonly #beat: NodeJS.Timeout | undefined
  #usedBytes = 0
  #pingPending = false

  private constructor(
    options: SiteStoreOptions,
    parts: {
      readonly layout: Layout
      readonly db: Database
      readonly unlock: () => void
      readonly writer: WriterClient
    },
  ) {
    super(parts.layout, parts.db, parts.writer, options.now)
    this.#options = options
    this.limits = { ...STORE_LIMITS, ...options.limits }
    this.#unlock = parts.unlock
    this.#usedBytes = totalOf(this.usage())
    this.#time = readKnownTime(parts.db, options.now(), this.#uptime())
    this.#timeStoredAt = this.#uptime()
    if (options.beat !== undefined) this.#beat = setInterval(() => this.#ping(), BEAT_MS).unref()
  }

  /**
   * Opens the store in a folder, or creates it. A store that is damaged or in use, or whose database is missing,
   * foreign or newer, is refused with a specific error and left unchanged.
   */
  static open(options: SiteStoreOptions): Result<SiteStore, Diagnostic> {
    const opened = openFolder(options.dir, (options.freeBytes ?? freeBytesOf)(options.dir))
    if (!opened.ok) return opened
    const { layout, db, unlock, openWriter, warnings } = opened.value
    const onProblem = options.onProblem ?? ignore
    const onFailure = (job: Job, failure: Extract<Answer, { ok: false }>): void =>
      onProblem(notWritten(jobText(job), failure))
    const writer =
      options.writer === 'inline'
        ? inlineWriterClient(openWriter(), onFailure)
        : new ThreadWriterClient(options.dir, onFailure)
    for (const warning of warnings) onProblem(warning)
    return ok(new SiteStore(options, { layout, db, unlock, writer }))
  }

  /** Starts a run. Its key is the manifest's, with `-2`, `-3`… appended when that is taken. */
  async openRun(manifest: RunManifest): Promise<Result<SiteRun, Diagnostic>> {
    const free = this.#freeBytes()
    if (diskState(free, this.limits) === 'full') return err(noRoomForRun(free, this.limits.fullBytes))
    const key = this.#freeKey(manifest.key)
    this.#live.add(key)
    const begun = await this.write(`run ${key}`, [
      {
        sql: 'INSERT INTO runs (key, field, manifest, begun) VALUES (?, ?, ?, ?)',
        values: [key, manifest.field.id, JSON.stringify(manifest), this.#options.now()],
      },
    ])
    if (begun.ok) return ok(this.#start(key, manifest, 0))
    this.#live.delete(key)
    return begun
  }

  /** Resumes an interrupted run at its last episode boundary; data of a later episode is removed. */
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
    if (this.#live.has(key)) return err(underWay(key))
    const records = this.records(key)
    if (!records.ok) return records
    const finished = records.value.length
    this.#live.add(key)
    const written = await this.write(`run ${key}`, [
      ...['commands', 'alarms', 'frames', 'bulk', 'recordings'].map((table) => ({
        sql: `DELETE FROM ${table} WHERE run = ? AND episode > ?${table === 'alarms' ? UNTOUCHED : ''}`,
        values: [key, finished],
      })),
      { sql: AS_BEFORE, values: [key, finished] },
      { sql: UNCALLED, values: [key, finished] },
      { sql: 'UPDATE runs SET ended = NULL, how = NULL WHERE key = ?', values: [key] },
    ])
    if (!written.ok) {
      this.#live.delete(key)
      return written
    }
    const steps = this.db.prepare('SELECT max(steps) AS n FROM episodes WHERE run = ?').get(key)?.['n']
    const { manifest } = found.value
    return ok({ manifest, records: records.value, run: this.#start(key, manifest, Number(steps ?? 0)) })
  }

  /**
   * Call once recordings left unfinished by a crash have been repaired: from then on they are final and can be sealed.
   */
  recordingsAreFinal(): void {
    this.#recordingsAreFinal = true
  }

  /**
   * Removes data beyond the size and age limits, oldest first; never from a run in progress. @returns what was removed
   * @param most maximum number of items to remove in this call
   */
  async prune(most = Infinity): Promise<Result<readonly Pruned[], Diagnostic>> {
    this.#observeTime()
    this.#seal()
    const gone: Pruned[] = []
    while (gone.length < most) {
      const live = [...this.#live]
      const answer = await ask(this.writer, { kind: 'prune', bounds: this.bounds(), live })
      if (!answer.ok) return err(notWritten('what retention removes', answer))
      if (answer.value === null || answer.value === undefined || !('what' in answer.value)) break
      // the same row again: it cannot be deleted by its values, so graft did not write this database
      if (isSame(gone.at(-1), answer.value)) break
      gone.push(answer.value)
    }
    const used = await ask(this.writer, { kind: 'usage' })
    if (used.ok && used.value !== undefined && used.value !== null && 'imageBytes' in used.value)
      this.#usedBytes = totalOf(used.value)
    return ok(gone)
  }

  bounds(): Bounds {
    const { maxBytes, keepFailures } = this.limits
    return { maxBytes, keepFailures, oldest: oldestAllowed(this.limits, this.#time.now(this.#options.now())) }
  }

  /** State of the disk; `usedBytes` is as of the last `prune` or the start. */
  disk(): DiskStatus {
    const freeBytes = this.#freeBytes()
    return { freeBytes, usedBytes: this.#usedBytes, state: diskState(freeBytes, this.limits) }
  }

  /** Writes pending jobs, closes the store and unlocks the folder. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    this.#observeTime()
    this.#storeTime()
    this.#seal()
    await ask(this.writer, { kind: 'ping' })
    // an open reader would prevent the final checkpoint
    this.db.close()
    await this.writer.close()
    this.#unlock()
  }

  #seal(): void {
    if (this.#recordingsAreFinal) this.writer.post({ kind: 'seal', live: [...this.#live] })
  }

  #observeTime(): void {
    this.#time.observe(this.#options.now(), this.#uptime())
    if (this.#uptime() - this.#timeStoredAt >= KEEP_TIME_MS) this.#storeTime()
  }

  #storeTime(): void {
    this.#timeStoredAt = this.#uptime()
    this.writer.post({ kind: 'write-deferred', sql: [timeRow(this.#time)] })
  }

  #uptime(): number {
    return (this.#options.uptime ?? (() => performance.now()))()
  }

  #start(key: string, manifest: RunManifest, steps: number): SiteRun {
    return new SiteRun(
      {
        key,
        manifest,
        layout: this.layout,
        writer: this.writer,
        now: this.#options.now,
        treeText: (hash) => this.#treeText(hash),
        onProblem: this.#options.onProblem ?? ignore,
        alarms: this.#options.alarmsOf?.(key, this),
        onClosed: () => this.#live.delete(key),
      },
      steps,
    )
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

  #freeBytes(): number {
    return (this.#options.freeBytes ?? freeBytesOf)(this.#options.dir)
  }

  /** One ping at a time: a blocked disk gets no second one. */
  #ping(): void {
    if (this.#pingPending) return
    this.#pingPending = true
    this.writer.submit({ kind: 'ping' }, (answer) => {
      this.#pingPending = false
      if (answer.ok) this.#options.beat?.()
    })
  }
}

const isSame = (one: Pruned | undefined, other: Pruned): boolean =>
  one?.what === other.what && one.run === other.run && one.episode === other.episode
const ignore = (): void => undefined
const UNTOUCHED = ` AND ack_at IS NULL AND NOT ${IN_DOUBT}`
/** an alarm that an unfinished episode has changed is again what it was before that */
const AS_BEFORE = `UPDATE alarms SET record = life -> '$.before.record', life = life -> '$.before.life' WHERE
  CASE json_valid(life) WHEN 1 THEN life ->> '$.before.run' = ? AND life ->> '$.before.episode' > ? END`
/** one that was raised in an unfinished episode, and acknowledged: its calls come again */
const UNCALLED = `UPDATE alarms SET life = json_set(life, '$.count', 0, '$.closed', NULL) WHERE
  run = ? AND episode > ? AND ack_at IS NOT NULL AND ${NEEDS_NOBODY} AND json_valid(life)`
const BEAT_MS = 500
/** uptime that may be lost when the process is killed, ms */
const KEEP_TIME_MS = 600_000

/** Free bytes on the folder's disk. */
function freeBytesOf(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  } catch {
    // the folder is missing or unreadable: opening it will report that
    return Number.MAX_SAFE_INTEGER
  }
}
