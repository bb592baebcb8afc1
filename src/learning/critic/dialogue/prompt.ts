import type { CriticMode } from '../report.js'
import { claimsLine, type Claims } from './claims.js'
import { refutedLine, type Refuted } from './refuted.js'

/** Counts of earlier attempts at the same task, for LAGEA-05. */
export interface AttemptDigest {
  readonly successes: number
  readonly failures: number
  /** most frequent impacts of the last attempts, at most three */
  readonly top: readonly string[]
  readonly lastFix: string
}

/**
 * The critic's question to a model with a closed vocabulary: one line of facts, which is all it can read. Task, rubric
 * and memory are in its weights and in code; models that read prose get them as text (`prosePrompt`).
 *
 * @param refuted in the second turn: claims of the first answer that sensors did not find (CRIT-10)
 */
export const claimsPrompt = (claims: Claims, refuted: readonly Refuted[] = []): string =>
  refuted.length === 0 ? claimsLine(claims) : `${claimsLine(claims)} ${refutedLine(refuted)}`

export const TASK_OF: Readonly<Record<CriticMode, string>> = {
  initial: 'INITIAL: nothing has moved yet. Is the field set up as it should be?',
  intermediate: 'INTERMEDIATE: a part of the task has ended. Report only what is already wrong now.',
  final: 'FINAL: the episode is over. What is wrong, and which part of it was never tried?',
}

export function attemptText({ successes, failures, top, lastFix }: AttemptDigest): string {
  const common = top.length === 0 ? '' : `; most frequent: ${top.slice(0, 3).join(', ')}`
  return `${successes} succeeded, ${failures} failed${common}; last fix: ${lastFix === '' ? '(n/a)' : lastFix}`
}

/** Counts over the last K attempts; only the last fix depends on their order (LAGEA-05). */
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
