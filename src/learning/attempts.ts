import type { AttemptDigest } from './critic/dialogue/prompt.js'
import { digestAttempts } from './critic/dialogue/prompt.js'
import type { EpisodeRecord } from './episode.js'

/** What the critic is told of the episodes before: how they ended, what was wrong, what was done last (LAGEA-05). */
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
