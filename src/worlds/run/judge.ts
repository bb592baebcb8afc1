import { err, ok, type Result } from '#base/result.js'
import type { Expectation, FailedCheck, PredictedOutcomes } from '#twin/domain/domain.js'
import { fingerprintOf, type Fluents, hasValue, formatValue, valuesOf, type Value } from '../value.js'
import type { Env } from '../formula/term.js'
import { DATA_LIMITS } from '../limits.js'
import type { GroundSkill } from './intend.js'
import type { Change, Expected, Skill, SkillCheck } from './skill.js'

/**
 * Gives the verdict before a command is sent: every check, then every outcome (MOD-10, MOD-01). With open ports, the
 * command is refused if any of their values would be, and its outcomes are those of all values.
 */
export function judgeGround(
  skill: Skill,
  { bindings }: GroundSkill,
  state: Fluents,
): Result<PredictedOutcomes<Fluents>, FailedCheck> {
  const outlooks: BindingOutlook[] = []
  for (const bound of bindings) {
    const outlook = judgeBound(skill, bound, state)
    if (outlook.ok) outlooks.push(outlook.value)
    else if (bindings.length === 1) return outlook
    else return err({ ...outlook.error, text: `with ${formatBinding(skill, bound)}: ${outlook.error.text}` })
  }
  const outcomes = new Map(
    outlooks.flatMap((outlook) => outlook.outcomes.map((after) => [fingerprintOf(after), after])),
  )
  const [first, ...rest] = [...outcomes.values()]
  const [outlook] = outlooks
  if (first === undefined || outlook === undefined) return err(noOutcome(skill))
  if (outcomes.size > DATA_LIMITS.outcomes) return err(tooManyOutcomes(skill))
  return ok({
    outcomes: [first, ...rest],
    expected: outlooks.length === 1 ? outlook.expected : [anyOf(outlooks)],
  })
}

/** The outlook for one binding of the ports. */
interface BindingOutlook extends PredictedOutcomes<Fluents> {
  readonly binding: string
}

function judgeBound(
  skill: Skill,
  bound: readonly Value[],
  state: Fluents,
): Result<BindingOutlook, FailedCheck> {
  const env: Env = { state, before: state, bound }
  const binding = formatBinding(skill, bound)
  if (skill.done?.term.run(env) === true) {
    const done = skill.done.term
    const text = `nothing was left to do for ${skill.name}`
    const holds = (after: Fluents): boolean => done.run({ ...env, state: after }) === true
    return ok({ outcomes: [state], expected: [{ text, holds }], binding })
  }
  const failed = skill.checks.find(({ holds }) => holds.term.run(env) !== true)
  if (failed !== undefined)
    return err({ checkId: failed.id, text: failureMessage(failed, skill, bound, env) })
  const outcomes: Fluents[] = []
  for (const outcome of skill.outcomes) {
    for (const extra of outcome.each === undefined ? [undefined] : valuesOf(outcome.each.sort)) {
      const inside: Env = { ...env, bound: extra === undefined ? bound : [...bound, extra] }
      if (outcome.when !== undefined && outcome.when.term.run(inside) !== true) continue
      const after = applyChanges([skill.effect, outcome.change], inside, skill)
      if (!after.ok) return after
      outcomes.push(after.value)
    }
  }
  const [first, ...rest] = outcomes
  if (first === undefined) return err(noOutcome(skill))
  const expected = skill.expected.map((one) => expectation(one, skill, bound, state))
  return ok({ outcomes: [first, ...rest], expected, binding })
}

/** Applies effects: all right-hand sides read the state before; if a fact is assigned twice, the last value wins. */
function applyChanges(changes: readonly Change[], env: Env, skill: Skill): Result<Fluents, FailedCheck> {
  const after = new Map(env.state)
  let odd: FailedCheck | undefined
  for (const effect of changes.flatMap(({ effects }) => effects)) {
    effect.apply(env, (fact, value, { sort }) => {
      if (hasValue(sort, value)) after.set(fact, value)
      else odd ??= outOfRange(skill, fact, value)
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

/** Returns the message of a failed check: its own text, or its sentence with the deciding values. */
export function failureMessage(
  { text, holds, message }: SkillCheck,
  skill: Skill,
  bound: readonly Value[],
  env: Env,
): string {
  if (message !== undefined) return message.render({ ...env, bound })
  const reads = new Map<string, Value>()
  holds.term.run({ ...env, bound, reads })
  const values = [...reads].slice(0, MAX_READS).map(([fact, value]) => `${fact} is ${formatValue(value)}`)
  const needed = `${skill.name} needs that ${text}`
  return values.length === 0 ? needed : `${needed}, and ${values.join(', ')}`
}

/** More values than this do not help an explanation. */
const MAX_READS = 6

/** Substitutes the ports' values for their names in a formula. */
function withPortValues(source: string, skill: Skill, bound: readonly Value[]): string {
  return source.replace(/\?(\w+)/g, (name: string, port: string) => {
    const value = bound[skill.ports.findIndex((known) => known.name === port)]
    return value === undefined ? name : String(value)
  })
}

const formatBinding = (skill: Skill, bound: readonly Value[]): string =>
  skill.ports.map(({ name }, index) => `${name}=${String(bound[index])}`).join(', ')

const noOutcome = (skill: Skill): FailedCheck => ({
  checkId: 'has-outcome',
  text:
    `${skill.name} has no outcome that is possible here: choose other arguments, ` +
    'or check the `when` of its outcomes',
})

const tooManyOutcomes = (skill: Skill): FailedCheck => ({
  checkId: 'has-outcome',
  text: `${skill.name} has more than ${DATA_LIMITS.outcomes} outcomes here: use literal port values`,
})

const outOfRange = (skill: Skill, fact: string, value: Value): FailedCheck => ({
  checkId: 'in-range',
  text: `${skill.name} would make ${fact} ${formatValue(value)}, which it cannot be: add a check that forbids it`,
})
