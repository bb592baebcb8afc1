import { err, ok, type Result } from '#base/result.js'
import type { Expectation, Objection, Outlook } from '#twin/domain/domain.js'
import { fingerprintOf, type Fluents, hasValue, sayValue, valuesOf, type Value } from '../value.js'
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
): Result<Outlook<Fluents>, Objection> {
  const looks: Look[] = []
  for (const bound of bindings) {
    const look = judgeBound(skill, bound, state)
    if (look.ok) looks.push(look.value)
    else if (bindings.length === 1) return look
    else return err({ ...look.error, text: `with ${sayBound(skill, bound)}: ${look.error.text}` })
  }
  const outcomes = new Map(
    looks.flatMap((look) => look.outcomes.map((after) => [fingerprintOf(after), after])),
  )
  const [first, ...rest] = [...outcomes.values()]
  const [look] = looks
  if (first === undefined || look === undefined) return err(noOutcome(skill))
  if (outcomes.size > DATA_LIMITS.outcomes) return err(tooManyOutcomes(skill))
  return ok({ outcomes: [first, ...rest], expected: looks.length === 1 ? look.expected : [anyOf(looks)] })
}

/** The outlook for one binding of the ports. */
interface Look extends Outlook<Fluents> {
  readonly said: string
}

function judgeBound(skill: Skill, bound: readonly Value[], state: Fluents): Result<Look, Objection> {
  const env: Env = { state, before: state, bound }
  const said = sayBound(skill, bound)
  if (skill.done?.term.run(env) === true) {
    const done = skill.done.term
    const text = `nothing was left to do for ${skill.name}`
    const holds = (after: Fluents): boolean => done.run({ ...env, state: after }) === true
    return ok({ outcomes: [state], expected: [{ text, holds }], said })
  }
  const failed = skill.checks.find(({ holds }) => holds.term.run(env) !== true)
  if (failed !== undefined) return err({ checkId: failed.id, text: sayFailed(failed, skill, bound, env) })
  const outcomes: Fluents[] = []
  for (const outcome of skill.outcomes) {
    for (const extra of outcome.each === undefined ? [undefined] : valuesOf(outcome.each.sort)) {
      const inside: Env = { ...env, bound: extra === undefined ? bound : [...bound, extra] }
      if (outcome.when !== undefined && outcome.when.term.run(inside) !== true) continue
      const after = applied([skill.effect, outcome.change], inside, skill)
      if (!after.ok) return after
      outcomes.push(after.value)
    }
  }
  const [first, ...rest] = outcomes
  if (first === undefined) return err(noOutcome(skill))
  const expected = skill.expected.map((one) => expectation(one, skill, bound, state))
  return ok({ outcomes: [first, ...rest], expected, said })
}

/** Applies effects: all right-hand sides read the state before; if a fact is assigned twice, the last value wins. */
function applied(changes: readonly Change[], env: Env, skill: Skill): Result<Fluents, Objection> {
  const after = new Map(env.state)
  let odd: Objection | undefined
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
    text: text?.render({ state: before, before, bound }) ?? filledIn(holds.source, skill, bound),
    holds: (state) => holds.term.run({ state, before, bound }) === true,
  }
}

/** With open ports the final binding is unknown: all expectations of at least one binding must hold. */
function anyOf(looks: readonly Look[]): Expectation<Fluents> {
  const all = looks.map(({ said, expected }) => `${said}: ${expected.map(({ text }) => text).join(' and ')}`)
  return {
    text: all.join('; or '),
    holds: (state) => looks.some(({ expected }) => expected.every((one) => one.holds(state))),
  }
}

/** Returns the message of a failed check: its own text, or its sentence with the deciding values. */
export function sayFailed(
  { text, holds, say }: SkillCheck,
  skill: Skill,
  bound: readonly Value[],
  env: Env,
): string {
  if (say !== undefined) return say.render({ ...env, bound })
  const reads = new Map<string, Value>()
  holds.term.run({ ...env, bound, reads })
  const values = [...reads].slice(0, MOST_READS).map(([fact, value]) => `${fact} is ${sayValue(value)}`)
  const needed = `${skill.name} needs that ${text}`
  return values.length === 0 ? needed : `${needed}, and ${values.join(', ')}`
}

/** More values than this do not help an explanation. */
const MOST_READS = 6

/** Substitutes the ports' values for their names in a formula. */
function filledIn(source: string, skill: Skill, bound: readonly Value[]): string {
  return source.replace(/\?(\w+)/g, (name: string, port: string) => {
    const value = bound[skill.ports.findIndex((known) => known.name === port)]
    return value === undefined ? name : String(value)
  })
}

const sayBound = (skill: Skill, bound: readonly Value[]): string =>
  skill.ports.map(({ name }, index) => `${name}=${String(bound[index])}`).join(', ')

const noOutcome = (skill: Skill): Objection => ({
  checkId: 'has-outcome',
  text: `${skill.name} has no outcome that is possible here: choose other arguments, or look at its outcomes' when`,
})

const tooManyOutcomes = (skill: Skill): Objection => ({
  checkId: 'has-outcome',
  text: `${skill.name} has more than ${DATA_LIMITS.outcomes} outcomes here: write open ports out`,
})

const outOfRange = (skill: Skill, fact: string, value: Value): Objection => ({
  checkId: 'in-range',
  text: `${skill.name} would make ${fact} ${sayValue(value)}, which it cannot be: add a check that forbids it`,
})
