import type { HistoryEntry } from './actor/input.js'
import type { EpisodeRecord } from './episode.js'
import { type AttemptDigest, digestAttempts } from './critic/attempts.js'

/**
 * The entry that the actor's memory H keeps of an episode (vrl.txt Algorithm 1: H ← H ∪ {F, R}); one H per field
 * configuration (AMB-38). It also names the tree that ran and the changes made after it, because a score without its
 * tree teaches nothing (AMB-06).
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

/** Digest of earlier episodes for the critic: how they ended, what was wrong, and the last fix (LAGEA-05). */
export const attemptsOf = (records: readonly EpisodeRecord[]): AttemptDigest =>
  digestAttempts(
    records.map((record) => ({
      success: record.endReason === 'tree-success' || record.endReason === 'home-reached',
      impacts: openIssues(record).map(({ impact }) => impact),
      fix: record.update.patch.length === 0 ? '' : record.update.why,
    })),
  )

function openIssues({ reports }: EpisodeRecord) {
  const final = reports.findLast(({ mode }) => mode === 'final')
  return (final?.issues ?? []).filter(({ grounded }) => grounded !== 'refuted')
}
