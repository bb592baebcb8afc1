import type { Impact, Issue } from '#learning/critic/report.js'
import { claimsLine, zoneIds, type Claims } from './claims.js'

/**
 * A claim of the model that a sensor did not find (CRIT-09): reported back to it once, in the second turn (CRIT-10).
 */
export interface Refuted {
  readonly line: AnswerLine
  readonly impact: Impact
}

/** The lines of an answer that can contain findings. */
export type AnswerLine = `z${number}` | 'track' | 'robot' | 'stray' | 'time'

export const ANSWER_LINES: readonly AnswerLine[] = [
  ...zoneIds.map((id): AnswerLine => `z${id}`),
  'track',
  'robot',
  'stray',
  'time',
]

/** a line rarely has more than two findings; a third refuted one is left to the grounders alone */
const WORDS_PER_LINE = 2

/**
 * Appended to the facts line in the second turn: `refuted`, then two places per line, `-` where nothing was refuted.
 */
export function refutedLine(refuted: readonly Refuted[]): string {
  const words = ANSWER_LINES.flatMap((line) => {
    const here = refuted.filter((one) => one.line === line).map(({ impact }) => impact)
    return Array.from({ length: WORDS_PER_LINE }, (_, i) => here[i] ?? '-')
  })
  return ['refuted', ...words].join(' ')
}

/** number of words of `refutedLine`, always the same */
export const REFUTED_WORDS = 1 + WORDS_PER_LINE * ANSWER_LINES.length

/** The line of the answer in which an issue was claimed. */
export function lineOf({ zone, impact }: Pick<Issue, 'zone' | 'impact'>): AnswerLine {
  if (zone !== null) return `z${zone}`
  switch (impact) {
    case 'shelf':
      return 'track'
    case 'timing':
      return 'time'
    case 'placement':
    case 'orientation':
    case 'grasp':
    case 'coverage':
      return 'stray'
    case 'navigation':
    case 'final-position':
    case 'plan-structure':
    case 'perception':
    case 'safety':
    case 'style':
      return 'robot'
  }
}

/** The same in prose, one sentence per event, for models that read prose (CRIT-10). */
export function refutedText(issues: readonly Pick<Issue, 'zone' | 'impact'>[]): string {
  return issues
    .map(({ impact, zone }) => {
      const where = zone === null ? '' : ` at zone ${zone}`
      return `The event "${impact}${where}" was not detected.`
    })
    .join('\n')
}

/**
 * The critic's question to a model with a closed vocabulary: one line of facts, which is all it can read. Task, rubric
 * and memory are in its weights and in code; models that read prose get them as text (`prosePrompt`).
 *
 * @param refuted in the second turn: claims of the first answer that sensors did not find (CRIT-10)
 */
export const claimsPrompt = (claims: Claims, refuted: readonly Refuted[] = []): string =>
  refuted.length === 0 ? claimsLine(claims) : `${claimsLine(claims)} ${refutedLine(refuted)}`
