import { compile, compileSet, compileTest } from '../formula/compile.js'
import { compileEffect } from '../formula/effect.js'
import { describeSort } from '../formula/range.js'
import { Scope } from '../formula/scope.js'
import { compileTemplate, type Template } from '../formula/template.js'
import type { Term } from '../formula/term.js'
import type { Vocabulary } from '../formula/vocabulary.js'
import { DATA_LIMITS } from '../limits.js'
import type { Problems, Source } from '../problems.js'
import type { Change, Expected, Observed, Outcome, Test } from '../run/skill.js'
import type { ExpectationShape } from '../shape/domain-shape.js'
import { parseEffect } from '../syntax/parse-effect.js'
import { parseFormula } from '../syntax/parse.js'
import { sizeOf, type Sort } from '../value.js'
import { parseBound } from './header.js'
import { compileObserved } from './observed.js'

type Names = readonly (readonly [name: string, sort: Sort | undefined])[]

/** What formulas are checked against, and where their problems go. */
export interface Workshop {
  readonly vocabulary: Vocabulary
  readonly problems: Problems
  /** `start(…)` is allowed: the formulas belong to a task */
  readonly task?: boolean
}

/** Compiles the formulas and sentences of one skill or task, with its ports in scope. */
export class Builder {
  readonly #shop: Workshop
  readonly #problems: Problems
  readonly #names: Names

  constructor(shop: Workshop, names: Names = []) {
    this.#shop = shop
    this.#problems = shop.problems
    this.#names = names
  }

  with(name: string, sort: Sort): Builder {
    return new Builder(this.#shop, [...this.#names, [name, sort]])
  }

  test(source: Source, after = false): Test | undefined {
    const expr = parseFormula(source, this.#problems)
    const term = expr === undefined ? undefined : compileTest(expr, this.#scope(source, after))
    return term === undefined ? undefined : { source: source.text, term }
  }

  /** Compiles a formula whose value is a number. */
  number(source: Source): Test | undefined {
    const scope = this.#scope(source, false)
    const expr = parseFormula(source, this.#problems)
    const term: Term | undefined = expr === undefined ? undefined : compile(expr, scope)
    if (expr === undefined || term === undefined) return undefined
    if (term.sort.kind === 'number') return { source: source.text, term }
    scope.error(expr, {
      code: 'domain.not-a-number',
      message: `${scope.text(expr)} is no number`,
      expected: 'a formula whose value is a number, such as count ?i in item (…)',
      got: describeSort(term.sort, scope.vocabulary.types),
    })
    return undefined
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

  observed(source: Source): Observed | undefined {
    const expr = parseFormula(source, this.#problems)
    return expr === undefined ? undefined : compileObserved(expr, source.text, this.#scope(source, false))
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
    return new Scope({ ...this.#shop, source, after }, this.#names)
  }
}

/** Drops what had problems, which have been reported. */
export const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined)
