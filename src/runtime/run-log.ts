import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { Execute } from '#drivers/contract.js'
import type { CommandState, DriverJournalEntry } from '#drivers/session/driver-event.js'
import type { JournalEntry } from '#link/wire-command.js'
import type { MomentRecorder } from './moments/moment-recorder.js'

/**
 * Where a run is recorded while it is in progress: a folder (`graft run`) or the service's store. An episode exists
 * once `commit` has returned; everything else about it is written before.
 */
export interface RunLog {
  /** Numbers the step and appends it. */
  step(step: StepEvent & Pick<LoggedStep, 'episode' | 't'>): void
  /** Journals a command of a robot whose time stands still meanwhile; on disk when this returns. */
  command(entry: JournaledCommand): void
  /** Returns a journal that works alongside a reflex loop, which cannot wait for a disk. */
  backgroundJournal(episode: number): CommandJournal
  saveTree(hash: string, xml: string): void
  /** @throws when no tree of that hash was saved */
  loadTree(hash: string): string
  saveFrame(episode: number, id: string, jpeg: Uint8Array): void | Promise<void>
  saveLines<Kind extends keyof EpisodeLines>(episode: number, kind: Kind, lines: EpisodeLines[Kind]): void
  /** operators' notes on an episode, where they can write them during the run */
  notes?(episode: number): readonly string[]
  /** Returns the file for the wire recording of an episode (docs/tap.md); its folder exists. */
  wirePath(episode: number): string
  commit(record: EpisodeRecord): void | Promise<void>
  saveSummary(summary: object): void
}

/** What is written about an episode when it is over, a line of JSON each. */
export interface EpisodeLines {
  readonly trace: readonly TraceEvent[]
  /** what changed from moment to moment */
  readonly moments: MomentRecorder['lines']
}

export interface CommandJournal {
  journal(entry: CommandEntry): void
  /**
   * true once, when the entry of this command is on disk
   * @throws if the disk accepts no writes
   */
  journaled(id: number): boolean
}

/** A command as issued or as settled: of the serial line, or of a driver. */
export type CommandEntry = JournalEntry | SkillEntry

/** As `DriverJournalEntry`, with the id where the serial line has it. */
export type SkillEntry = Pick<DriverJournalEntry, 'at' | 'session'> & { readonly id: number } & (
    | { readonly kind: 'issued'; readonly command: Omit<Execute, 'id'> & { readonly kind: 'execute' } }
    | { readonly kind: 'settled'; readonly state: CommandState }
  )

/** A command with its episode. */
export type JournaledCommand = CommandEntry & { readonly episode: number }
