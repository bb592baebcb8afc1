import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'

/** The states that the world can be in: a plan must work in each. */
export type Belief = readonly [Fluents, ...Fluents[]]

/** `every`: a step leads to all its outcomes at once; `any`: to the one that suits. */
export type Chance = 'every' | 'any'

type Goals = NonNullable<DataDomain['goal']>

/** The goals that are missed in some of the states. */
export const unmet = ({ goal = [] }: DataDomain, belief: Belief): Goals =>
  goal.filter((one) => !belief.every((state) => one.holds(state)))

export const isReached = (domain: DataDomain, belief: Belief): boolean => unmet(domain, belief).length === 0

/** What a step leads to that was not followed, because the world could be in too many states at once. */
export const TOO_MANY = 'too-many'

/**
 * The beliefs to which a step leads; none if it is refused in a state, or nothing is left to do.
 * @returns `TOO_MANY` where a plan that must work in every outcome is not followed: nothing is known of what is there
 */
export function after(
  domain: DataDomain,
  belief: Belief,
  step: PlannedStep,
  chance: Chance,
): readonly Belief[] | typeof TOO_MANY {
  const ends = new Map<string, Fluents>()
  let commands = 0
  for (const state of belief) {
    const tried = tryStep(step, state, domain)
    if (!tried.ok) return []
    commands += tried.value.commands.length
    for (const end of tried.value.ends) ends.set(domain.fingerprint(end), end)
    if (chance === 'every' && ends.size > MOST_STATES) return TOO_MANY
  }
  if (commands === 0) return []
  if (chance === 'any') return [...ends.values()].map((end): Belief => [end])
  const [first, ...rest] = ends.values()
  return first === undefined ? [] : [[first, ...rest]]
}

/** A plan that must work in more states at once is not looked for. */
const MOST_STATES = 64

/** Equal for equal beliefs. */
export const beliefKey = (domain: DataDomain, belief: Belief): string =>
  belief
    .map((state) => domain.fingerprint(state))
    .toSorted()
    .join('\n')
