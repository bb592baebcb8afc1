import { sortOf } from '../formula/range.js'
import type { Expr, SetExpr } from '../syntax/ast.js'
import { factName, NONE, UNKNOWN, valuesOf, type Value } from '../value.js'
import {
  ANYTHING,
  casesOf,
  connected,
  constantCases,
  constantTruth,
  equality,
  lazily,
  merged,
  operated,
  opposite,
  related,
  truthOf,
  type Cases,
  type Truth,
} from './cases.js'
import { FALSE, type Condition } from './condition-graph.js'
import {
  anyOf,
  combinationsOf,
  type Bindings,
  type Combination,
  type FormulaWriter,
  type Grounds,
} from './grounds.js'
import type { Written } from './parsed.js'
import { reachesTruth } from './reachability.js'

/**
 * Writes formulas out as conditions on the values of fluents: quantifiers and definitions are expanded, constants
 * folded. What cannot be written out is left to the twin.
 */
export class Formulas implements FormulaWriter {
  readonly #grounds: Grounds
  readonly #known = new Map<string, Truth>()
  readonly #values = new Map<string, Cases>()

  constructor(grounds: Grounds) {
    this.#grounds = grounds
  }

  truth(expr: Expr, bound: Bindings): Truth {
    const { graph } = this.#grounds
    switch (expr.kind) {
      case 'not':
        return opposite(this.truth(expr.of, bound))
      case 'and':
      case 'or':
        return connected(
          graph,
          expr.kind,
          expr.parts.map((part) => this.truth(part, bound)),
        )
      case 'implies':
        return connected(graph, 'or', [opposite(this.truth(expr.left, bound)), this.truth(expr.right, bound)])
      case 'compare':
        return this.#comparison(expr, bound)
      case 'in':
        return this.#membership(expr, bound)
      case 'quantifier':
        if (expr.word === 'forall' || expr.word === 'exists') return this.#quantified(expr, bound)
        return ANYTHING
      case 'name':
        return this.#namedTruth(expr, bound)
      case 'literal':
      case 'variable': {
        const cases = this.cases(expr, bound)
        return cases === undefined ? ANYTHING : truthOf(graph, cases)
      }
      case 'was':
      case 'sum':
        return ANYTHING
    }
  }

  /** @returns undefined where its values cannot be told apart */
  cases(expr: Expr, bound: Bindings): Cases | undefined {
    switch (expr.kind) {
      case 'literal':
        return constantCases(expr.value)
      case 'variable': {
        const value = bound.get(expr.name)
        if (value === undefined) return undefined
        return value === UNKNOWN ? NEVER_KNOWN : constantCases(value)
      }
      case 'name':
        return this.#named(expr, bound)
      case 'sum': {
        const [a, b] = [this.cases(expr.left, bound), this.cases(expr.right, bound)]
        return a && b && operated(this.#grounds.graph, a, b, ARITHMETIC[expr.op])
      }
      case 'quantifier':
        if (expr.word === 'forall' || expr.word === 'exists') break
        return this.#aggregate(expr, bound)
      case 'was':
        return undefined
      case 'not':
      case 'and':
      case 'or':
      case 'implies':
      case 'compare':
      case 'in':
        break
    }
    return casesOf(this.truth(expr, bound), this.#grounds.doubtful)
  }

  /** The members of a set that a bound name runs through. */
  members(set: SetExpr, bound: Bindings): readonly Value[] {
    if (set.kind === 'members')
      return set.members.flatMap((member) => [...(this.cases(member, bound)?.of.keys() ?? [])])
    const sort = sortOf(set.range, this.#grounds.vocabulary.types, () => undefined)
    return sort === undefined ? [] : valuesOf(sort)
  }

  /** The names that a fluent with these arguments can have, and when; and when nobody knows which. */
  namesOf(expr: Expr & { readonly kind: 'name' }, bound: Bindings): Cases | undefined {
    const { graph } = this.#grounds
    const args = (expr.args ?? []).map((arg) => this.cases(arg, bound))
    const all = combinationsOf(graph, args, false)
    return (
      all && {
        of: new Map(all.map(({ values, when }) => [factName(expr.name, values), when])),
        unknown: anyOf(
          graph,
          args.map((arg) => arg?.unknown),
        ),
      }
    )
  }

  #comparison(expr: Expr & { readonly kind: 'compare' }, bound: Bindings): Truth {
    const [a, b] = [this.cases(expr.left, bound), this.cases(expr.right, bound)]
    if (a === undefined || b === undefined) return ANYTHING
    const { graph, vocabulary } = this.#grounds
    if (expr.op === '=' || expr.op === '!=') {
      const equal = equality(graph, a, b)
      return expr.op === '=' ? equal : opposite(equal)
    }
    const holds = ORDER[expr.op]
    const number = (value: Value): number =>
      typeof value === 'string' ? (vocabulary.indices.get(value) ?? 0) : Number(value)
    return related(graph, a, b, (x, y) => holds(number(x), number(y)))
  }

  #membership(expr: Expr & { readonly kind: 'in' }, bound: Bindings): Truth {
    const { graph } = this.#grounds
    const of = this.cases(expr.of, bound)
    if (of === undefined) return ANYTHING
    const { set } = expr
    let inside: Truth
    if (set.kind === 'range') {
      const members = new Set(this.members(set, bound))
      inside = related(graph, of, constantCases(true), (value) => members.has(value))
    } else {
      const parts = set.members.map((member) => {
        const other = this.cases(member, bound)
        return other === undefined ? ANYTHING : equality(graph, of, other)
      })
      inside = connected(graph, 'or', parts)
    }
    return expr.negated ? opposite(inside) : inside
  }

  #quantified(expr: Expr & { readonly kind: 'quantifier' }, bound: Bindings): Truth {
    const parts = this.members(expr.bound.set, bound).map((value) =>
      this.truth(expr.body, new Map([...bound, [expr.bound.name, value]])),
    )
    return connected(this.#grounds.graph, expr.word === 'forall' ? 'and' : 'or', parts)
  }

  #aggregate(expr: Expr & { readonly kind: 'quantifier' }, bound: Bindings): Cases | undefined {
    const { graph, doubtful } = this.#grounds
    const { word } = expr
    let total: Cases | undefined
    for (const value of this.members(expr.bound.set, bound)) {
      const inside = new Map([...bound, [expr.bound.name, value]])
      const one: Cases | undefined =
        word === 'count'
          ? counted(casesOf(this.truth(expr.body, inside), doubtful))
          : this.cases(expr.body, inside)
      if (one === undefined) return undefined
      total = total === undefined ? one : operated(graph, total, one, AGGREGATE[word] ?? ARITHMETIC['+'])
      if (total === undefined) return undefined
    }
    return total ?? constantCases(0)
  }

