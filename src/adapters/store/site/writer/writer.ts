import { gzipSync } from 'node:zlib'
import { ChecksumKeeper } from '../integrity/keeper.js'
import { sqliteCode, type Database, type Value } from '../database/sqlite.js'
import { pruneOnce } from '../keep/prune.js'
import { sealRecordings } from '../keep/seal.js'
import { measure } from '../keep/usage.js'
import { type Layout, imageFile } from '../layout.js'
import { isNoRoom } from '../problems.js'
import { releaseBallast } from './ballast.js'
import type { Answer, Job, Sql } from './jobs.js'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256 } from '#base/hash.js'
import { syncDirectory, writeDurably } from '#adapters/files/durable-file.js'

/** Pictures of uncommitted episodes: their files exist, their rows do not yet. */
type Pending = Map<string, { readonly episode: number; readonly hash: string; readonly bytes: number }>

/**
 * The only writer of the store. Jobs waiting at the same time share one transaction, and so one fsync; if a shared
 * transaction fails, its jobs are retried individually, so that one bad job does not fail the others.
 */
export class Writer {
  readonly #layout: Layout
  readonly #db: Database
  readonly #keeper: ChecksumKeeper
  readonly #pending = new Map<string, Pending>()
  #deferred: Sql[] = []
  /** a transaction is open and will be committed */
  #inOpenTransaction = false

  constructor(layout: Layout, db: Database) {
    this.#layout = layout
    this.#db = db
    this.#keeper = new ChecksumKeeper(layout, db)
  }

