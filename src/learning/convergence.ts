import type { EpisodeRecord } from './episode.js'
import { SLOT_RULES } from './slots.js'

/** Clean FINAL reports in a row that end the series. */
const CLEAN_IN_A_ROW = 2

/**
 * Is there nothing left to learn (critics.txt 5, CRIT-11)? The newest two FINAL reports found nothing that still stands
 * after grounding, and neither episode fell behind the best score. One clean report is weak evidence: a critic may
 * overlook something once.
 *
 * @param records finished episodes of one field, oldest first
 */
export function hasConverged(records: readonly EpisodeRecord[]): boolean {
  const newest = records.slice(-CLEAN_IN_A_ROW)
  const best = Math.max(...records.map(({ score }) => score.total))
  return (
    newest.length === CLEAN_IN_A_ROW &&
    newest.every((record) => foundNothing(record) && record.score.total >= best - SLOT_RULES.fall)
  )
}

function foundNothing({ reports }: EpisodeRecord): boolean {
  const final = reports.findLast(({ mode }) => mode === 'final')
  if (final === undefined || final.unavailable !== undefined) return false
  return final.issues.every(({ grounded }) => grounded === 'refuted')
}
