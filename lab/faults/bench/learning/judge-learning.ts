import type { EpisodeRecord } from '#learning/episode.js'
import type { End, Outcome } from '#lab/faults/fault-class.js'
import { playLearning, type Learning, type LearningOptions } from './learning.js'

/** How a run of the learning loop ended, compared with one in which nothing was broken. */
export async function outcomeOfLearning(
  learning: Learning,
  options: LearningOptions,
  seed: number,
  injected: number,
): Promise<Outcome> {
  const { end, detail } = await judged(learning, options, seed)
  return { end, injected, violations: learning.violations, detail }
}

async function judged(
  { ended, stands, moved }: Learning,
  options: LearningOptions,
  seed: number,
): Promise<{ readonly end: End; readonly detail: string }> {
  if (!stands) return { end: 'broken', detail: 'the robot still moves after the end' }
  if (!ended.ok)
    return { end: moved ? 'broken' : 'refused', detail: `${ended.error.kind}: ${ended.error.text}` }
  const { records, cutShort } = ended.value
  if (cutShort !== null) return { end: 'stopped-safe', detail: cutShort }
  const clean = await cleanRecords(options, seed)
  // with another actor the trees differ, and so does what the critic has to say of them
  const called =
    options.actor === undefined ? records.flatMap((record, i) => newAlarms(record, clean[i])) : []
  const failed = records.find(({ endReason }) => endReason === 'tree-failure' || endReason === 'time-limit')
  if (failed !== undefined) {
    const [refusal] = failed.refusals
    return { end: 'step-failed', detail: `${failed.endReason}: ${refusal?.text ?? 'see the trace'}` }
  }
  if (called.length > 0) return { end: 'called-human', detail: called[0] ?? '' }
  const refused = records.flatMap(({ update }) => update.tries.filter((each) => each.refusedBecause !== null))
  if (refused.length > 0)
    return {
      end: 'recovered',
      detail: `${refused.length} edits refused: ${refused[0]?.refusedBecause ?? ''}`,
    }
  const same = records.every((record, i) => record.score.total === clean[i]?.score.total)
  return same
    ? { end: 'unaffected', detail: 'as a run without the fault' }
    : { end: 'partial', detail: `scores ${scores(records)} instead of ${scores(clean)}` }
}

/** Alarms that a run without the fault does not raise. */
function newAlarms(record: EpisodeRecord, clean: EpisodeRecord | undefined): string[] {
  const usual = new Set(clean?.alarms.map(({ mode, step, reasons }) => `${mode} ${step} ${reasons.join()}`))
  return record.alarms.flatMap(({ mode, step, reasons, text }) =>
    usual.has(`${mode} ${step} ${reasons.join()}`) ? [] : [`${mode} ${step}: ${reasons.join(', ')}: ${text}`],
  )
}

const scores = (records: readonly EpisodeRecord[]): string =>
  records.map(({ score }) => score.total.toFixed(1)).join(', ')

const clean = new Map<string, Promise<readonly EpisodeRecord[]>>()

/** The same seed and number of episodes with nothing broken. */
function cleanRecords({ episodes = 1 }: LearningOptions, seed: number): Promise<readonly EpisodeRecord[]> {
  const name = `${seed}/${episodes}`
  const known = clean.get(name) ?? playLearning(seed, { episodes }).then(recordsOf)
  clean.set(name, known)
  return known
}

const recordsOf = ({ ended }: Learning): readonly EpisodeRecord[] => (ended.ok ? ended.value.records : [])
