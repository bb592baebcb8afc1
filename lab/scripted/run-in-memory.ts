import type { EpisodeRecord } from '#learning/episode.js'
import type { RunLog } from '#runtime/run-log.js'
import type { RunView } from '#app/view.js'

/** Where a run is kept that nobody wants to see again: its finished episodes and their trees, and nothing else. */
export interface RunInMemory {
  readonly log: RunLog
  readonly records: readonly EpisodeRecord[]
  readonly trees: ReadonlyMap<string, string>
}

/** @param earlier the trees of a run that goes on */
export function runInMemory(earlier: ReadonlyMap<string, string> = new Map()): RunInMemory {
  const records: EpisodeRecord[] = []
  const trees = new Map(earlier)
  const log: RunLog = {
    saveTree: (hash, xml) => void trees.set(hash, xml),
    loadTree: (hash) => trees.get(hash) ?? '',
    commit: (record) => void records.push(record),
    wirePath: () => '',
    backgroundJournal: () => ({ journal: nothing, journaled: () => true }),
    step: nothing,
    command: nothing,
    saveFrame: nothing,
    saveLines: nothing,
    saveSummary: nothing,
  }
  return { log, records, trees }
}

const nothing = (): undefined => undefined

/** Shows nothing. */
export const SILENT_VIEW: RunView = {
  start: nothing,
  unit: nothing,
  assessment: nothing,
  alarm: nothing,
  episode: nothing,
  edit: nothing,
  link: nothing,
  end: nothing,
  close: nothing,
}
