import { err, ok, type Result } from '#base/result.js'
import type { Expectation, FailedCheck, PredictedOutcomes } from '#twin/domain/domain.js'
import { fingerprintOf, type Fluents, hasValue, UNKNOWN, valuesOf, type Value } from '../value.js'
import type { Env } from '../formula/term.js'
import { DATA_LIMITS } from '../limits.js'
import type { GroundSkill } from './intend.js'
import { observe, observingStep, type Observers } from './observation.js'
import {
  failureMessage,
  noOutcome,
  outOfRange,
  tooManyOutcomes,
  unknownRefusal,
  unknownIn,
} from './refusals.js'
import type { Change, Expected, Outcome, Skill, SkillCheck } from './skill.js'

/**
 * Gives the verdict before a command is sent: every check, then every outcome (MOD-10, MOD-01). With open ports, the
 * command is refused if any of their values would be, and its outcomes are those of all values.
 */
export function judgeGround(
  skill: Skill,
  { bindings }: GroundSkill,
  state: Fluents,
  observers: Observers,
): Result<PredictedOutcomes<Fluents>, FailedCheck> {
  const outlooks: BindingOutlook[] = []
  for (const bound of bindings) {
    const outlook = judgeBound(skill, bound, state, observers)
    if (outlook.ok) outlooks.push(outlook.value)
    else if (bindings.length === 1) return outlook
    else return err({ ...outlook.error, text: `with ${formatBinding(skill, bound)}: ${outlook.error.text}` })
  }
  const [first, ...rest] = distinct(outlooks.flatMap((outlook) => outlook.outcomes))
  const [outlook] = outlooks
  if (first === undefined || outlook === undefined) return err(noOutcome(skill))
  if (rest.length >= DATA_LIMITS.outcomes) return err(tooManyOutcomes(skill))
  return ok({
    outcomes: [first, ...rest],
    expected: outlooks.length === 1 ? outlook.expected : [anyOf(outlooks)],
  })
}

/** Equal states once. Most commands have one outcome, and to compare states costs more than to judge. */
const distinct = (states: readonly Fluents[]): readonly Fluents[] =>
  states.length < 2 ? states : [...new Map(states.map((state) => [fingerprintOf(state), state])).values()]

/** The outlook for one binding of the ports. */
interface BindingOutlook extends PredictedOutcomes<Fluents> {
  readonly binding: string
}

function judgeBound(
  skill: Skill,
  bound: readonly Value[],
  state: Fluents,
  observers: Observers,
): Result<BindingOutlook, FailedCheck> {
  const env: Env = { state, before: state, bound }
  const binding = formatBinding(skill, bound)
  if (skill.done?.term.run(env) === true) {
    const done = skill.done.term
    const text = `nothing was left to do for ${skill.name}`
    const holds = (after: Fluents): boolean => done.run({ ...env, state: after }) === true
    return ok({ outcomes: [state], expected: [{ text, holds }], binding })
  }
  const failed = firstFailure(skill, env, observers)
  if (failed !== undefined) return err(failed)
  const ways = waysOf(skill, skill.outcomes, env, observers)
  if (!ways.ok) return ways
  const [first, ...rest] = ways.value.map(({ after }) => after)
  if (first === undefined) return err(noOutcome(skill))
  const expected = skill.expected.map((one) => expectation(one, skill, bound, state))
  return ok({ outcomes: [first, ...rest], expected, binding })
}

/** The first check that is not known to be true. */
function firstFailure(skill: Skill, env: Env, observers: Observers): FailedCheck | undefined {
  for (const check of skill.checks) {
    const value = check.holds.term.run(env)
    if (value === UNKNOWN) return unknownCheck(check, skill, env, observers)
    if (value !== true) return { checkId: check.id, text: failureMessage(check, skill, env.bound, env) }
  }
  return undefined
}

/** The refusal by a check that depends on something unknown. */
export const unknownCheck = (
  { holds, text }: SkillCheck,
  skill: Skill,
  env: Env,
  observers: Observers,
): FailedCheck =>
  unknownRefusal(`${skill.name} needs that ${text}`, unknownIn(holds, env), (fact) =>
    observingStep(fact, observers),
  )