  /** Executes jobs in order. @returns one answer per job */
  do(jobs: readonly Job[]): readonly Answer[] {
    const answers = batches(jobs).flatMap((batch) => {
      const together = this.#attempt(batch)
      if (together.every((answer) => answer.ok) || batch.length === 1) return together
      return batch.map((job) => this.#attempt([job])[0] as Answer)
    })
    this.#keeper.committed()
    return answers
  }

  /** Housekeeping to run after the answers have been sent. */
  tidy(): void {
    this.#keeper.checkpointIfLong()
  }

  /** Writes the deferred statements and closes. */
  close(): void {
    this.#attempt([{ kind: 'ping' }])
    this.#keeper.close()
    this.#db.close()
  }

  #attempt(jobs: readonly Job[]): readonly Answer[] {
    const first = this.#transact(jobs)
    const code = codeOf(first)
    if (code !== undefined && isNoRoom(code) && releaseBallast(this.#layout)) return this.#transact(jobs)
    if (code !== 'SQLITE_CONSTRAINT' || this.#deferred.length === 0) return first
    // the deferred statements carry no promise, so drop them rather than let them block every later job
    this.#deferred = []
    return this.#transact(jobs)
  }

  #transact(jobs: readonly Job[]): readonly Answer[] {
    const held = this.#deferred
    try {
      const after: (() => void)[] = []
      const answers = this.#inTransaction(jobs, () => jobs.map((job) => this.#do(job, after)))
      for (const each of after) each()
      return answers
    } catch (error) {
      this.#deferred = held
      const answer = failure(error)
      return jobs.map(() => answer)
    }
  }

  #inTransaction<T>(jobs: readonly Job[], action: () => T): T {
    if (jobs.every(({ kind }) => ALONE.has(kind) || kind === 'forget')) return action()
    if (jobs.every(({ kind }) => kind === 'write-deferred') && this.#deferred.length < MAX_DEFERRED)
      return action()
    if (jobs.every(({ kind }) => kind === 'ping') && this.#deferred.length === 0) return action()
    this.#db.prepare('BEGIN IMMEDIATE').run()
    try {
      // in order of arrival
      this.#run(this.#deferred)
      this.#inOpenTransaction = true
      const value = action()
      this.#db.prepare('COMMIT').run()
      this.#deferred = []
      return value
    } catch (error) {
      this.#rollBack()
      throw error
    } finally {
      this.#inOpenTransaction = false
    }
  }

  /** @param after actions to run once the transaction is on disk */
  #do(job: Job, after: (() => void)[]): Answer {
    switch (job.kind) {
      case 'write':
        this.#run(job.sql)
        return DONE
      case 'write-deferred':
        if (this.#inOpenTransaction) this.#run(job.sql)
        else this.#deferred = [...this.#deferred, ...job.sql]
        return DONE
      case 'frame':
        this.#frame(job)
        return DONE
      case 'commit':
        this.#commit(job, after)
        return DONE
      case 'forget':
        this.#pending.delete(job.run)
        return DONE
      case 'ping':
        return DONE
      case 'seal':
        sealRecordings(this.#layout, this.#db, job.live)
        return DONE
      case 'usage':
        return { ok: true, value: measure(this.#layout, this.#db) }
      case 'prune':
        return { ok: true, value: pruneOnce(this.#layout, this.#db, job, this.#pendingHashes()) }
    }
  }

  #frame({ run, episode, id, jpeg }: Extract<Job, { kind: 'frame' }>): void {
    const { hash, bytes } = placeImage(this.#layout, jpeg)
    const known = this.#db.prepare('SELECT 1 FROM episodes WHERE run = ? AND episode = ?').get(run, episode)
    // pictures are encoded asynchronously: some arrive after their episode
    if (known !== undefined) return this.#run(frameRows(run, episode, { id, hash, bytes }))
    const pending = this.#pending.get(run) ?? (new Map() as Pending)
    pending.set(`${episode}/${id}`, { episode, hash, bytes })
    this.#pending.set(run, pending)
  }

  #commit({ run, episode, sql, bulk }: Extract<Job, { kind: 'commit' }>, after: (() => void)[]): void {
    this.#run(sql)
    for (const [kind, lines] of Object.entries(bulk))
      this.#run([{ sql: BULK, values: [run, episode, kind, gzipSync(lines)] }])
    const pending = this.#pending.get(run)
    for (const [key, { episode: of, hash, bytes }] of pending ?? []) {
      if (of !== episode) continue
      this.#run(frameRows(run, episode, { id: key.slice(key.indexOf('/') + 1), hash, bytes }))
      after.push(() => pending?.delete(key))
    }
  }

  #run(sql: readonly Sql[]): void {
    for (const { sql: text, values } of sql) this.#db.prepare(text).run(...values)
  }

  /** SQLite may already have rolled back by itself, on a full disk or an I/O error. */
  #rollBack(): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // then there is nothing to undo
    }
  }

  #pendingHashes(): ReadonlySet<string> {
    return new Set(
      [...this.#pending.values()].flatMap((frames) => [...frames.values()].map(({ hash }) => hash)),
    )
  }
}

/** jobs that manage their own transactions */
const ALONE: ReadonlySet<Job['kind']> = new Set(['prune', 'usage'])

/** Groups jobs that may share a transaction, in order. */
function batches(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const all: Job[][] = []
  for (const job of jobs) {
    const last = all.at(-1)
    if (last === undefined || ALONE.has(job.kind) || ALONE.has(last[0]?.kind ?? 'ping')) all.push([job])
    else last.push(job)
  }
  return all
}

const DONE: Answer = { ok: true }
const MAX_DEFERRED = 256
const BULK = 'INSERT OR REPLACE INTO bulk (run, episode, kind, lines) VALUES (?, ?, ?, ?)'

interface StoredPicture {
  readonly id: string
  readonly hash: string
  readonly bytes: number
}

const frameRows = (run: string, episode: number, { id, hash, bytes }: StoredPicture): readonly Sql[] => [
  { sql: 'INSERT OR IGNORE INTO images (hash, bytes) VALUES (?, ?)', values: [hash, bytes] },
  {
    sql: 'INSERT OR REPLACE INTO frames (run, episode, id, image) VALUES (?, ?, ?, ?)',
    values: [run, episode, id, hash] satisfies Value[],
  },
]

/** Turns an error of the disk or SQLite into an answer; anything else is a bug in graft and is rethrown. */
function failure(error: unknown): Answer {
  const code =
    sqliteCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : undefined)
  if (code === undefined) throw error
  return { ok: false, code, message: error instanceof Error ? error.message : String(error) }
}

const codeOf = (answers: readonly Answer[]): string | undefined =>
  answers.map((answer) => (answer.ok ? undefined : answer.code)).find((code) => code !== undefined)

/** Stores a picture under its hash; complete and on disk when this returns. */
function placeImage(layout: Layout, jpeg: Uint8Array): { readonly hash: string; readonly bytes: number } {
  const hash = sha256(jpeg)
  const file = imageFile(layout, hash)
  if (!existsSync(file)) {
    const folder = dirname(file)
    if (!existsSync(folder)) {
      // without its parents: if the state folder was moved away, do not recreate it for a picture
      mkdirSync(folder, { mode: 0o700 })
      syncDirectory(layout.images)
    }
    writeDurably(file, jpeg)
  }
  return { hash, bytes: jpeg.length }
}
