import type { TraceEvent } from '#bt/trace.js'
import type { CriticReport } from './critic/report.js'
import type { EpisodeOutcome, EpisodeRecord, ScoreSheet } from './episode.js'
import { isFieldOutcome } from './field-score.js'

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

/** What an episode got right and wrong, in one pair of numbers: blocks on a field, lines of the score elsewhere. */
export function tallyOf({ facts, score: { lines } }: Pick<EpisodeRecord, 'facts' | 'score'>): Tally {
  if (isFieldOutcome(facts)) return { right: facts.correct, wrong: facts.incorrect + facts.outside }
  const worth = lines.filter(({ label, count }) => label !== SECONDS && count > 0)
  return {
    right: worth.filter(({ points }) => points > 0).length,
    wrong: worth.filter(({ points }) => points < 0).length,
  }
}

/** What the two numbers count, in words. */
export const tallyWords = (facts: EpisodeOutcome | undefined): { readonly [Count in keyof Tally]: string } =>
  facts !== undefined && isFieldOutcome(facts)
    ? { right: 'right', wrong: 'wrong' }
    : { right: 'rules met', wrong: 'rules broken' }

export interface Tally {
  readonly right: number
  readonly wrong: number
}

/** the line of a sheet that counts the time that passed, which is neither right nor wrong */
const SECONDS = 'seconds'
