import { uninterrupted, type EpisodeRecord } from './episode.js'
import { SLOT_RULES } from './slots.js'

/** Consecutive clean FINAL reports that end the series. */
const CLEAN_IN_A_ROW = 2

/**
 * Whether nothing is left to learn (critics.txt 5, CRIT-11): in the newest two FINAL reports no issue stands after
 * grounding, and neither episode fell behind the best score. One clean report is weak evidence, since a critic may
 * overlook something once.
 *
 * @param all finished episodes of one field, oldest first; one that was cut short says nothing
 */
export function hasConverged(all: readonly EpisodeRecord[]): boolean {
  const records = uninterrupted(all)
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
