import { alarmsOfRun, raisedIn } from './alarms.js'
import { bestEpisode, standing, uninterrupted, type EpisodeRecord } from './episode.js'
import type { RunManifest } from './manifest.js'
import { hasConverged } from './convergence.js'
import { editCount } from './actor/wrapped-steps.js'

/** Results of a run: the figures under the table, and what the newcomer's demo promises. */
export interface RunSummary {
  readonly field: string
  readonly seed: number
  readonly episodes: number
  /** of them, those that were interrupted and count for nothing, unless nothing else has happened yet */
  readonly stopped: number
  /** of those that count, in order */
  readonly scores: readonly number[]
  readonly first: number
  /** mean of the last three episodes that ended on their own, the first of all left out; of one episode, that one */
  readonly lastThree: number
  readonly gain: number
  /** null where every episode was interrupted: none counts */
  readonly best: { readonly episode: number; readonly score: number; readonly treeHash: string } | null
  /** one a cause, however many reports and episodes have raised it */
  readonly alarms: number
  /** fraction of critic calls that raised an alarm (AMB-22), and number of episodes with one */
  readonly alarmsPerCall: number
  readonly episodesWithAlarm: number
  /** as people count them, everywhere: a wrap of several steps is one */
  readonly edits: number
  readonly rollbacks: number
  readonly refusals: number
  readonly meanConfidence: number
  readonly complete: boolean
}

/**
 * Summarises a run.
 *
 * @param plan the requested number of episodes; with fewer records the run is incomplete, unless it ended early because
 * it was clean
 */
export function summarise(
  records: readonly EpisodeRecord[],
  plan: Pick<RunManifest, 'episodes' | 'untilClean'>,
): RunSummary {
  const ended = uninterrupted(records)
  // of a run in which nothing else has happened yet, what there is
  const counted = ended.length === 0 ? records : ended
  const [head] = counted
  if (head === undefined) throw new RangeError('a run without a finished episode has no summary')
  const scores = counted.map((record) => record.score.total)
  const reports = records.flatMap((record) => record.reports)
  const calls = records.reduce((sum, record) => sum + record.alarms.length, 0)
  const top = bestEpisode(records, (record) => record.score.total)
  const lastThree = mean((scores.length === 1 ? scores : scores.slice(1)).slice(-3))
  return {
    field: head.field,
    seed: head.seed,
    episodes: records.length,
    stopped: records.length - counted.length,
    scores,
    first: head.score.total,
    lastThree: round(lastThree),
    gain: round(lastThree - head.score.total),
    best: top === undefined ? null : { episode: top.episode, score: top.score.total, treeHash: top.treeHash },
    alarms: alarmsOfRun(records).reduce((sum, alarms) => sum + raisedIn(alarms), 0),
    alarmsPerCall: round(reports.length === 0 ? 0 : calls / reports.length),
    episodesWithAlarm: records.filter((record) => record.alarms.length > 0).length,
    edits: records.reduce((sum, record) => sum + editCount(record.update.patch), 0),
    rollbacks: records.filter((record) => record.update.decision === 'rolled-back').length,
    refusals: records.reduce((sum, record) => sum + record.refusals.length, 0),
    meanConfidence: round(mean(reports.map((report) => report.c).filter((c) => Number.isFinite(c)))),
    complete: standing(records) >= plan.episodes || (plan.untilClean === true && hasConverged(records)),
  }
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number): number => Math.round(value * 1000) / 1000
