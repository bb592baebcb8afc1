import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readTrustedFile, readTrustedText } from '#documents/read-regular.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CommandJournal, JournaledCommand, RunLog } from '#runtime/run-log.js'
import type { TimingReport } from '#runtime/timing/timing.js'
import { makeFolder, writeDurablyAsync, writeDurably } from '../files/durable-file.js'
import { damagedLine, openLineLog, readLineLog, type LineLog } from './line-log.js'
import { lockFolder } from './run-lock.js'
import type { EpisodeNote } from '#learning/notes.js'

/**
 * The folder of one run (docs/run-folder.md). An episode exists once its line is in `episodes.jsonl`; all its other
 * data is written first, and leftovers of an interrupted episode are removed at the next start.
 */
export class RunStore implements RunLog {
  readonly folder: string
  readonly #events: LineLog<LoggedStep>
  readonly #episodes: LineLog<EpisodeRecord>
  readonly #commands: LineLog<JournaledCommand>
  readonly #unlock: () => void
  #steps: number
  /** a reflex loop is running and must not wait for the disk */
  #async = false

  private constructor(folder: string, unlock: () => void) {
    this.folder = folder
    this.#unlock = unlock
    this.#steps = readSteps(folder).length
    this.#events = openLineLog(join(folder, 'events.jsonl'))
    this.#episodes = openLineLog(join(folder, 'episodes.jsonl'))
    this.#commands = openLineLog(join(folder, 'commands.jsonl'))
  }

  /**
   * Creates a run: `runs/<name>`, or `<name>-2`, `-3`… when that name is taken. A run exists once its `run.json` does,
   * and that is written last: a disk failure here leaves a folder that is not a run, never a run that cannot continue.
   *
   * @param first XML of the run's initial tree
   */
  static create(root: string, manifest: RunManifest, first?: string): RunStore {
    const folder = freeFolder(root, manifest.key)
    makeFolder(join(folder, 'trees'))
    makeFolder(join(folder, 'episodes'))
    const unlock = lockFolder(folder)
    try {
      if (first !== undefined) writeDurably(treeFile(folder, manifest.policy.hash), first)
      writeDurably(join(folder, 'run.json'), pretty(manifest))
      return new RunStore(folder, unlock)
    } catch (error) {
      unlock()
      throw error
    }
  }

  /**
   * Reopens an interrupted run at the end of its last complete episode; an unfinished one is repeated.
   *
   * @param standing returns how many of the recorded episodes are kept
   * @throws FolderInUse while another process is writing it
   */
  static resume(
    folder: string,
    standing: (records: readonly EpisodeRecord[]) => number = (records) => records.length,
  ): { readonly store: RunStore; readonly records: readonly EpisodeRecord[] } {
    const unlock = lockFolder(folder)
    const all = readEpisodes(folder)
    const records = all.slice(0, standing(all))
    archiveInterrupted(folder, all.slice(records.length))
    dropUnfinished(folder, records.length)
    return { store: new RunStore(folder, unlock), records }
  }

  /** Numbers the step and appends it. */
  step(step: StepEvent & Pick<LoggedStep, 'episode' | 't'>): void {
    const line = { n: ++this.#steps, ...step }
    if (this.#async) this.#events.appendAsync(line)
    else this.#events.append(line, false)
  }

  /** Journals a command for a robot whose time is paused meanwhile; an issued command is on disk when this returns. */
  command(entry: JournaledCommand): void {
    this.#commands.append(entry, entry.kind === 'issued')
  }

  /**
   * Journals commands alongside a reflex loop that cannot wait for the disk: the first byte of a command is sent only
   * once `journaled` returns true (exactly-once, architecture law 2). Neither a stop nor the report of an outcome waits
   * for the journal: a missing entry reads as unknown.
   */
  backgroundJournal(episode: number): CommandJournal {
    this.#async = true
    makeFolder(framesFolder(this.folder, episode))
    const onDisk = new Set<number>()
    let failure: Error | null = null
    return {
      journal: (entry) => {
        if (entry.kind === 'settled') return this.#commands.appendAsync({ ...entry, episode })
        this.#commands.appendAsync({ ...entry, episode }, (cause) => {
          if (cause === null) onDisk.add(entry.id)
          else failure = cause
        })
      },
      journaled: (id) => {
        if (failure !== null) throw new Error(`the journal of commands cannot be written: ${failure.message}`)
        return onDisk.delete(id)
      },
    }
  }

