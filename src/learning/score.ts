import type { TraceEvent } from '#bt/trace.js'
import type { CriticReport } from './critic/report.js'
import {
  isFieldOutcome,
  type EpisodeOutcome,
  type EpisodeRecord,
  type FieldOutcome,
  type ScoreSheet,
} from './episode.js'

/** What the learning loop needs to know of a task: how an episode of it is scored, and what a score says. */
export interface TaskRules {
  /** The episode score R: a pure function of what the referee saw (VRL-18, VRL-19). */
  score(outcome: EpisodeOutcome): ScoreSheet
  /** How much of the task was achieved, 0…1: a tree that achieves little may be changed more (LAGEA 3.4). */
  achieved(sheet: ScoreSheet): number
  /** Whether the robot did something of the task, rightly or wrongly: only such a tree can be the best so far. */
  worked(sheet: ScoreSheet): boolean
  /** Refutes claims of the FINAL report that the score contradicts, now that it is known (VRL-31). */
  reexamine?(
    final: CriticReport,
    played: { readonly trace: readonly TraceEvent[]; readonly score: number },
  ): CriticReport
}

/** Points of vrl.txt Table I; the limits are decisions AMB-12…19 of the design. */
export interface ScoreRules {
  readonly perSecond: number
  /** seconds of operation after which `overLimit` is charged once (AMB-12, AMB-13) */
  readonly limitSeconds: number
  readonly overLimit: number
  readonly correct: number
  readonly fullBatch: number
  readonly incorrect: number
  readonly outside: number
  readonly home: number
  /** not in Table I; the coupling of the shelf is geometric (AMB-14) */
  readonly shelf: number
}

export const TABLE_I: ScoreRules = {
  perSecond: -1,
  limitSeconds: 100,
  overLimit: -20,
  correct: 10,
  fullBatch: 10,
  incorrect: -5,
  outside: -10,
  home: 20,
  shelf: 0,
}

/**
 * The episode score R: a pure function of what the referee saw, independent of the critic's opinion (VRL-18, VRL-19).
 * Home counts only for a robot that left it and unloaded a block; otherwise doing nothing would pay (AMB-19).
 */
export function score(outcome: FieldOutcome, rules: ScoreRules = TABLE_I): ScoreSheet {
  const home = outcome.robotHome && outcome.leftHome && outcome.blocksUnloaded > 0 ? 1 : 0
  const late = outcome.operatingSeconds > rules.limitSeconds ? 1 : 0
  const lines = [
    line('operating time, seconds', outcome.operatingSeconds, rules.perSecond),
    line('time limit exceeded', late, rules.overLimit),
    line(CORRECT, outcome.correct, rules.correct),
    line('full batches of four', outcome.fullBatches, rules.fullBatch),
    line(INCORRECT, outcome.incorrect, rules.incorrect),
    line(OUTSIDE, outcome.outside, rules.outside),
    line('robot back home', home, rules.home),
    ...(rules.shelf === 0 ? [] : [line('shelf at its target', outcome.shelfAtTarget ? 1 : 0, rules.shelf)]),
  ]
  return { lines, total: round(lines.reduce((sum, { points }) => sum + points, 0)) }
}

/** Number of boxes that the sheet counts as placed correctly. */
export const correctBoxes = (sheet: ScoreSheet): number =>
  sheet.lines.find(({ label }) => label === CORRECT)?.count ?? 0

const CORRECT = 'boxes placed correctly'
const INCORRECT = 'boxes placed incorrectly'
const OUTSIDE = 'boxes outside any zone'

/** labels of the lines that count boxes the robot has set down or lost */
const SET_DOWN: ReadonlySet<string> = new Set([CORRECT, INCORRECT, OUTSIDE])

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

/** What an episode got right and wrong, in one pair of numbers: blocks on a field, lines of the score elsewhere. */
export function tallyOf({ facts, score: { lines } }: Pick<EpisodeRecord, 'facts' | 'score'>): Tally {
  if (isFieldOutcome(facts)) return { right: facts.correct, wrong: facts.incorrect + facts.outside }
  const worth = lines.filter(({ count }) => count > 0 && Number.isInteger(count))
  return {
    right: worth.filter(({ points }) => points > 0).length,
    wrong: worth.filter(({ points }) => points < 0).length,
  }
}

export interface Tally {
  readonly right: number
  readonly wrong: number
}
