import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { GroundSkill } from '../run/intend.js'
import { Frontier } from './frontier.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '../value.js'

/** States of a world, and the steps that can be asked for in them. */
export interface Explored {
  readonly states: readonly Fluents[]
  /** those of manual skills too, though no state was reached by them */
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

/** A world, or one with a task in it, whose memory follows what sensors change. */
type Explorable = DataDomain & { follow?(state: Fluents): Fluents }

/**
 * Walks through a world over all outcomes, to states that show something new first. What no skill changes or observes
 * is changed too, by sensors as it were: at the start each such fact takes each of its values, and once the steps lead
 * to nothing new, in every other state as well. At the start one fact of each state variable that a skill observes is
 * unknown, too. Failures that the world declares are outcomes.
 */
export function explore(domain: Explorable, { limit: asked, onProgress }: ExploreOptions): Explored {
  const steps = domain.steps(MOST_STEPS)
  // a world of very many steps is looked at in fewer states, so that the time stays bounded
  const limit = Math.max(1, Math.min(asked, Math.floor((asked * STEPS_A_STATE) / steps.length)))
  const frontier = new Frontier(domain, 'novelty')
  const states: Fluents[] = []
  let isWhole = steps.length < MOST_STEPS
  const add = (state: Fluents, changed: Fluents | undefined): void => {
    if (states.length >= limit || !frontier.isNew([state])) return
    states.push(state)
    frontier.add({ belief: [state], steps: [], changed })
  }
  const sense = (state: Fluents): void => {
    const sensed = sensedStates(domain, state)
    isWhole &&= sensed.isWhole
    for (const one of sensed.states) add(one, state)
  }
  add(domain.initial, undefined)
  sense(domain.initial)
  for (let varied = 0; states.length < limit;) {
    const node = frontier.take()
    if (node === undefined) {
      const state = states[varied++]
      if (state === undefined) break
      sense(state)
      continue
    }
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
  return {
    states,
    steps: [...steps, ...domain.manualSteps(MOST_STEPS)],
    complete: states.length < limit && isWhole,
  }
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

/** The states that differ by one fact that only sensors can say; `isWhole`: each of its values is among them. */
function sensedStates(
  domain: Explorable,
  state: Fluents,
): { readonly states: readonly Fluents[]; readonly isWhole: boolean } {
  const names = new Set(untouched(domain))
  // one fact for all of its name: skills observe each alike
  const observed = new Set(
    state === domain.initial ? domain.rules.skills.flatMap(({ observes = [] }) => observes.map(nameOf)) : [],
  )
  let isWhole = true
  const states = [...state].flatMap(([fact, value]) => {
    const sort = domain.sorts.get(fact)
    if (sort === undefined) return []
    const values: readonly Value[] = names.has(nameOf(fact)) || value === UNKNOWN ? valuesOf(sort) : []
    isWhole &&= values.length <= MOST_VALUES
    const tried = [...values.slice(0, MOST_VALUES), ...(observed.delete(nameOf(fact)) ? [UNKNOWN] : [])]
    return tried
      .filter((other) => other !== value)
      .map((other) => {
        const seen = new Map(state).set(fact, other)
        return domain.follow?.(seen) ?? seen
      })
  })
  return { states, isWhole }
}

/** `location` of `location(mug)` */
const nameOf = (fact: string): string => fact.split('(')[0] ?? ''

/** Values that are tried for a fact that only sensors can say. */
const MOST_VALUES = 16