  #namedTruth(expr: Expr & { readonly kind: 'name' }, bound: Bindings): Truth {
    const { graph, vocabulary, doubtful } = this.#grounds
    const { name, args } = expr
    const isOwn = vocabulary.variables.has(name) || vocabulary.definitions.has(name)
    if (!isOwn && name === 'reaches' && args !== undefined)
      return reachesTruth(this, this.#grounds, expr, bound)
    if (!isOwn && name === 'known' && args?.[0] !== undefined) {
      if (!doubtful) return constantTruth(true)
      const of = this.cases(args[0], bound)
      const unknown = of?.unknown
      if (of === undefined || unknown === undefined) return ANYTHING
      return { yes: () => graph.any([...of.of.values()]), no: () => unknown, exact: true }
    }
    if (!vocabulary.variables.has(name) && vocabulary.definitions.has(name)) return this.#defined(expr, bound)
    const cases = this.#named(expr, bound)
    return cases === undefined ? ANYTHING : truthOf(graph, cases)
  }

  #named(expr: Expr & { readonly kind: 'name' }, bound: Bindings): Cases | undefined {
    const { vocabulary, graph } = this.#grounds
    const { name, args = [] } = expr
    const variable = vocabulary.variables.get(name)
    if (variable !== undefined) return this.#read(expr, variable.constants, bound)
    if (vocabulary.definitions.has(name)) return this.#definedCases(expr, bound)
    if (name === NONE || vocabulary.objects.has(name)) return constantCases(name)
    const [arg] = args
    if (name === 'start' && arg !== undefined) return this.#atStart(this.cases(arg, bound))
    if (name === 'number' && arg !== undefined) {
      const of = this.cases(arg, bound)
      if (of === undefined) return undefined
      const found = new Map<Value, Condition[]>()
      for (const [value, when] of of.of) {
        const index = vocabulary.indices.get(String(value)) ?? 0
        found.set(index, [...(found.get(index) ?? []), when])
      }
      return { of: merged(graph, found), unknown: of.unknown }
    }
    return casesOf(this.#namedTruth(expr, bound), this.#grounds.doubtful)
  }

