import type { Clause } from './clauses.js'

/** What an order says so far of what comes first. */
export interface Sequence {
  readonly pairs: readonly (readonly [first: number, then: number])[]
  /** numbers of the goals of the clause before */
  readonly last: readonly number[]
  /** the same with those of the clauses before it, back to the last `then` */
  readonly since: readonly number[]
  /** goals that come after those of the next clause: `before you bring it, …` */
  readonly later: readonly number[]
  /** what comes now comes after what was asked for last */
  readonly isNext: boolean
}

interface Asked {
  readonly clause: Clause
  readonly words: readonly string[]
  /** numbers of its own goals */
  readonly own: readonly number[]
}

/** Continues with the goals of one clause more. */
export function sequenced(sequence: Sequence, { clause, words, own }: Asked): Sequence {
  const { pairs, last, since, later } = sequence
  const isThen = sequence.isNext || saysThen(clause, words)
  if (own.length === 0)
    return { ...sequence, isNext: isThen && saysDone(words) ? true : sequence.isNext || saysAfter(words) }
  const between = (first: readonly number[], then: readonly number[]): (readonly [number, number])[] =>
    first.flatMap((one) => then.map((other) => [one, other] as const))
  if (clause.joint.has('before') && last.length === 0) return { ...sequence, later: own, isNext: false }
  if (isAfter(clause) && last.length > 0 && !isThen)
    return { ...sequence, pairs: [...pairs, ...between(own, last)], isNext: false }
  const isFirst = isAfter(clause) && last.length === 0
  const comesNext = isThen || clause.joint.has('before')
  return {
    // `put it in, close it, and then come`: after both
    pairs: [...pairs, ...between(own, later), ...(comesNext ? between(since, own) : [])],
    last: own,
    since: comesNext ? own : [...new Set([...since, ...own])],
    later: [],
    isNext: isFirst,
  }
}

const THEN = new Set(['then', 'afterwards', 'subsequently', 'finally', 'lastly'])

const saysThen = ({ joint }: Clause, words: readonly string[]): boolean =>
  [...joint, ...words].some((word) => THEN.has(word)) || saysAfter(words)

const saysAfter = (words: readonly string[]): boolean =>
  words.some((word, at) => word === 'after' && (words[at + 1] === 'that' || words[at + 1] === 'this')) ||
  saysDone(words)

/** `once that is done`, `when you have done that`. */
const saysDone = (words: readonly string[]): boolean => words.includes('done') || words.includes('finished')

const isAfter = ({ joint }: Clause): boolean => joint.has('after') || joint.has('once') || joint.has('when')
