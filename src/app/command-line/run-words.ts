import { TWIN } from '#learning/actor/input.js'
import type { RunSummary } from '#learning/curve.js'
import { uninterrupted, type EpisodeRecord } from '#learning/episode.js'
import { plural, tenths } from './words.js'
import { editCount } from '#learning/actor/wrapped-steps.js'

/** Whether its last episodes together earned more than the first; `undefined` where too few count to tell. */
export const hasLearned = ({ scores, gain, best }: Pick<RunSummary, 'scores' | 'gain' | 'best'>) =>
  best === null || scores.length < 2 ? undefined : gain >= 0.05

/** Whether a run has learned, as a sentence: the last episodes together, as a single one may have been lucky. */
export function learnedInWords(summary: RunSummary): string {
  const { scores, lastThree, gain } = summary
  const learned = hasLearned(summary)
  if (learned === undefined)
    return summary.best === null
      ? 'No episode counts: all were interrupted.'
      : 'A single episode cannot tell.'
  const earned = `earned ${tenths(lastThree)} points`
  const later =
    scores.length > 3
      ? `the last three episodes ${earned} on average`
      : scores.length === 3
        ? `the two episodes after the first ${earned} on average`
        : `the episode after the first ${earned}`
  const compared =
    Math.abs(gain) < 0.05
      ? 'as many as the first'
      : `${tenths(Math.abs(gain))} ${gain > 0 ? 'more' : 'fewer'} than the first`
  return `${learned ? 'Yes' : 'No'}: ${later}, ${compared}.`
}

type Ended = Pick<EpisodeRecord, 'endReason'>

/**
 * How much of a run was completed, where that is not all of it. What is counted of the run covers the episodes that
 * were stopped as well.
 * @param planned how many episodes it was to have; undefined where nobody knows
 * @returns undefined where every episode came to its end, and no more were to come
 */
export function completedInWords(
  records: readonly Ended[],
  { complete }: Pick<RunSummary, 'complete'>,
  planned: number | undefined,
): string | undefined {
  const done = uninterrupted(records).length
  const cut = records.length - done
  if (complete && cut === 0) return undefined
  const of =
    planned === undefined || complete ? plural(done, 'episode') : `${done} of ${plural(planned, 'episode')}`
  const stopped = cut === 0 ? '' : `, ${cut} stopped before ${cut === 1 ? 'its' : 'their'} end`
  const counts = cut === 0 ? '' : ' (edits, alarms and refusals count in all of them)'
  return `${complete ? '' : 'interrupted: '}${of} completed${stopped}${counts}`
}

/** The mean of all episodes that count. */
export const meanScore = ({ scores }: Pick<RunSummary, 'scores'>): number =>
  scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)

type Update = Pick<EpisodeRecord, 'episode' | 'update'>

/** `10 edits after episode 1, 2 edits after episode 4`; of many episodes only how many they are. */
export function editsInWords(records: readonly Update[]): string {
  const edited = records.filter(wasEdited)
  const back = records.filter(({ update }) => update.decision === 'rolled-back')
  const count = (of: readonly Update[]): number =>
    of.reduce((sum, { update }) => sum + editCount(update.patch), 0)
  const rolledBack = back.length === 0 ? '' : `, rolled back after ${episodesNamed(back)}`
  if (edited.length === 0) return `never edited${rolledBack}`
  if (edited.length > 3)
    return `${plural(count(edited), 'edit')}, after ${edited.length} of ${records.length} episodes${rolledBack}`
  const each = edited.map((one) => `${plural(count([one]), 'edit')} after episode ${one.episode}`)
  return `${each.join(', ')}${rolledBack}`
}

/** What an edit answers to, in words: an issue of the critic is named by its id, other causes by a word. */
export function causeInWords(cause: string, { reports }: Pick<EpisodeRecord, 'reports'>): string {
  const issue = reports
    .toReversed()
    .flatMap(({ issues }) => issues)
    .find(({ id }) => id === cause)
  return issue?.explanation ?? (cause === 'score' || cause === 'trace' ? `the ${cause}` : cause)
}

/** Of each edit of a patch, what it answers to, in words; '' for the twin's own. @param reports of the episode */
export const causesOfPatch = (
  { patch }: Pick<EpisodeRecord['update'], 'patch'>,
  reports: EpisodeRecord['reports'] = [],
): readonly string[] =>
  patch.map(({ because }) => (because === TWIN ? '' : causeInWords(because, { reports })))

/** causes that are written out */
const CAUSES = 4

/** Why the tree was changed or kept, in words; the sentence that is stored names causes by their ids. */
export function whyInWords(record: Pick<EpisodeRecord, 'reports' | 'update'>): string {
  const causes = causesInWords(record)
  const more = causes.length - CAUSES
  const rest = more > 0 ? `; and ${more} more` : ''
  if (causes.length === 0) return record.update.why
  return record.update.why.replace(
    /because of [^;]*/,
    () => `because: ${causes.slice(0, CAUSES).join('; ')}${rest}`,
  )
}

/** What the edits answer to, once each; the twin says by itself why it edits. */
export function causesInWords(record: Pick<EpisodeRecord, 'reports' | 'update'>): readonly string[] {
  const causes = new Set(record.update.patch.map(({ because }) => because))
  return [...causes].filter((cause) => cause !== TWIN).map((cause) => causeInWords(cause, record))
}

/** Whether an actor has changed the tree after this episode, other than by going back to an older one. */
export const wasEdited = ({ update }: Pick<EpisodeRecord, 'update'>): boolean => update.patch.length > 0

const NAMED = 6

/** `episode 4`, `episodes 1, 3 and 7`, `9 episodes` */
function episodesNamed(records: readonly Pick<EpisodeRecord, 'episode'>[]): string {
  const [numbers, last] = [records.map(({ episode }) => String(episode)), records.at(-1)?.episode]
  if (numbers.length === 1) return `episode ${last}`
  return numbers.length > NAMED
    ? `${numbers.length} episodes`
    : `episodes ${numbers.slice(0, -1).join(', ')} and ${last}`
}
