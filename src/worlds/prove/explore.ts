import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { GroundSkill } from '../run/intend.js'
import { Frontier } from './frontier.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '../value.js'

/** States of a world, and the steps that can be asked for in them. */
export interface Explored {
  readonly states: readonly Fluents[]
  readonly steps: readonly PlannedStep[]
  /** everything that can be reached has been */
  readonly complete: boolean
}

export interface ExploreOptions {
  /** states that are looked at */
  readonly limit: number
  /** called now and then with what has been done, and of how much at most */
  readonly onProgress?: (what: string, done: number, of: number) => void
}

/**
 * Walks through a world over all outcomes, to states that show something new first. What no skill changes or observes
 * is changed too, by sensors as it were: at the start, each such fact takes each of its values, and of each state
 * variable that a skill observes one fact is unknown once. Failures that the world declares are outcomes, too.
 */
export function explore(domain: DataDomain, { limit: asked, onProgress }: ExploreOptions): Explored {
  const steps = domain.steps(MOST_STEPS)
  // a world of very many steps is looked at in fewer states, so that the time stays bounded
  const limit = Math.max(1, Math.min(asked, Math.floor((asked * STEPS_A_STATE) / steps.length)))
  const frontier = new Frontier(domain, 'novelty')
  const states: Fluents[] = []
  const add = (state: Fluents, changed: Fluents | undefined): void => {
    if (states.length >= limit || !frontier.isNew([state])) return
    states.push(state)
    frontier.add({ belief: [state], steps: [], changed })
  }
  add(domain.initial, undefined)
  for (const state of sensedStates(domain, domain.initial)) add(state, domain.initial)
  for (let node = frontier.take(); node !== undefined && states.length < limit; node = frontier.take()) {
    const [state] = node.belief
    onProgress?.('states found', states.length, limit)
    for (const step of steps) {
      const commands = domain.intend(step, state)
      for (const command of commands.ok ? commands.value : []) {
        const verdict = domain.judge(state, command)
        if (verdict.ok) for (const after of verdict.value.outcomes) add(after, state)
        if (verdict.ok) for (const after of failuresOf(domain, state, command)) add(after, state)
      }
    }
  }
  return { states, steps, complete: states.length < limit && steps.length < MOST_STEPS }
}

const failuresOf = (domain: DataDomain, state: Fluents, command: GroundSkill): readonly Fluents[] =>
  domain.about(state, command).ways.flatMap(({ fails, after }) => (fails ? [after] : []))

/** Steps of a state up to which all states that are asked for are looked at. */
const STEPS_A_STATE = 600

/** More steps than this are not tried in one state. */
const MOST_STEPS = 5_000

/** The state variables that no skill changes and none observes: only sensors can say how they are. */
export const untouched = (domain: DataDomain): readonly string[] =>
  [...domain.vocabulary.variables.values()]
    .filter(({ name, constants }) => constants === undefined && !domain.touched.has(name))
    .map(({ name }) => name)

function sensedStates(domain: DataDomain, state: Fluents): readonly Fluents[] {
  const names = new Set(untouched(domain))
  const observed = new Set(domain.rules.skills.flatMap(({ observes = [] }) => observes.map(nameOf)))
  return [...state].flatMap(([fact, value]) => {
    const sort = domain.sorts.get(fact)
    if (sort === undefined) return []
    const isSensed = names.has(nameOf(fact)) || value === UNKNOWN
    const others: readonly Value[] = [
      ...(isSensed ? valuesOf(sort).slice(0, MOST_VALUES) : []),
      // one fact for all of its name: skills observe each alike
      ...(observed.delete(nameOf(fact)) ? [UNKNOWN] : []),
    ]
    return others.filter((other) => other !== value).map((other) => new Map(state).set(fact, other))
  })
}

/** `location` of `location(mug)` */
const nameOf = (fact: string): string => fact.split('(')[0] ?? ''

/** Values that are tried for a fact that only sensors can say. */
const MOST_VALUES = 16
