import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CommandJournal, EpisodeLines, JournaledCommand, RunLog } from '#runtime/run-log.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { recordingFolder, type Layout } from './layout.js'
import { notWritten } from './problems.js'
import type { RunAlarms } from '#runtime/status/run-alarms.js'
import { alarmRow, commandRow, episodeRows, treeRow } from './rows.js'
import { ask, type WriterClient } from './writer/writer-client.js'
import type { Answer, Job } from './writer/jobs.js'

/** What a run needs of its store. */
export interface RunParts {
  readonly key: string
  readonly manifest: RunManifest
  readonly layout: Layout
  readonly writer: WriterClient
  /** wall clock, milliseconds since the epoch */
  readonly now: () => number
  /** the text of a tree stored by an earlier run */
  readonly treeText: (hash: string) => string | undefined
  readonly onProblem: (problem: Diagnostic) => void
  /** absent: nothing is raised here */
  readonly alarms?: Pick<RunAlarms, 'step'> | undefined
  readonly onClosed: () => void
}

/**
 * Writes a run into the store. Steps, trace and pictures of an episode become visible together with it, in one
 * transaction; only the command journal is on disk earlier.
 */
export class SiteRun implements RunLog {
  readonly key: string
  readonly manifest: RunManifest
  readonly #parts: RunParts
  #steps: number
  #lines: LoggedStep[] = []
  #ended: { readonly episode: number } & Partial<Record<keyof EpisodeLines, string>> = { episode: 0 }
  readonly #trees = new Map<string, string>()
  /** episodes not written yet because the disk was full, oldest first */
  #unwritten: Extract<Job, { kind: 'commit' }>[] = []
  #hasDropped = false

  /** @param steps number of steps logged before the run was interrupted */
  constructor(parts: RunParts, steps = 0) {
    this.key = parts.key
    this.manifest = parts.manifest
    this.#parts = parts
    this.#steps = steps
  }