  saveTree(hash: string, xml: string): void {
    const path = treeFile(this.folder, hash)
    if (!existsSync(path)) writeDurably(path, xml)
  }

  loadTree(hash: string): string {
    return readTrustedText(treeFile(this.folder, hash))
  }

  saveFrame(episode: number, id: string, jpeg: Uint8Array): void | Promise<void> {
    if (!this.#async) return this.saveFrameNow(episode, id, jpeg)
    return writeDurablyAsync(frameFile(this.folder, episode, id), jpeg)
  }

  saveFrameNow(episode: number, id: string, jpeg: Uint8Array): void {
    makeFolder(framesFolder(this.folder, episode))
    writeDurably(frameFile(this.folder, episode, id), jpeg)
  }

  saveTrace(episode: number, trace: readonly TraceEvent[]): void {
    const folder = episodeFolder(this.folder, episode)
    makeFolder(folder)
    writeDurably(join(folder, 'trace.jsonl'), trace.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }

  /** Operators' notes on an episode, oldest first. */
  notes(episode: number): readonly string[] {
    return readNotes(this.folder)
      .filter((note) => note.episode === episode)
      .map(({ text }) => text)
  }

  /** Path of an episode's wire recording (docs/tap.md); creates its folder. */
  wirePath(episode: number): string {
    return this.#pathIn(episode, WIRE_FILE)
  }

  /** Path of what was said with a driver (docs/DRIVER.md); creates its folder. */
  transcriptPath(episode: number): string {
    return this.#pathIn(episode, 'transcript.ndjson')
  }

  /** Commits the episode: resolves once it is on disk with its steps and the outcomes of its commands. */
  async commit(record: EpisodeRecord): Promise<void> {
    await this.#events.flushed()
    await this.#commands.flushed()
    this.commitNow(record)
  }

  /** As `commit`, when nothing was written asynchronously. */
  commitNow(record: EpisodeRecord): void {
    this.#events.sync()
    this.#commands.sync()
    this.#episodes.append(record, true)
  }

  saveSummary(summary: object): void {
    writeDurably(join(this.folder, 'summary.json'), pretty(summary))
  }

  /**
   * Saves the timing of this process. It is measured in wall time, so it goes into a file of its own: the other files
   * are identical for two runs with the same seed.
   */
  saveTiming(timing: object): void {
    writeDurably(join(this.folder, TIMING_FILE), pretty(timing))
  }

  close(): void {
    this.#events.close()
    this.#episodes.close()
    this.#commands.close()
    this.#unlock()
  }

  #pathIn(episode: number, name: string): string {
    const folder = episodeFolder(this.folder, episode)
    makeFolder(folder)
    return join(folder, name)
  }
}

export const readManifest = (folder: string): RunManifest =>
  JSON.parse(readTrustedText(join(folder, 'run.json'))) as RunManifest

export const readEpisodes = (folder: string): readonly EpisodeRecord[] =>
  readLineLog<EpisodeRecord>(join(folder, 'episodes.jsonl')).values

export const readCommands = (folder: string): readonly JournaledCommand[] =>
  readLineLog<JournaledCommand>(join(folder, 'commands.jsonl')).values

export const readSteps = (folder: string): readonly LoggedStep[] =>
  readLineLog<LoggedStep>(join(folder, 'events.jsonl')).values

/** Lists the existing wire recordings of a run, ordered by episode. */
export function wireFiles(folder: string): readonly { readonly episode: number; readonly path: string }[] {
  const episodes = join(folder, 'episodes')
  return (existsSync(episodes) ? readdirSync(episodes) : [])
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ episode: Number(name), path: join(episodes, name, WIRE_FILE) }))
    .filter(({ path }) => existsSync(path))
    .sort((a, b) => a.episode - b.episode)
}

