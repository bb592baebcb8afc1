import type { HistoryEntry } from './actor/input.js'
import type { EpisodeRecord } from './episode.js'

/**
 * What the actor's memory H keeps of an episode (vrl.txt Algorithm 1: H ← H ∪ {F, R}); one H per field configuration
 * (AMB-38). The entry also names the tree that ran and what was changed after it, because a score without its tree
 * teaches nothing (AMB-06).
 */
export function historyEntry(record: EpisodeRecord): HistoryEntry {
  const final = record.reports.findLast((report) => report.mode === 'final')
  return {
    episode: record.episode,
    treeHash: record.treeHash,
    score: record.score.total,
    decision: record.update.decision,
    patch: record.update.patch,
    issues: final?.issues ?? [],
  }
}
