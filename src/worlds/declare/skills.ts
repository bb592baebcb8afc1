import { describeSort, sortFrom } from '../formula/range.js'
import type { Vocabulary } from '../formula/vocabulary.js'
import { DATA_LIMITS } from '../limits.js'
import { quote, type Problems, type Source } from '../problems.js'
import type { Expected, Outcome, Port, Skill, SkillCheck } from '../run/skill.js'
import type { Entry } from '../shape/composites.js'
import type { ExpectationShape, OutcomeShape, SkillShape } from '../shape/domain-shape.js'
import { NONE, sizeOf, valueFrom, type Sort, type Value } from '../value.js'
import { Builder, present } from './builder.js'
import { checkChances, declareMarks } from './marks.js'
import { checkNotReserved } from './types.js'

/** Compiles a skill; undefined if it has problems, which have been reported. */
export function declareSkill(
  { key, value }: Entry<SkillShape>,
  vocabulary: Vocabulary,
  problems: Problems,
): Skill | undefined {
  const errors = problems.errors
  const ports = (value.ports ?? []).map((entry) => declarePort(entry, vocabulary, problems))
  const build = new Builder(
    { vocabulary, problems },
    ports.map(({ name, sort }) => [name, sort] as const),
  )
  const done = value.done === undefined ? undefined : build.test(value.done)
  const checks = value.checks.map((check): SkillCheck | undefined => {
    const holds = build.test(check.holds)
    const message = check.say === undefined ? undefined : build.template(check.say)
    return holds === undefined ? undefined : { id: check.id.text, text: check.text.text, holds, message }
  })
  const effect = build.change(value.effect ?? [])
  const outcomes = (value.outcomes ?? [ONLY_OUTCOME]).map((outcome) => declareOutcome(outcome, build))
  const observes = (value.observes ?? []).map((source) => build.observed(source))
  const fails = (value.fails ?? []).map((outcome) => declareOutcome(outcome, build))
  const marks = declareMarks(value, vocabulary, build, problems)
  checkChances({ key, value }, problems)
  const expected = (value.expected ?? []).map((expectation) => build.expectation(expectation))
  if (problems.errors > errors) return undefined
  return {
    name: key.text,
    text: value.text.text,
    ports: ports.flatMap(({ sort, ...port }) =>
      sort === undefined ? [] : [{ ...port, sort } satisfies Port],
    ),
    done,
    checks: present(checks),
    effect,
    outcomes: present(outcomes),
    observes: present(observes),
    expected: present(expected),
    fails: present(fails),
    marks,
  }
}

/** Compiles what must hold at the end of a plan. */
export const declareGoal = (
  goal: readonly ExpectationShape[],
  vocabulary: Vocabulary,
  problems: Problems,
): readonly Expected[] => {
  const build = new Builder({ vocabulary, problems })
  return present(goal.map((expectation) => build.expectation(expectation, false)))
}

function declarePort(
  { key, value }: Entry<NonNullable<SkillShape['ports']>[number]['value']>,
  { types }: Vocabulary,
  problems: Problems,
): Omit<Port, 'sort'> & { readonly sort: Sort | undefined } {
  const sort = sortFrom(value.is, types, problems)
  checkNotReserved(key, problems)
  if (sort !== undefined && sizeOf(sort) > MAX_PORT_VALUES) {
    problems.error(value.is.spot, {
      code: 'domain.too-many',
      message: `the port ${key.text} can have too many values`,
      expected: `at most ${MAX_PORT_VALUES}`,
      got: String(sizeOf(sort)),
    })
  }
  const given =
    sort && value.default && defaultOf(key.text, { sort, types, written: value.default }, problems)
  const canBeNone = sort?.kind === 'objects' && sort.of.has(NONE)
  const omitted = given ?? (canBeNone ? NONE : undefined)
  return { name: key.text, sort, text: value.text?.text, omitted, isManner: given !== undefined }
}

function defaultOf(
  port: string,
  { sort, types, written }: { sort: Sort; types: Vocabulary['types']; written: Source },
  problems: Problems,
): Value | undefined {
  const value = valueFrom(written.text, sort)
  if (value !== undefined) return value
  problems.error(written.spot, {
    code: 'domain.default-value',
    message: `the port ${port} cannot be ${quote(written.text)}`,
    expected: describeSort(sort, types),
    got: quote(written.text),
  })
  return undefined
}

/** One per object that a domain can have, plus none. */
const MAX_PORT_VALUES = DATA_LIMITS.objects + 1

const ONLY_OUTCOME: OutcomeShape = {
  text: undefined,
  each: undefined,
  when: undefined,
  chance: undefined,
  effect: [],
}

function declareOutcome(outcome: OutcomeShape, build: Builder): Outcome | undefined {
  const each = outcome.each === undefined ? undefined : build.each(outcome.each)
  if (outcome.each !== undefined && each === undefined) return undefined
  const inside = each === undefined ? build : build.with(each.name, each.sort)
  const when = outcome.when === undefined ? undefined : inside.test(outcome.when)
  const change = inside.change(outcome.effect)
  if (outcome.when !== undefined && when === undefined) return undefined
  return { text: outcome.text?.text, each, when, chance: outcome.chance, change }
}
