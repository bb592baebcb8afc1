import { BOOL, numbers, UNKNOWN } from '../value.js'
import type { Expr } from '../syntax/ast.js'
import type { Scope } from './scope.js'
import { combine, type Term } from './term.js'

type BuiltIn = 'start' | 'known' | 'number'

/**
 * Whether the language itself gives this name a meaning. It is no keyword: a world may declare the name for itself, and
 * then means its own.
 */
export const isBuiltIn = (name: string): name is BuiltIn => Object.hasOwn(BUILT_INS, name)

/** Compiles a function of the language: `start(location(mug))`. */
export function builtIn(
  expr: Expr,
  name: BuiltIn,
  args: readonly (Term | undefined)[],
  scope: Scope,
): Term | undefined {
  if (args.length === 1) return args[0] === undefined ? undefined : BUILT_INS[name](args[0], expr, scope)
  scope.error(expr, {
    code: 'domain.arity',
    message: `${name} takes 1 argument, not ${args.length}`,
    expected: `${name}(…)`,
    got: scope.text(expr),
  })
  return undefined
}

type Maker = (arg: Term, expr: Expr, scope: Scope) => Term | undefined

/** The value that something had when the task began. */
const atStart: Maker = (arg, expr, scope) => {
  if (scope.inTask) return { ...arg, run: (env) => arg.run({ ...env, state: env.start ?? env.state }) }
  scope.error(expr, {
    code: 'domain.start-here',
    message: 'start(…) speaks of the beginning of a task, which a world has not',
    expected: 'start only in the formulas of a task file',
    got: scope.text(expr),
  })
  return undefined
}

/** Whether a value is known; of the formulas with an unknown part this one alone is never unknown. */
const isKnown: Maker = ({ cost, varies, run }) => ({
  sort: BOOL,
  cost,
  varies,
  run: (env) => run(env) !== UNKNOWN,
})

/** The number of an object that has an order: 2 of `slot_2`. */
const numberOf: Maker = (arg, expr, scope) => {
  const indices = indicesOf(arg, scope)
  if (indices === undefined) {
    scope.error(expr, {
      code: 'domain.no-order',
      message: `${scope.text(expr)}: these objects have no numbers`,
      expected: 'an object of a type such as slot: slot(1..4)',
      got: scope.text(expr),
    })
    return undefined
  }
  return {
    sort: numbers(Math.min(...indices.values()), Math.max(...indices.values())),
    ...combine([arg]),
    run: indexed(arg, indices),
  }
}

/** The numbers of all objects that it can be; undefined if one has none. */
export function indicesOf(term: Term, { vocabulary }: Scope): ReadonlyMap<string, number> | undefined {
  const sort = term.guarded ?? term.sort
  if (sort.kind !== 'objects' || sort.of.size === 0) return undefined
  const { indices } = vocabulary
  return [...sort.of].every((name) => indices.has(name)) ? indices : undefined
}

/** Evaluates to the number of an object. */
export const indexed =
  (term: Term, indices: ReadonlyMap<string, number>): Term['run'] =>
  (env) => {
    const value = term.run(env)
    return value === UNKNOWN ? value : (indices.get(String(value)) ?? 0)
  }

const BUILT_INS: Readonly<Record<BuiltIn, Maker>> = { start: atStart, known: isKnown, number: numberOf }