/** Which checks of a command hold, in their order: `explainGround` without words. */
export function checksHold(
  skill: Skill,
  { bindings: [bound] }: GroundSkill,
  state: Fluents,
): readonly boolean[] {
  const env: Env = { state, before: state, bound }
  return skill.checks.map(({ holds }) => holds.term.run(env) === true)
}

/** What a command would lead to if none of its checks mattered: what it is a means to. Empty when nobody can say. */
export function uncheckedOutcomes(
  skill: Skill,
  { bindings: [bound] }: GroundSkill,
  state: Fluents,
  observers: Observers,
): readonly Fluents[] {
  const outcomes = waysOf(skill, skill.outcomes, { state, before: state, bound }, observers)
  return outcomes.ok ? outcomes.value.map(({ after }) => after) : []
}

/** One way in which a command can end. */
interface Way {
  readonly outcome: Outcome
  readonly after: Fluents
}

/** Every way in which a command can end in a state, by these outcomes of its skill. */
export function waysOf(
  skill: Skill,
  outcomes: readonly Outcome[],
  env: Env,
  observers: Observers,
): Result<readonly Way[], FailedCheck> {
  const ways: Way[] = []
  for (const outcome of outcomes) {
    const { each, when, change } = outcome
    for (const extra of each === undefined ? [undefined] : valuesOf(each.sort)) {
      const inside: Env = { ...env, bound: extra === undefined ? env.bound : [...env.bound, extra] }
      const possible = when === undefined || when.term.run(inside)
      if (possible === UNKNOWN && when !== undefined) {
        const look = (fact: string): string | undefined => observingStep(fact, observers)
        return err(
          unknownRefusal(`the outcome of ${skill.name} depends on it`, unknownIn(when, inside), look),
        )
      }
      if (possible !== true) continue
      const after = applyChanges([skill.effect, change], inside, skill)
      if (!after.ok) return after
      const seen = skill.observes.length === 0 ? ok([after.value]) : observe(skill, inside, after.value)
      if (!seen.ok) return seen
      for (const state of seen.value) ways.push({ outcome, after: state })
    }
  }
  return ok(ways)
}

/** Applies effects: all right-hand sides read the state before; if a fact is assigned twice, the last value wins. */
function applyChanges(changes: readonly Change[], env: Env, skill: Skill): Result<Fluents, FailedCheck> {
  const after = new Map(env.state)
  let odd: FailedCheck | undefined
  for (const effect of changes.flatMap(({ effects }) => effects)) {
    effect.apply(env, {
      set: (fact, value, { sort }) => {
        if (value === UNKNOWN || hasValue(sort, value)) after.set(fact, value)
        else odd ??= outOfRange(skill, fact, value, sort)
      },
      undecided: () => {
        odd ??= unknownRefusal(
          `what ${skill.name} does depends on something unknown: add a check`,
          [],
          () => '',
        )
      },
    })
  }
  return odd === undefined ? ok(after) : err(odd)
}

function expectation(
  expected: Expected,
  skill: Skill,
  bound: readonly Value[],
  before: Fluents,
): Expectation<Fluents> {
  const { text, holds } = expected
  return {
    text: text?.render({ state: before, before, bound }) ?? withPortValues(holds.source, skill, bound),
    holds: (state) => holds.term.run({ state, before, bound }) === true,
  }
}

/** With open ports the final binding is unknown: all expectations of at least one binding must hold. */
function anyOf(outlooks: readonly BindingOutlook[]): Expectation<Fluents> {
  const all = outlooks.map(
    ({ binding, expected }) => `${binding}: ${expected.map(({ text }) => text).join(' and ')}`,
  )
  return {
    text: all.join('; or '),
    holds: (state) => outlooks.some(({ expected }) => expected.every((one) => one.holds(state))),
  }
}

/** Substitutes the ports' values for their names in a formula. */
export function withPortValues(source: string, skill: Skill, bound: readonly Value[]): string {
  return source.replace(/\?(\w+)/g, (name: string, port: string) => {
    const value = bound[skill.ports.findIndex((known) => known.name === port)]
    return value === undefined ? name : String(value)
  })
}

const formatBinding = (skill: Skill, bound: readonly Value[]): string =>
  skill.ports.map(({ name }, index) => `${name}=${String(bound[index])}`).join(', ')
