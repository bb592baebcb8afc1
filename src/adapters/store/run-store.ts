import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwn, readOwnText } from '#documents/read-regular.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CommandJournal, JournaledCommand, RunLog } from '#runtime/run-log.js'
import type { TimingReport } from '#runtime/timing/timing.js'
import { makeFolder, writeBeside, writeDurably } from '../files/durable-file.js'
import { damagedLine, openLineLog, readLineLog, type LineLog } from './line-log.js'
import { lockFolder } from './run-lock.js'
import type { EpisodeNote } from '#learning/notes.js'

/**
 * The folder of one run (docs/run-folder.md). An episode exists when its line is in `episodes.jsonl`; everything
 * else of it is written before, and what an interrupted episode left behind is removed at the next start.
 */
export class RunStore implements RunLog {
  readonly folder: string
  readonly #events: LineLog<LoggedStep>
  readonly #episodes: LineLog<EpisodeRecord>
  readonly #commands: LineLog<JournaledCommand>
  readonly #unlock: () => void
  #steps: number
  /** a reflex loop is at work meanwhile, and must not wait for the disk */
  #beside = false

  private constructor(folder: string, unlock: () => void) {
    this.folder = folder
    this.#unlock = unlock
    this.#steps = readSteps(folder).length
    this.#events = openLineLog(join(folder, 'events.jsonl'))
    this.#episodes = openLineLog(join(folder, 'episodes.jsonl'))
    this.#commands = openLineLog(join(folder, 'commands.jsonl'))
  }

  /**
   * A new run: `runs/<name>`, or `<name>-2`, `-3`… when that name is taken. A run exists when its `run.json`
   * is there, and that is written last: a disk that fails here leaves a folder that is no run, never a run
   * that cannot go on.
   *
   * @param first text of the tree that the run begins with
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
   * An interrupted run, back at the end of its last whole episode: one that was broken off is run again.
   *
   * @param standing how many of the recorded episodes stand
   * @throws FolderInUse while another process writes it
   */
  static resume(
    folder: string,
    standing: (records: readonly EpisodeRecord[]) => number = (records) => records.length,
  ): { readonly store: RunStore; readonly records: readonly EpisodeRecord[] } {
    const unlock = lockFolder(folder)
    const all = readEpisodes(folder)
    const records = all.slice(0, standing(all))
    keepInterrupted(folder, all.slice(records.length))
    dropUnfinished(folder, records.length)
    return { store: new RunStore(folder, unlock), records }
  }

  /** Numbers the step and appends it. */
  step(step: StepEvent & Pick<LoggedStep, 'episode' | 't'>): void {
    const line = { n: ++this.#steps, ...step }
    if (this.#beside) this.#events.appendBeside(line)
    else this.#events.append(line, false)
  }

  /** Journals a command of a robot whose time stands meanwhile; on the disk when this returns. */
  command(entry: JournaledCommand): void {
    this.#commands.append(entry, entry.kind === 'issued')
  }

  /**
   * Journals commands beside a reflex loop that cannot wait for a disk: the first byte of a command leaves when
   * `journaled` says so (exactly-once, architecture law 2). Neither a stop nor the news of an outcome waits
   * for it: what is missing reads as unknown.
   */
  commandsBeside(episode: number): CommandJournal {
    this.#beside = true
    makeFolder(framesFolder(this.folder, episode))
    const onDisk = new Set<number>()
    let failure: Error | null = null
    return {
      journal: (entry) => {
        if (entry.kind === 'settled') return this.#commands.appendBeside({ ...entry, episode })
        this.#commands.appendBeside({ ...entry, episode }, (cause) => {
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
    return readOwnText(treeFile(this.folder, hash))
  }

  saveFrame(episode: number, id: string, jpeg: Uint8Array): void | Promise<void> {
    if (!this.#beside) return this.saveFrameNow(episode, id, jpeg)
    return writeBeside(frameFile(this.folder, episode, id), jpeg)
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

  /** What operators wrote of an episode, oldest first. */
  notes(episode: number): readonly string[] {
    return readNotes(this.folder)
      .filter((note) => note.episode === episode)
      .map(({ text }) => text)
  }

  /** Where the wire of an episode is recorded (docs/tap.md); its folder is there. */
  wirePath(episode: number): string {
    const folder = episodeFolder(this.folder, episode)
    makeFolder(folder)
    return join(folder, WIRE_FILE)
  }

  /** Makes the episode exist: returns when it is on the disk, with its steps and the outcomes of its commands. */
  async commit(record: EpisodeRecord): Promise<void> {
    await this.#events.flushed()
    await this.#commands.flushed()
    this.commitNow(record)
  }

  /** Where nothing was written beside. */
  commitNow(record: EpisodeRecord): void {
    this.#events.sync()
    this.#commands.sync()
    this.#episodes.append(record, true)
  }

  saveSummary(summary: object): void {
    writeDurably(join(this.folder, 'summary.json'), pretty(summary))
  }

  /** How punctual this process was: by the wall clock, and so in no file that two runs of one seed share. */
  saveTiming(timing: object): void {
    writeDurably(join(this.folder, TIMING_FILE), pretty(timing))
  }

  close(): void {
    this.#events.close()
    this.#episodes.close()
    this.#commands.close()
    this.#unlock()
  }
}

export const readManifest = (folder: string): RunManifest =>
  JSON.parse(readOwnText(join(folder, 'run.json'))) as RunManifest

export const readEpisodes = (folder: string): readonly EpisodeRecord[] =>
  readLineLog<EpisodeRecord>(join(folder, 'episodes.jsonl')).values

export const readCommands = (folder: string): readonly JournaledCommand[] =>
  readLineLog<JournaledCommand>(join(folder, 'commands.jsonl')).values

export const readSteps = (folder: string): readonly LoggedStep[] =>
  readLineLog<LoggedStep>(join(folder, 'events.jsonl')).values

/** The recorded wires of a run that are there, in the order of their episodes. */
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

/** undefined in a folder of an earlier version, or of a run that was killed */
export function readTiming(folder: string): TimingReport | undefined {
  const path = join(folder, TIMING_FILE)
  return existsSync(path) ? (JSON.parse(readOwnText(path)) as TimingReport) : undefined
}

/** The first line of a log that has changed on the disk although promised lines follow: no power cut does that. */
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

/** What is run again is no episode of the run any more; what was known of it stays beside it. */
function keepInterrupted(folder: string, records: readonly EpisodeRecord[]): void {
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

/** Rewrites a log without what belongs to later episodes. */
function keepEpisodes(path: string, finished: number): void {
  const kept = readLineLog<{ readonly episode: number }>(path).values.filter(
    ({ episode }) => episode <= finished,
  )
  const rewritten = `${path}.rewrite`
  rmSync(rewritten, { force: true })
  const log = openLineLog<{ readonly episode: number }>(rewritten)
  for (const line of kept) log.append(line, false)
  log.close()
  writeDurably(path, readOwn(rewritten))
  rmSync(rewritten)
}

const pretty = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * What operators wrote of the episodes of a run, beside the records: a record is never changed, and somebody may write
 * while the run goes on in another process.
 */
export function addNote(folder: string, note: EpisodeNote): void {
  const log = openLineLog<EpisodeNote>(noteFile(folder))
  try {
    log.append(note, true)
  } finally {
    log.close()
  }
}

/** Oldest first; none in a folder of an earlier version. */
export const readNotes = (folder: string): readonly EpisodeNote[] =>
  existsSync(noteFile(folder)) ? readLineLog<EpisodeNote>(noteFile(folder)).values : []

const noteFile = (folder: string): string => join(folder, 'notes.jsonl')
