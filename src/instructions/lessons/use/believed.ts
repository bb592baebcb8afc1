import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { ReadyLesson } from '../check-lesson.js'
import { bindingsWhen, valueOf } from '../holds.js'
import { trustOf, type Binding } from '../lesson.js'

/** A value that experience suggests for a fact that nobody knows. */
export interface Guess {
  readonly fact: string
  readonly value: Value
  /** 0 to 1 */
  readonly trust: number
}

/**
 * What lessons suggest about facts that are unknown: where to look first. A guess proves nothing: plans are proved on
 * what is known, and a fact is known when it has been seen.
 */
export function guesses(
  lessons: readonly ReadyLesson[],
  domain: DataDomain,
  state: Fluents,
): readonly Guess[] {
  const found = new Map<string, Guess>()
  for (const ready of lessons) {
    const { believe } = ready
    if (believe === undefined) continue
    const trust = trustOf(ready.lesson)
    for (const binding of bindingsWhen(ready, state)) {
      const guess = onlyValue(ready, binding, domain, state)
      if (guess !== undefined && trust > (found.get(guess.fact)?.trust ?? 0))
        found.set(guess.fact, { ...guess, trust })
    }
  }
  return [...found.values()].sort((a, b) => b.trust - a.trust)
}

/** The unknown fact that a formula is about, and the value that makes it true. */
function onlyValue(
  ready: ReadyLesson,
  binding: Binding,
  domain: DataDomain,
  state: Fluents,
): Omit<Guess, 'trust'> | undefined {
  const { believe } = ready
  if (believe === undefined || valueOf(believe, ready, binding, state) !== UNKNOWN) return undefined
  const reads = new Map<string, Value>()
  const bound = ready.variables.map(({ name }) => binding[name] ?? UNKNOWN)
  believe.term.run({ state, before: state, bound, reads })
  const open = [...reads].filter(([, value]) => value === UNKNOWN).map(([fact]) => fact)
  const [fact] = open
  if (fact === undefined || open.length > 1) return undefined
  const sort = domain.sorts.get(fact)
  const values = sort?.kind === 'objects' ? [...sort.of] : sort?.kind === 'bool' ? [true, false] : []
  const fitting = values.filter(
    (value) => valueOf(believe, ready, binding, new Map(state).set(fact, value)) === true,
  )
  const [value] = fitting
  return value === undefined || fitting.length > 1 ? undefined : { fact, value }
}
