import { compileSet, compileTest } from '../formula/compile.js'
import { compileEffect } from '../formula/effect.js'
import { parseEffect } from '../syntax/parse-effect.js'
import { parseFormula } from '../syntax/parse.js'
import { sortFrom } from '../formula/range.js'
import { Scope } from '../formula/scope.js'
import { compileTemplate, type Template } from '../formula/template.js'
import type { Vocabulary } from '../formula/vocabulary.js'
import { DATA_LIMITS } from '../limits.js'
import type { Problems, Source } from '../problems.js'
import type { Change, Expected, Outcome, Port, Skill, SkillCheck, Test } from '../run/skill.js'
import type { Entry } from '../shape/composites.js'
import type { ExpectationShape, OutcomeShape, SkillShape } from '../shape/domain-shape.js'
import { NONE, sizeOf, type Sort } from '../value.js'
import { parseBound } from './header.js'
import { checkNotReserved } from './types.js'

type Names = readonly (readonly [name: string, sort: Sort | undefined])[]

/** Compiles a skill; undefined if it has problems, which have been reported. */
export function declareSkill(
  { key, value }: Entry<SkillShape>,
  vocabulary: Vocabulary,
  problems: Problems,
): Skill | undefined {
  const errors = problems.errors
  const ports = (value.ports ?? []).map((entry) => declarePort(entry, vocabulary, problems))
  const names: Names = ports.map(({ name, sort }) => [name, sort])
  const build = new Builder(vocabulary, problems, names)
  const done = value.done === undefined ? undefined : build.test(value.done)
  const checks = value.checks.map((check): SkillCheck | undefined => {
    const holds = build.test(check.holds)
    const message = check.say === undefined ? undefined : build.template(check.say)
    return holds === undefined ? undefined : { id: check.id.text, text: check.text.text, holds, message }
  })
  const effect = build.change(value.effect ?? [])
  const outcomes = (value.outcomes ?? [ONLY_OUTCOME]).map((outcome) => declareOutcome(outcome, build))
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
    expected: present(expected),
  }
}

/** Compiles what must hold at the end of a plan. */
export const declareGoal = (
  goal: readonly ExpectationShape[],
  vocabulary: Vocabulary,
  problems: Problems,
): readonly Expected[] => {
  const build = new Builder(vocabulary, problems, [])
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
  const optional = sort?.kind === 'objects' && sort.of.has(NONE)
  return { name: key.text, sort, text: value.text?.text, optional }
}

/** One per object that a domain can have, plus none. */
const MAX_PORT_VALUES = DATA_LIMITS.objects + 1

const ONLY_OUTCOME: OutcomeShape = { text: undefined, each: undefined, when: undefined, effect: [] }

function declareOutcome(outcome: OutcomeShape, build: Builder): Outcome | undefined {
  const each = outcome.each === undefined ? undefined : build.each(outcome.each)
  if (outcome.each !== undefined && each === undefined) return undefined
  const inside = each === undefined ? build : build.with(each.name, each.sort)
  const when = outcome.when === undefined ? undefined : inside.test(outcome.when)
  const change = inside.change(outcome.effect)
  if (outcome.when !== undefined && when === undefined) return undefined
  return { text: outcome.text?.text, each, when, change }
}

/** Compiles the formulas and sentences of one skill, with its ports in scope. */
class Builder {
  readonly #vocabulary: Vocabulary
  readonly #problems: Problems
  readonly #names: Names

  constructor(vocabulary: Vocabulary, problems: Problems, names: Names) {
    this.#vocabulary = vocabulary
    this.#problems = problems
    this.#names = names
  }

  with(name: string, sort: Sort): Builder {
    return new Builder(this.#vocabulary, this.#problems, [...this.#names, [name, sort]])
  }

  test(source: Source, after = false): Test | undefined {
    const expr = parseFormula(source, this.#problems)
    const term = expr === undefined ? undefined : compileTest(expr, this.#scope(source, after))
    return term === undefined ? undefined : { source: source.text, term }
  }

  template(source: Source): Template | undefined {
    return compileTemplate(source, this.#problems, (piece) => this.#scope(piece, false))
  }

  change(sources: readonly Source[]): Change {
    const effects = sources.map((source) => {
      const expr = parseEffect(source, this.#problems)
      return expr === undefined ? undefined : compileEffect(expr, this.#scope(source, false))
    })
    return { source: sources.map(({ text }) => text), effects: present(effects) }
  }

  /** @param after whether there is a state before, to which `was` can refer */
  expectation({ text, holds }: ExpectationShape, after = true): Expected | undefined {
    const test = this.test(holds, after)
    const template = text === undefined ? undefined : this.template(text)
    return test === undefined ? undefined : { text: template, textSource: text?.text, holds: test }
  }

  each(source: Source): Outcome['each'] {
    const bound = parseBound(source, this.#problems)
    if (bound === undefined) return undefined
    const scope = this.#scope(source, false)
    const sort = compileSet(bound.set, scope)
    if (scope.has(bound.name)) {
      scope.nameTwice(bound, 'is already a port')
      return undefined
    }
    if (sort === undefined || sizeOf(sort) <= DATA_LIMITS.outcomes) {
      return sort === undefined ? undefined : { name: bound.name, source: source.text, sort }
    }
    scope.error(bound.nameAt, {
      code: 'domain.too-many',
      message: 'the skill would have too many outcomes',
      expected: `at most ${DATA_LIMITS.outcomes}`,
      got: String(sizeOf(sort)),
    })
    return undefined
  }

  #scope(source: Source, after: boolean): Scope {
    return new Scope({ vocabulary: this.#vocabulary, source, problems: this.#problems, after }, this.#names)
  }
}

const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)
