import type { Fluents, Value } from '../value.js'

/** Whose word a reading is: sensors touch what they tell of, a picture shows it from afar. */
export type Source = 'sensor' | 'sight'

/** What is held of one fact, and on whose word. */
export interface Reading {
  readonly fact: string
  readonly value: Value
  /** how often such a reading is right, 0…1 */
  readonly confidence: number
  readonly source: Source
}

/** The readings that count, by fact: a fact that is missing has not been seen. */
export type Evidence = ReadonlyMap<string, Reading>

/** What a step is judged from. */
export interface Moment {
  /** what was seen: for what was before a step until it began, for what came of it since */
  readonly evidence: Evidence
  /** what was believed before it */
  readonly before: Fluents
}

/** Whether something that matters for a step is so, and what that was judged by (PRAG-03). */
export interface Judgement {
  readonly answer: 'yes' | 'no' | 'not to be seen'
  /** how sure that is, 0…1 */
  readonly confidence: number
  /** whose readings decide it; none: it is as it is believed */
  readonly by: readonly Source[]
  /** what is not so, or what nobody has seen, in words; '' where all of it is so, or nothing was asked */
  readonly what: string
  /** the facts that the step is about and that nobody has seen */
  readonly unseen: readonly string[]
}

/** Both questions about a step: may it be done, and has it done what it is for? */
export interface StepJudgement {
  readonly before: Judgement
  readonly after: Judgement
}

/** In a few words for people: `picture, 95 % sure`. '' where there was nothing to judge. */
export function sayJudgement({ answer, confidence, by, what }: Judgement): string {
  if (answer === 'not to be seen') return what === '' ? '' : 'nobody has seen it'
  if (by.length === 0) return 'as believed'
  const sources = by.map((source) => WORDS[source]).join(' and ')
  const percent = Math.round(100 * confidence)
  return percent >= 100 ? sources : `${sources}, ${percent} % sure`
}

const WORDS: Readonly<Record<Source, string>> = { sensor: 'sensors', sight: 'picture' }
