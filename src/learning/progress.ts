import { ms } from '#base/units.js'
import { uninterrupted, type AlarmRecord, type EpisodeRecord } from './episode.js'

/** Consecutive episodes without points and without an edit after which a human is called. */
const FRUITLESS = 2

/**
 * Raises an alarm when episodes gain nothing and the actor has no edit: the next one would be the same.
 *
 * @param all finished episodes of one field, oldest first; the alarm comes once, with the second such episode. One that
 * was cut short says nothing
 */
export function noProgress(all: readonly EpisodeRecord[]): AlarmRecord | null {
  const records = uninterrupted(all)
  const inARow = records.length - 1 - records.findLastIndex((record) => !isFruitless(record))
  const newest = records.at(-1)
  if (newest === undefined || newest !== all.at(-1) || inARow !== FRUITLESS) return null
  return {
    t: ms(newest.seconds * 1000),
    mode: 'final',
    step: 0,
    reasons: ['no_progress'],
    s: 1,
    c: 1,
    text:
      `${FRUITLESS} episodes in a row without points and without an edit ` +
      `(${newest.update.why}): change the tree, the field or the camera by hand, or stop the run`,
  }
}

const isFruitless = ({ score, update }: EpisodeRecord): boolean =>
  score.total <= 0 && update.decision === 'no-edit'
