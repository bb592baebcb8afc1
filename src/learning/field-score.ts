import { InvariantError } from '#base/result.js'
import type { EpisodeOutcome, ScoreSheet } from './episode.js'
import { SCORE_LABELS, tableI, type ScoreRules } from './field/table-i.js'

/** What Table I counts on a field of blocks. */
export interface FieldOutcome extends EpisodeOutcome {
  /** blue up, at least partly inside a valid unload zone (AMB-15) */
  readonly correct: number
  /** orange up inside a valid unload zone, or any block inside an unload zone that does not count (AMB-14, AMB-18) */
  readonly incorrect: number
  /** outside any zone */
  readonly outside: number
  /** unload actions that released four blocks, all correct (AMB-17) */
  readonly fullBatches: number
  readonly robotHome: boolean
  readonly leftHome: boolean
  readonly blocksUnloaded: number
  readonly shelfAtTarget: boolean
}

/** Whether an outcome counts blocks on a field; that of another world does not. */
export const isFieldOutcome = (outcome: EpisodeOutcome): outcome is FieldOutcome =>
  'blocksUnloaded' in outcome

/**
 * The outcome as the field's own.
 * @throws InvariantError for that of another world
 */
export function fieldOutcome(outcome: EpisodeOutcome): FieldOutcome {
  if (!isFieldOutcome(outcome)) throw new InvariantError('an outcome of another world')
  return outcome
}

/**
 * The episode score R: a pure function of what the referee saw, independent of the critic's opinion (VRL-18, VRL-19).
 * Home counts only for a robot that left it and unloaded a block; otherwise doing nothing would pay (AMB-19).
 */
export function score(outcome: FieldOutcome, rules: ScoreRules = tableI()): ScoreSheet {
  const home = outcome.robotHome && outcome.leftHome && outcome.blocksUnloaded > 0 ? 1 : 0
  const late = outcome.operatingSeconds > rules.limitSeconds ? 1 : 0
  const lines = [
    line('operating time, seconds', outcome.operatingSeconds, rules.perSecond),
    line('time limit exceeded', late, rules.overLimit),
    line(SCORE_LABELS.correct, outcome.correct, rules.correct),
    line(SCORE_LABELS.fullBatch, outcome.fullBatches, rules.fullBatch),
    line(SCORE_LABELS.incorrect, outcome.incorrect, rules.incorrect),
    line(SCORE_LABELS.outside, outcome.outside, rules.outside),
    line(SCORE_LABELS.home, home, rules.home),
    ...(rules.shelf === 0 ? [] : [line(SCORE_LABELS.shelf, outcome.shelfAtTarget ? 1 : 0, rules.shelf)]),
  ]
  return { lines, total: round(lines.reduce((sum, { points }) => sum + points, 0)) }
}

/** Number of boxes that the sheet counts as placed correctly. */
export const correctBoxes = (sheet: ScoreSheet): number =>
  sheet.lines.find(({ label }) => label === SCORE_LABELS.correct)?.count ?? 0

/** labels of the lines that count boxes the robot has set down or lost */
const SET_DOWN: ReadonlySet<string> = new Set([
  SCORE_LABELS.correct,
  SCORE_LABELS.incorrect,
  SCORE_LABELS.outside,
])

/**
 * A tree that the twin refuses at its first step scores 0, and one that sets four blocks down the wrong way round
 * scores less. The second has only a rotation to learn; rolling back to the first would mean starting over.
 */
export const fieldWorked = ({ lines }: Pick<ScoreSheet, 'lines'>): boolean =>
  lines.length === 0 || lines.some(({ label, count }) => SET_DOWN.has(label) && count > 0)

const line = (label: string, count: number, each: number): ScoreSheet['lines'][number] => ({
  label,
  count: round(count),
  points: count === 0 ? 0 : round(count * each),
})

/** Rounds to milliseconds, the finest time unit; this only removes floating-point noise. */
const round = (value: number): number => Math.round(value * 1000) / 1000