  step(step: StepEvent & Pick<LoggedStep, 'episode' | 't'>): void {
    if (this.#lines[0]?.episode !== step.episode) this.#lines = []
    this.#lines.push({ n: ++this.#steps, ...step })
    // stored at once, so that an operator can handle an alarm before the episode ends
    const sql = this.#parts.alarms?.step(step.episode, step).map(alarmRow) ?? []
    if (sql.length > 0) this.#parts.writer.post({ kind: 'write', sql })
  }

  /** Saves a picture. When the disk lags, pictures are dropped instead of filling the robot's memory. */
  saveFrame(episode: number, id: string, jpeg: Uint8Array): void {
    const { writer } = this.#parts
    if (writer.waitingBytes > MAX_WAITING_BYTES) {
      if (!this.#hasDropped) this.#parts.onProblem(slowDisk(this.key))
      this.#hasDropped = true
      return
    }
    writer.post({ kind: 'frame', run: this.key, episode, id, jpeg })
  }

  command(entry: JournaledCommand): void {
    const sql = [commandRow(this.key, entry)]
    if (entry.kind === 'settled') return this.#parts.writer.post({ kind: 'write-deferred', sql })
    const answer = this.#parts.writer.wait({ kind: 'write', sql })
    if (!answer.ok) throw new Error(`the journal of commands cannot be written: ${answer.message}`)
  }

  backgroundJournal(episode: number): CommandJournal {
    const { writer } = this.#parts
    const onDisk = new Set<number>()
    let failure: string | undefined
    return {
      journal: (entry) => {
        const sql = [commandRow(this.key, { ...entry, episode })]
        if (entry.kind === 'settled') return writer.post({ kind: 'write-deferred', sql })
        writer.submit({ kind: 'write', sql }, (answer) => {
          if (answer.ok) onDisk.add(entry.id)
          else failure = answer.message
        })
      },
      journaled: (id) => {
        writer.receive()
        if (failure !== undefined) throw new Error(`the journal of commands cannot be written: ${failure}`)
        return onDisk.delete(id)
      },
    }
  }

  saveTree(hash: string, xml: string): void {
    if (this.#trees.has(hash)) return
    this.#trees.set(hash, xml)
    this.#parts.writer.post({ kind: 'write', sql: [treeRow(hash, xml, this.#parts.now())] })
  }

  loadTree(hash: string): string {
    const xml = this.#trees.get(hash) ?? this.#parts.treeText(hash)
    if (xml === undefined) throw new Error(`run ${this.key} has stored no tree ${hash}`)
    return xml
  }

  saveLines(episode: number, kind: keyof EpisodeLines, lines: readonly object[]): void {
    this.#ended = { ...(this.#ended.episode === episode && this.#ended), episode, [kind]: jsonLines(lines) }
  }

  wirePath(episode: number): string {
    return join(this.recordingFolder(episode), 'wire.bin')
  }

  /** File for the session with the driver of an episode (docs/DRIVER.md). */
  transcriptPath(episode: number): string {
    return join(this.recordingFolder(episode), 'transcript.ndjson')
  }

  /** Folder for the recordings of an episode; it is removed together with the episode's pictures. */
  recordingFolder(episode: number): string {
    const { layout } = this.#parts
    const folder = recordingFolder(layout, this.key, episode)
    // if the state folder was moved away, do not recreate it for a recording
    if (existsSync(layout.dir)) makeFolders(folder, 0o700)
    return folder
  }

  /**
   * Commits the episode: it is on disk when this resolves. When the disk is full, the episode is kept in memory,
   * reported as trouble, and written with the next one: a full disk does not end a run.
   */
  async commit(record: EpisodeRecord): Promise<void> {
    const { writer, now } = this.#parts
    const steps = this.#lines.filter(({ episode }) => episode === record.episode)
    const { episode: of, ...ended } = this.#ended
    this.#unwritten.push({
      kind: 'commit',
      run: this.key,
      episode: record.episode,
      sql: episodeRows(this.key, record, { at: now(), steps: this.#steps }),
      // memory is bounded too: when many episodes are waiting, only the record is kept
      bulk:
        this.#unwritten.length < MAX_WHOLE
          ? { steps: jsonLines(steps), ...(of === record.episode && ended) }
          : {},
    })
    this.#lines = []
    this.#ended = { episode: 0 }
    await this.#writeEpisodes(writer)
  }

  /** Number of episodes waiting for space on the disk. */
  get unwritten(): number {
    return this.#unwritten.length
  }

  saveSummary(summary: object): void {
    const sql = [
      { sql: 'UPDATE runs SET summary = ? WHERE key = ?', values: [JSON.stringify(summary), this.key] },
    ]
    this.#parts.writer.post({ kind: 'write', sql })
  }

  /** Ends the run; all its data is on disk when this resolves. @param how `done`, or why it was cut short */
  async close(how: string): Promise<void> {
    const { writer, now, onProblem, onClosed } = this.#parts
    await this.#writeEpisodes(writer)
    const sql = [{ sql: 'UPDATE runs SET ended = ?, how = ? WHERE key = ?', values: [now(), how, this.key] }]
    const answer = await ask(writer, { kind: 'write', sql })
    if (!answer.ok) onProblem(notWritten(`the end of run ${this.key}`, answer))
    writer.post({ kind: 'forget', run: this.key })
    onClosed()
  }

  /** Writes waiting episodes in order: an episode may exist only after the one before it. */
  async #writeEpisodes(writer: WriterClient): Promise<void> {
    for (let job = this.#unwritten[0]; job !== undefined; job = this.#unwritten[0]) {
      const answer: Answer = await ask(writer, job)
      if (!answer.ok) {
        this.#parts.onProblem(notWritten(`episode ${job.episode} of run ${this.key}`, answer))
        return
      }
      this.#unwritten.shift()
    }
  }
}

const slowDisk = (run: string): Diagnostic => ({
  code: 'store.slow-disk',
  severity: 'warning',
  message: `the disk does not keep up: pictures of run ${run} are dropped`,
  hint: 'what else writes to this disk? graft doctor measures it',
})

const jsonLines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')
const MAX_WHOLE = 10
const MAX_WAITING_BYTES = 32 * 1024 * 1024
