import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep, StepEvent } from '#learning/events.js'
import type { JournalEntry } from '#link/wire-command.js'

/**
 * Where a run is written down while it goes on: a folder (`graft run`) or the service's store. An episode exists when
 * `commit` has returned; everything else of it is written before.
 */
export interface RunLog {
  /** Numbers the step and appends it. */
  step(step: StepEvent & Pick<LoggedStep, 'episode' | 't'>): void
  /** Journals a command of a robot whose time stands meanwhile; on the disk when this returns. */
  command(entry: JournaledCommand): void
  /** Journals commands beside a reflex loop that cannot wait for a disk. */
  commandsBeside(episode: number): CommandJournal
  saveTree(hash: string, xml: string): void
  /** @throws when no tree of that hash was saved */
  loadTree(hash: string): string
  saveFrame(episode: number, id: string, jpeg: Uint8Array): void | Promise<void>
  saveTrace(episode: number, trace: readonly TraceEvent[]): void
  /** what operators wrote of an episode, where they write beside the run */
  notes?(episode: number): readonly string[]
  /** A file for the wire of an episode (docs/tap.md); its folder is there. */
  wirePath(episode: number): string
  commit(record: EpisodeRecord): void | Promise<void>
  saveSummary(summary: object): void
}

export interface CommandJournal {
  journal(entry: JournalEntry): void
  /** true once, when the entry of this command is on the disk @throws when the disk takes nothing */
  journaled(id: number): boolean
}

/** A command as issued or as settled, with the episode that it belongs to. */
export type JournaledCommand = JournalEntry & { readonly episode: number }
