import type { DataDomain } from '#worlds/assemble.js'
import type { Test } from '#worlds/run/skill.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { Call } from './call.js'
import type { ReadyLesson } from './check-lesson.js'
import type { Binding } from './lesson.js'

/** A step as attempts and plans have it: ports that are as by default may be left out. */
export type PlainStep = Call

/** What the variables of a call are in a step; undefined where the step is not one that the call describes. */
export function matchCall(
  call: Call,
  step: PlainStep,
  { variables }: ReadyLesson,
  domain: DataDomain,
): Binding | undefined {
  if (call.skill !== step.skill) return undefined
  const found = new Map<string, string>()
  for (const [port, wanted] of Object.entries(call.args)) {
    const value = step.args[port] ?? omittedValue(domain, step.skill, port)
    if (value === undefined) return undefined
    if (!wanted.startsWith('?')) {
      if (value !== wanted) return undefined
      continue
    }
    const name = wanted.slice(1)
    const variable = variables.find((one) => one.name === name)
    if (variable === undefined || !variable.values.includes(value)) return undefined
    if ((found.get(name) ?? value) !== value) return undefined
    found.set(name, value)
  }
  return Object.fromEntries(found)
}

/** A call with its variables filled in; undefined where one has no value. */
export function groundCall({ skill, args }: Call, binding: Binding): PlainStep | undefined {
  const filled = Object.entries(args).map(([port, value]): [string, string | undefined] => [
    port,
    value.startsWith('?') ? binding[value.slice(1)] : value,
  ])
  if (filled.some(([, value]) => value === undefined)) return undefined
  return { skill, args: Object.fromEntries(filled.map(([port, value]) => [port, value ?? ''])) }
}

/** The bindings in which the condition of a lesson is known to be true, with these values given. */
export function* bindingsWhen(ready: ReadyLesson, state: Fluents, given: Binding = {}): Generator<Binding> {
  for (const binding of allBindings(ready, given))
    if (valueOf(ready.when, ready, binding, state) === true) yield binding
}

export function isTrueWith(ready: ReadyLesson, state: Fluents, given: Binding): boolean {
  for (const _ of bindingsWhen(ready, state, given)) return true
  return false
}

/** The value of a formula of a lesson: true, false or unknown. */
export const valueOf = (test: Test, ready: ReadyLesson, binding: Binding, state: Fluents): Value =>
  test.term.run({ state, before: state, bound: ready.variables.map(({ name }) => binding[name] ?? UNKNOWN) })

/** Every way to fill in the variables, with these values given. */
export function* allBindings({ variables }: ReadyLesson, given: Binding = {}): Generator<Binding> {
  const open = variables.map(({ name, values }) => {
    const fixed = given[name]
    return fixed === undefined ? values : values.filter((value) => value === fixed)
  })
  if (open.some((values) => values.length === 0)) return
  const at = open.map(() => 0)
  for (;;) {
    yield Object.fromEntries(variables.map(({ name }, i) => [name, open[i]?.[at[i] ?? 0] ?? '']))
    const turn = at.findLastIndex((value, i) => value + 1 < (open[i]?.length ?? 0))
    if (turn === -1) return
    at.forEach((value, i) => {
      if (i === turn) at[i] = value + 1
      if (i > turn) at[i] = 0
    })
  }
}

/** What a port is when a step leaves it out; undefined where it has to be written, or does not exist. */
export function omittedValue(domain: DataDomain, skill: string, port: string): string | undefined {
  const rule = domain.rules.skills.find(({ name }) => name === skill)?.ports.find(({ name }) => name === port)
  return rule?.optional === true ? (rule.default ?? 'none') : undefined
}
