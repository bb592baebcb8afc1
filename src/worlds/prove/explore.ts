import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '../value.js'

/** States of a world, and the steps that can be asked for in them. */
export interface Explored {
  readonly states: readonly Fluents[]
  readonly steps: readonly PlannedStep[]
  /** everything that can be reached has been */
  readonly complete: boolean
}

/**
 * Walks through a world breadth-first, over all outcomes. What no skill changes or observes is changed too, by sensors
 * as it were: in the states found first, each such fact takes each of its values.
 */
export function explore(domain: DataDomain, limit: number): Explored {
  const steps = domain.steps(MOST_STEPS)
  const sensed = sensedStates(domain, domain.initial)
  const known = new Map<string, Fluents>()
  const add = (state: Fluents): void => {
    const key = domain.fingerprint(state)
    if (!known.has(key) && known.size < limit) known.set(key, state)
  }
  add(domain.initial)
  for (const state of sensed) add(state)
  // a map is read in the order of insertion, also of what is inserted while it is read
  for (const state of known.values()) {
    for (const step of steps) {
      const commands = domain.intend(step, state)
      for (const command of commands.ok ? commands.value : []) {
        const verdict = domain.judge(state, command)
        if (verdict.ok) verdict.value.outcomes.forEach(add)
      }
    }
    if (known.size >= limit) break
  }
  return { states: [...known.values()], steps, complete: known.size < limit && steps.length < MOST_STEPS }
}

/** More steps than this are not tried in one state. */
const MOST_STEPS = 5_000

/** The state variables that no skill changes and none observes: only sensors can say how they are. */
export const untouched = (domain: DataDomain): readonly string[] =>
  [...domain.vocabulary.variables.values()]
    .filter(({ name, constants }) => constants === undefined && !domain.touched.has(name))
    .map(({ name }) => name)

function sensedStates(domain: DataDomain, state: Fluents): readonly Fluents[] {
  const names = new Set(untouched(domain))
  return [...state].flatMap(([fact, value]) => {
    const sort = domain.sorts.get(fact)
    if (sort === undefined || !(names.has(fact.split('(')[0] ?? '') || value === UNKNOWN)) return []
    const others: readonly Value[] = valuesOf(sort).slice(0, MOST_VALUES)
    return others.filter((other) => other !== value).map((other) => new Map(state).set(fact, other))
  })
}

/** Values that are tried for a fact that only sensors can say. */
const MOST_VALUES = 16