const WIRE_FILE = 'wire.bin'
const TIMING_FILE = 'timing.json'

/** Reads the timing; undefined in a folder of an earlier version, or of a killed run. */
export function readTiming(folder: string): TimingReport | undefined {
  const path = join(folder, TIMING_FILE)
  return existsSync(path) ? (JSON.parse(readTrustedText(path)) as TimingReport) : undefined
}

/** Finds the first corrupt line of a log that is followed by durable lines, which a power cut cannot cause. */
export function damageOf(folder: string): { readonly file: string; readonly line: number } | undefined {
  const finished = readEpisodes(folder).length
  for (const name of ['episodes.jsonl', 'events.jsonl', 'commands.jsonl']) {
    const file = join(folder, name)
    const line = damagedLine<{ readonly episode: number }>(
      file,
      ({ episode }) => name === 'episodes.jsonl' || episode <= finished,
    )
    if (line !== undefined) return { file, line }
  }
  return undefined
}

const treeFile = (folder: string, hash: string): string => join(folder, 'trees', `${hash}.xml`)

export const episodeFolder = (folder: string, episode: number): string =>
  join(folder, 'episodes', String(episode).padStart(2, '0'))

const framesFolder = (folder: string, episode: number): string =>
  join(episodeFolder(folder, episode), 'frames')

const frameFile = (folder: string, episode: number, id: string): string =>
  join(framesFolder(folder, episode), `${id}.jpg`)

function freeFolder(root: string, key: string): string {
  for (let n = 1; ; n++) {
    const folder = join(root, n === 1 ? key : `${key}-${n}`)
    if (!existsSync(folder)) return folder
  }
}

/** Repeated episodes are no longer part of the run; their records are kept in a separate log. */
function archiveInterrupted(folder: string, records: readonly EpisodeRecord[]): void {
  if (records.length === 0) return
  const log = openLineLog<EpisodeRecord>(join(folder, 'interrupted.jsonl'))
  for (const record of records) log.append(record, true)
  log.close()
}

function dropUnfinished(folder: string, finished: number): void {
  for (const log of ['episodes.jsonl', 'events.jsonl', 'commands.jsonl'])
    keepEpisodes(join(folder, log), finished)
  for (const name of readdirSync(join(folder, 'episodes'))) {
    if (Number(name) > finished) rmSync(join(folder, 'episodes', name), { recursive: true })
  }
}

/** Rewrites a log without the lines of later episodes. */
function keepEpisodes(path: string, finished: number): void {
  const kept = readLineLog<{ readonly episode: number }>(path).values.filter(
    ({ episode }) => episode <= finished,
  )
  const rewritten = `${path}.rewrite`
  rmSync(rewritten, { force: true })
  const log = openLineLog<{ readonly episode: number }>(rewritten)
  for (const line of kept) log.append(line, false)
  log.close()
  writeDurably(path, readTrustedFile(rewritten))
  rmSync(rewritten)
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Adds an operator's note on an episode. Notes are kept apart from the records: a record is never changed, and notes
 * may be written while another process continues the run.
 */
export function addNote(folder: string, note: EpisodeNote): void {
  const log = openLineLog<EpisodeNote>(noteFile(folder))
  try {
    log.append(note, true)
  } finally {
    log.close()
  }
}

/** Reads the notes, oldest first; empty in a folder of an earlier version. */
export const readNotes = (folder: string): readonly EpisodeNote[] =>
  existsSync(noteFile(folder)) ? readLineLog<EpisodeNote>(noteFile(folder)).values : []

const noteFile = (folder: string): string => join(folder, 'notes.jsonl')