  #read(
    expr: Expr & { readonly kind: 'name' },
    constants: ReadonlyMap<string, Value> | undefined,
    bound: Bindings,
  ): Cases | undefined {
    const names = this.namesOf(expr, bound)
    if (names === undefined) return undefined
    const [name] = names.of.keys()
    if (names.of.size !== 1 || names.unknown !== FALSE) return this.#readOneOf(names, constants)
    const key = `${String(name)} ${names.of.get(name ?? '') ?? ''}`
    const known = this.#values.get(key) ?? this.#readOneOf(names, constants)
    if (known !== undefined) this.#values.set(key, known)
    return known
  }

  #readOneOf(names: Cases, constants: ReadonlyMap<string, Value> | undefined): Cases | undefined {
    const { graph, codec, doubtful } = this.#grounds
    const found = new Map<Value, Condition[]>()
    const unknown: (Condition | undefined)[] = [names.unknown]
    for (const [name, when] of names.of) {
      const add = (value: Value, condition: Condition): void =>
        void found.set(value, [...(found.get(value) ?? []), condition])
      const constant = constants?.get(String(name))
      if (constants !== undefined) {
        if (constant !== undefined) add(constant, when)
        continue
      }
      const fluent = codec.fluent(String(name))
      // an argument that the fluent does not take: a guard before it rules it out
      if (fluent === undefined) continue
      const values = codec.valuesOf(fluent)
      if (values === undefined) return undefined
      for (const [number, value] of values.entries())
        if (value !== UNKNOWN) add(value, graph.all([when, graph.is(fluent, number)]))
      if (doubtful) unknown.push(graph.all([when, graph.is(fluent, codec.number(fluent, UNKNOWN))]))
    }
    return { of: merged(graph, found), unknown: anyOf(graph, unknown) }
  }

  #defined(expr: Expr & { readonly kind: 'name' }, bound: Bindings): Truth {
    const { graph, definitions } = this.#grounds
    const written = definitions.get(expr.name)
    const calls = this.#calls(expr, bound)
    if (written === undefined || calls === undefined) return ANYTHING
    const parts = calls.map(({ values, when }) => ({ when, truth: this.#call(expr.name, written, values) }))
    return {
      yes: lazily(() => graph.any(parts.map(({ when, truth }) => graph.all([when, truth.yes()])))),
      no: lazily(() => graph.any(parts.map(({ when, truth }) => graph.all([when, truth.no()])))),
      exact: parts.every(({ truth }) => truth.exact),
    }
  }

  #call(name: string, written: Written, values: readonly Value[]): Truth {
    const key = factName(name, values)
    const known = this.#known.get(key) ?? this.truth(written.formula, bindingsOf(written, values))
    this.#known.set(key, known)
    return known
  }

  #definedCases(expr: Expr & { readonly kind: 'name' }, bound: Bindings): Cases | undefined {
    const { graph, definitions } = this.#grounds
    const written = definitions.get(expr.name)
    const calls = this.#calls(expr, bound)
    if (written === undefined || calls === undefined) return undefined
    const found = new Map<Value, Condition[]>()
    const unknown: (Condition | undefined)[] = []
    for (const { values, when } of calls) {
      const cases = this.cases(written.formula, bindingsOf(written, values))
      if (cases === undefined) return undefined
      for (const [value, condition] of cases.of)
        found.set(value, [...(found.get(value) ?? []), graph.all([when, condition])])
      unknown.push(cases.unknown === undefined ? undefined : graph.all([when, cases.unknown]))
    }
    return { of: merged(graph, found), unknown: anyOf(graph, unknown) }
  }

  /** With which values a definition is called, and when; an argument can be unknown. */
  #calls(expr: Expr & { readonly kind: 'name' }, bound: Bindings): readonly Combination[] | undefined {
    const args = (expr.args ?? []).map((arg) => this.cases(arg, bound))
    return combinationsOf(this.#grounds.graph, args, true)
  }

  #atStart(cases: Cases | undefined): Cases | undefined {
    const { graph, start } = this.#grounds
    if (cases === undefined) return undefined
    graph.look(start)
    const now = [...cases.of].find(([, when]) => graph.holds(when))
    return now === undefined ? NEVER_KNOWN : constantCases(now[0])
  }
}

const NEVER_KNOWN: Cases = { of: new Map(), unknown: 1 }

const bindingsOf = ({ parameters }: Written, values: readonly Value[]): Bindings =>
  new Map(parameters.map(({ name }, index) => [name, values[index] ?? UNKNOWN]))

const counted = (cases: Cases | undefined): Cases | undefined =>
  cases && {
    of: new Map([...cases.of].map(([value, when]) => [value === true ? 1 : 0, when])),
    unknown: cases.unknown,
  }

const ARITHMETIC: Readonly<Record<'+' | '-' | '*', (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
}

const AGGREGATE: Readonly<Record<string, (a: number, b: number) => number>> = {
  min: Math.min,
  max: Math.max,
}

const ORDER: Readonly<Record<'<' | '<=' | '>' | '>=', (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
