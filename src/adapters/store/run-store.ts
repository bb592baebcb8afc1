import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'
import { readTrustedText } from '#documents/read-regular.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CommandJournal, EpisodeLines, JournaledCommand, RunLog } from '#runtime/run-log.js'
import { makeFolder, writeDurablyAsync, writeDurably } from '../files/durable-file.js'
import { damagedLine, openLineLog, readLineLog, type LineLog } from './line-log.js'
import { putAside } from './put-aside.js'
import { lockFolder } from './run-lock.js'
import { TRANSCRIPT_FILE, episodeFolder, frameFile, framesFolder, treeFile, WIRE_FILE } from './run-paths.js'
import type { EpisodeNote } from '#learning/notes.js'

/**
 * The folder of one run (docs/run-folder.md). An episode exists once its line is in `episodes.jsonl`; all its other
 * data is written first, and leftovers of an interrupted episode are put aside at the next start.
 */
export class RunStore implements RunLog {
  readonly folder: string
  readonly #events: LineLog<LoggedStep>
  readonly #episodes: LineLog<EpisodeRecord>
  readonly #commands: LineLog<JournaledCommand>
  readonly #unlock: () => void
  #steps: number
  /** SHA-256 of the lines that were saved last: they have no checksums of their own */
  #hashes: { readonly episode: number } & Pick<EpisodeRecord, 'traceHash' | 'momentsHash'> = { episode: 0 }
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
      // nothing is in it yet, and without its manifest it is no run that could be resumed
      rmSync(folder, { recursive: true, force: true })
      unlock()
      throw error
    }
  }

  /**
   * Reopens an interrupted run at the end of its last complete episode; an unfinished one is repeated. What is left of
   * it is put aside, and nothing is deleted.
   *
   * @param standing returns how many of the recorded episodes are kept
   * @throws FolderInUse while another process is writing it
   */
  static resume(
    folder: string,
    standing: (records: readonly EpisodeRecord[]) => number = (records) => records.length,
  ): { readonly store: RunStore; readonly records: readonly EpisodeRecord[] } {
    const unlock = lockFolder(folder)
    try {
      const all = readEpisodes(folder)
      const records = all.slice(0, standing(all))
      archiveInterrupted(folder, all.slice(records.length))
      putAside(folder, { standing: records.length, committed: all.length })
      return { store: new RunStore(folder, unlock), records }
    } catch (error) {
      unlock()
      throw error
    }
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

  saveLines(episode: number, kind: keyof EpisodeLines, lines: readonly object[]): void {
    const text = jsonLines(lines)
    writeDurably(this.#pathIn(episode, `${kind}.jsonl`), text)
    const others = this.#hashes.episode === episode ? this.#hashes : { episode }
    this.#hashes = { ...others, [`${kind}Hash`]: sha256(text) }
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
    return this.#pathIn(episode, TRANSCRIPT_FILE)
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
    this.#episodes.append({ ...record, ...(this.#hashes.episode === record.episode && this.#hashes) }, true)
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

export const readEpisodes = (folder: string): readonly EpisodeRecord[] =>
  readLineLog<EpisodeRecord>(join(folder, 'episodes.jsonl')).values

export const readCommands = (folder: string): readonly JournaledCommand[] =>
  readLineLog<JournaledCommand>(join(folder, 'commands.jsonl')).values

export const readSteps = (folder: string): readonly LoggedStep[] =>
  readLineLog<LoggedStep>(join(folder, 'events.jsonl')).values

/** The records of episodes that a resumed run has repeated, or repeats. */
export const readInterrupted = (folder: string): readonly EpisodeRecord[] =>
  readLineLog<EpisodeRecord>(interruptedFile(folder)).values

const interruptedFile = (folder: string): string => join(folder, 'interrupted.jsonl')

const TIMING_FILE = 'timing.json'

/** whose every line is on the disk before anything follows it */
const DURABLE: ReadonlySet<string> = new Set(['episodes.jsonl', 'notes.jsonl'])

/** Finds the first corrupt line of a log that is followed by durable lines, which a power cut cannot cause. */
export function damageOf(folder: string): { readonly file: string; readonly line: number } | undefined {
  const finished = readEpisodes(folder).length
  for (const name of ['episodes.jsonl', 'events.jsonl', 'commands.jsonl', 'notes.jsonl']) {
    const file = join(folder, name)
    const line = damagedLine<{ readonly episode: number }>(
      file,
      ({ episode }) => DURABLE.has(name) || episode <= finished,
    )
    if (line !== undefined) return { file, line }
  }
  return undefined
}

function freeFolder(root: string, key: string): string {
  for (let n = 1; ; n++) {
    const folder = join(root, n === 1 ? key : `${key}-${n}`)
    if (!existsSync(folder)) return folder
  }
}

/** Repeated episodes are no longer part of the run; their records are kept in a separate log. */
function archiveInterrupted(folder: string, records: readonly EpisodeRecord[]): void {
  if (records.length === 0) return
  const log = openLineLog<EpisodeRecord>(interruptedFile(folder))
  for (const record of records) log.append(record, true)
  log.close()
}

const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

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
