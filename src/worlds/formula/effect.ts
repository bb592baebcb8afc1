import { didYouMean } from '#base/diagnostic.js'
import { DATA_LIMITS } from '../limits.js'
import { hint, suggestion, listNames } from '../problems.js'
import { overlaps, isWithin, NONE, sizeOf, UNKNOWN, valuesOf, type Value } from '../value.js'
import type { EffectExpr, Expr } from '../syntax/ast.js'
import { sameUnit } from './compare.js'
import { compile, compileSet, compileTest } from './compile.js'
import { factOf } from './named.js'
import { notNone } from './narrow.js'
import { describeSort } from './range.js'
import type { Scope } from './scope.js'
import { withBinding, type Env, type Term } from './term.js'
import type { Variable } from './vocabulary.js'

/** One checked line of an effect. It reads the state before the command and passes assignments on. */
export interface Effect {
  readonly cost: number
  /** names of the state variables that it may set */
  readonly sets: readonly string[]
  apply(env: Env, changes: Changes): void
}

/** Receives what an effect does. */
interface Changes {
  set(fact: string, value: Value, variable: Variable): void
  /** What it does depends on something unknown. */
  undecided(): void
}

/** @returns undefined if it has problems; all of them have been reported */
export function compileEffect(expr: EffectExpr, scope: Scope): Effect | undefined {
  switch (expr.kind) {
    case 'assign':
      return assignment(expr, scope)
    case 'if':
      return conditional(expr, scope)
    case 'forall':
      return forEach(expr, scope)
  }
}

function assignment(expr: EffectExpr & { readonly kind: 'assign' }, scope: Scope): Effect | undefined {
  const { target, value } = expr
  const args = target.args?.map((arg) => compile(arg, scope)) ?? []
  const variable = settable(target, scope)
  const term = isUnknown(value, scope) ? forgotten(variable) : compile(value, scope)
  if (variable === undefined) return undefined
  const fact = factOf(variable, target, args, scope)
  if (fact === undefined || term === undefined) return undefined
  const { types } = scope.vocabulary
  // arithmetic that leaves a number range is detected at run time: see the check `in-range`
  const fits =
    variable.sort.kind === 'number'
      ? overlaps(term.sort, variable.sort)
      : isWithin(term.guarded ?? term.sort, variable.sort)
  if (!fits) {
    scope.error(value, {
      code: 'domain.value-type',
      message: `${target.name} cannot be set to ${scope.text(value)}`,
      expected: describeSort(variable.sort, types),
      got: describeSort(term.sort, types),
    })
    return undefined
  }
  if (!sameUnit(variable.sort, term.sort, expr, scope)) return undefined
  const cost = fact.terms.reduce((total, part) => total + part.cost, term.cost)
  return {
    cost,
    sets: [variable.name],
    apply: (env, changes) => {
      const name = fact.name(env)
      if (name === undefined) changes.undecided()
      else changes.set(name, term.run(env), variable)
    },
  }
}

/** `:= unknown`, in a world in which nothing is called so */
function isUnknown(value: Expr, { vocabulary: { objects, variables, definitions } }: Scope): boolean {
  if (value.kind !== 'name' || value.name !== 'unknown' || value.args !== undefined) return false
  return !objects.has('unknown') && !variables.has('unknown') && !definitions.has('unknown')
}

const forgotten = (variable: Variable | undefined): Term | undefined =>
  variable && { sort: variable.sort, cost: 1, varies: false, run: () => UNKNOWN }

function settable(target: Expr & { readonly kind: 'name' }, scope: Scope): Variable | undefined {
  const { variables, definitions, broken } = scope.vocabulary
  const variable = variables.get(target.name)
  if (variable !== undefined && variable.constants === undefined) return variable
  if (broken.has(target.name)) return undefined
  const state = [...variables.values()].filter(({ constants }) => constants === undefined)
  const what =
    variable !== undefined ? 'a constant' : definitions.has(target.name) ? 'a definition' : undefined
  const near =
    what === undefined
      ? didYouMean(
          target.name,
          state.map(({ name }) => name),
        )
      : undefined
  scope.error(target, {
    code: what === undefined ? 'domain.unknown-name' : 'domain.not-settable',
    message:
      what === undefined
        ? `no state variable is called ${scope.text(target)}`
        : `${target.name} is ${what}: a skill can only change the state`,
    expected: `a state variable: ${listNames(state.map(({ name }) => name))}`,
    got: scope.text(target),
    ...hint(target.name === NONE ? undefined : suggestion(near)),
  })
  return undefined
}

function conditional(expr: EffectExpr & { readonly kind: 'if' }, scope: Scope): Effect | undefined {
  const test = compileTest(expr.test, scope)
  const then = compileEffect(expr.then, scope.without(notNone(expr.test, true)))
  const otherwise =
    expr.otherwise === undefined
      ? NOTHING
      : compileEffect(expr.otherwise, scope.without(notNone(expr.test, false)))
  if (test === undefined || then === undefined || otherwise === undefined) return undefined
  return {
    cost: test.cost + then.cost + otherwise.cost,
    sets: [...then.sets, ...otherwise.sets],
    apply: (env, changes) => {
      const value = test.run(env)
      if (value === UNKNOWN) changes.undecided()
      else (value === true ? then : otherwise).apply(env, changes)
    },
  }
}

const NOTHING: Effect = { cost: 0, sets: [], apply: () => undefined }

function forEach(expr: EffectExpr & { readonly kind: 'forall' }, scope: Scope): Effect | undefined {
  const { bound } = expr
  const sort = compileSet(bound.set, scope)
  if (!scope.isNew(bound)) return undefined
  const inside = scope.with(bound.name, sort)
  const slot = scope.size
  const effects = expr.effects.map((effect) => compileEffect(effect, inside))
  const good = effects.filter((effect) => effect !== undefined)
  if (sort === undefined || good.length < effects.length) return undefined
  const cost = 1 + sizeOf(sort) * good.reduce((total, effect) => total + effect.cost, 1)
  if (cost > DATA_LIMITS.cost) {
    scope.error(bound.nameAt, {
      code: 'domain.formula-too-costly',
      message: 'the effect would have to look at too many values',
      expected: `at most ${DATA_LIMITS.cost}`,
      got: String(cost),
    })
    return undefined
  }
  const values = valuesOf(sort)
  return {
    cost,
    sets: good.flatMap(({ sets }) => sets),
    apply: (env, changes) => {
      for (const value of values) {
        const inner = withBinding(env, slot, value)
        for (const effect of good) effect.apply(inner, changes)
      }
    },
  }
}
