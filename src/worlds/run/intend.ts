import { didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { BadStep, PlannedStep } from '#twin/domain/domain.js'
import { type Fluents, type Sort, valueFrom, valuesOf, type Value } from '../value.js'
import { DATA_LIMITS } from '../limits.js'
import { suggestion, quote, listNames } from '../problems.js'
import type { Port, Skill } from './skill.js'

/** One step of a data domain with its ports filled in. */
export interface GroundSkill {
  readonly skill: string
  /** ports as the tree writes them */
  readonly written: Readonly<Record<string, string>>
  /**
   * All possible bindings, each the values of all ports in order. There is more than one if a port is written
   * `{key}`: its value is known only at run time, so every possible value is judged.
   */
  readonly bindings: readonly [readonly Value[], ...(readonly Value[])[]]
}

type Intent = Result<readonly GroundSkill[], BadStep>

/**
 * Returns the one command of a step, or none if the skill's `done` already holds for every value of an open
 * port. Idempotent as far as `done` covers it (AMB-16).
 */
export function intendStep(
  skills: ReadonlyMap<string, Skill>,
  domain: string,
  step: Pick<PlannedStep, 'skill' | 'args'>,
  state: Fluents,
): Intent {
  const skill = skills.get(step.skill)
  if (skill === undefined) {
    const advice = suggestion(didYouMean(step.skill, skills.keys())) ?? `use ${listNames(skills.keys())}`
    const text = `${step.skill} is not a skill of the domain ${domain}: ${advice}`
    return err({ kind: 'bad-step', checkId: 'unknown-skill', text })
  }
  const bindings = bind(skill, step.args)
  if (!bindings.ok) return bindings
  const { done } = skill
  const isDone = (bound: readonly Value[]): boolean =>
    done?.term.run({ state, before: state, bound }) === true
  if (bindings.value.every(isDone)) return ok([])
  return ok([{ skill: skill.name, written: step.args, bindings: bindings.value }])
}

function bind(skill: Skill, args: PlannedStep['args']): Result<GroundSkill['bindings'], BadStep> {
  const known = skill.ports.map(({ name }) => name)
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const advice =
      suggestion(didYouMean(unknown, known)) ??
      (known.length === 0 ? 'it has none' : `it has ${listNames(known)}`)
    return bad(`${skill.name} has no port ${quote(unknown)}: ${advice}`)
  }
  let all: readonly (readonly Value[])[] = [[]]
  for (const port of skill.ports) {
    const values = valuesFor(skill, port, Object.hasOwn(args, port.name) ? args[port.name] : undefined)
    if (!values.ok) return values
    if (all.length * values.value.length > DATA_LIMITS.outcomes) return bad(tooOpen(skill))
    all = all.flatMap((bound) => values.value.map((value) => [...bound, value]))
  }
  const [first, ...rest] = all
  return first === undefined ? bad(tooOpen(skill)) : ok([first, ...rest])
}

function valuesFor(skill: Skill, port: Port, written: string | undefined): Result<readonly Value[], BadStep> {
  const { name, sort, omitted } = port
  if (written === undefined || (written === '' && omitted !== undefined)) {
    return omitted !== undefined ? ok([omitted]) : bad(`${skill.name} needs ${name}: ${choiceOf(sort)}`)
  }
  if (/^\{[^{}]+\}$/.test(written)) return ok(valuesOf(sort))
  const value = valueFrom(written, sort)
  if (value !== undefined) return ok([value])
  // a number that looks like another is still not that one
  const near = sort.kind === 'number' ? undefined : didYouMean(written, valuesOf(sort).map(String))
  const advice = suggestion(near) ?? choiceOf(sort)
  return bad(`${name}=${quote(written)} is not what ${skill.name} takes: ${advice}`)
}

const choiceOf = (sort: Sort): string =>
  sort.kind === 'number'
    ? `a whole number from ${sort.min} to ${sort.max}`
    : `choose one of ${listNames(valuesOf(sort).map(String))}`

const tooOpen = (skill: Skill): string =>
  `${skill.name} has more than ${DATA_LIMITS.outcomes} ways to fill in the ports that are written {key}: ` +
  'write some of them out'

const bad = (text: string): Result<never, BadStep> => err({ kind: 'bad-step', checkId: 'bad-argument', text })
