import { IMPACTS, type CriticMode } from '../report.js'
import { rubricText } from '../rubric.js'
import { factsLine, type Claims } from './claims.js'
import { refutedLine, type Refuted } from './refuted.js'
import type { CriticMemory } from '../memory.js'

/** The facts are the prompt's last section: the only part that a model with a closed vocabulary reads. */
const FACTS_MARK = '## Facts'

/** Earlier attempts at the same task, counted, for LAGEA-05. */
export interface AttemptDigest {
  readonly successes: number
  readonly failures: number
  /** most frequent impacts of the last attempts, at most three */
  readonly top: readonly string[]
  readonly lastFix: string
}

/**
 * The critic's question: task, rubric, taxonomy, answer format with two examples, memory, facts (LAGEA-05, CRIT-03). Only
 * the digest of M and the facts change within an episode.
 *
 * @param refuted in the second turn: what sensors did not find of the first answer (CRIT-10)
 */
export function criticPrompt(
  claims: Claims,
  memory: CriticMemory,
  attempts?: AttemptDigest,
  refuted: readonly Refuted[] = [],
): string {
  return [
    '## Task',
    'You watch a mobile robot carry blocks from load zones to unload zones. Orange face up is the wrong way round.',
    TASK_OF[claims.mode],
    '## Severity',
    rubricText(claims.mode),
    '## Impacts',
    IMPACTS.join(', '),
    '## Answer',
    'One line per zone with what you see in its slots 0 to 3, then track, robot, stray and time. Zero, one or more findings may stand in a line.',
    `Without a finding: ${CLEAN_LINE}`,
    `With two: ${FAULTY_LINE}`,
    '## Earlier attempts',
    attempts === undefined ? '(none known)' : attemptText(attempts),
    '## Reported in this episode',
    memory.digest(),
    FACTS_MARK,
    refuted.length === 0 ? factsLine(claims) : `${factsLine(claims)} ${refutedLine(refuted)}`,
  ].join('\n')
}

export const TASK_OF: Readonly<Record<CriticMode, string>> = {
  initial: 'INITIAL: nothing has moved yet. Is the field set up as it should be?',
  intermediate: 'INTERMEDIATE: a part of the task has ended. Report only what is already wrong now.',
  final: 'FINAL: the episode is over. What is wrong, and which part of it was never tried?',
}

const CLEAN_LINE = 'z2 blue blue blue blue ;'
const FAULTY_LINE = 'z2 orange blue blue empty orientation s0.30 placement s0.30 ;'

export function attemptText({ successes, failures, top, lastFix }: AttemptDigest): string {
  const common = top.length === 0 ? '' : `; most frequent: ${top.slice(0, 3).join(', ')}`
  return `${successes} succeeded, ${failures} failed${common}; last fix: ${lastFix === '' ? '(n/a)' : lastFix}`
}

/** The last K attempts, counted; only the last fix depends on their order (LAGEA-05). */
export function digestAttempts(
  attempts: readonly {
    readonly success: boolean
    readonly impacts: readonly string[]
    readonly fix: string
  }[],
  k = 10,
): AttemptDigest {
  const last = attempts.slice(-k)
  const counts = new Map<string, number>()
  for (const impact of last.flatMap(({ impacts }) => impacts))
    counts.set(impact, (counts.get(impact) ?? 0) + 1)
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([impact]) => impact)
  return {
    successes: last.filter(({ success }) => success).length,
    failures: last.filter(({ success }) => !success).length,
    top: ranked.slice(0, 3),
    lastFix: last.at(-1)?.fix ?? '',
  }
}
