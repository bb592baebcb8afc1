import type { Diagnostic } from '#base/diagnostic.js'
import type { Goal } from '#instructions/read/meaning.js'
import { spoken, type SpokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Value } from '#worlds/value.js'
import { ARGUMENT_KEYS, type Form } from './forms.js'

/** A statement as a model writes it: `{"fact":"at","is":"dock"}`, or `any` of several. */
export type Statement = Simple | { readonly any: readonly Simple[] }

type Simple = Readonly<Record<string, Value>>

/** A statement as a formula of the world, with its words; both are made by rule. */
export function goalOf(statement: Statement, forms: readonly Form[], world: SpokenWorld): Goal {
  if (!isAny(statement)) {
    const formula = formulaOf(statement, forms)
    return { formula, text: wordsOf(formula, statement, world) }
  }
  const goals = statement.any.map((each) => goalOf(each, forms, world))
  return {
    formula: goals.map(({ formula }) => formula).join(' or '),
    text: goals.map(({ text }) => text).join(', or '),
  }
}

/** What keeps formulas from being said in a world; empty: all of them can be the goals of a task there. */
export function problemsOf(formulas: readonly string[], domain: DataDomain): readonly Diagnostic[] {
  return formulas.flatMap((formula) => {
    const task = taskFrom(
      { task: 'order', text: 'an order', goals: [{ text: 'it is so', holds: formula }] },
      () => undefined,
      domain,
    )
    if (task.ok) return []
    return task.error.map((problem): Diagnostic => ({
      ...problem,
      message: `a chat model wrote ${formula.slice(0, 120)}: ${problem.message}`,
      hint: problem.hint ?? 'it was not used; say the order in other words',
    }))
  })
}

const isAny = (statement: Statement): statement is { readonly any: readonly Simple[] } =>
  Array.isArray((statement as { readonly any?: unknown }).any)

function formulaOf(said: Simple, forms: readonly Form[]): string {
  const fact = factOf(said)
  const isTruth = forms.find((form) => form.fact === said['fact'])?.sort.kind === 'bool'
  for (const [key, sign] of OPERATORS)
    if (said[key] !== undefined && !(isTruth && key === 'is')) return `${fact} ${sign} ${said[key]}`
  if (said['known'] !== undefined) return `known(${fact})`
  return said['is'] === false ? `not ${fact}` : fact
}

const OPERATORS = [
  ['is', '='],
  ['is_not', '!='],
  ['at_least', '>='],
  ['at_most', '<='],
] as const

const argumentsOf = (said: Simple): string[] =>
  ARGUMENT_KEYS.flatMap((key) => (said[key] === undefined ? [] : [String(said[key])]))

function factOf(said: Simple): string {
  const args = argumentsOf(said)
  const name = String(said['fact'])
  return args.length === 0 ? name : `${name}(${args.join(', ')})`
}

/** As the skill that achieves it says it, else by rule. */
function wordsOf(formula: string, said: Simple, world: SpokenWorld): string {
  for (const { goal, outcome, ports } of world.frames) {
    const found = matched(goal, formula)
    if (found === undefined || !ports.every(({ name, values }) => values.has(found[name] ?? ''))) continue
    const words = outcome.replaceAll(/\{\?(\w+)\}/g, (whole, port: string) =>
      found[port] === undefined ? whole : spoken(found[port]),
    )
    // what is left to fill in depends on a state
    if (!words.includes('{')) return words
  }
  return byRule(said, world)
}

/** What the ports of a skill's goal are in a formula. */
function matched(goal: string, formula: string): Readonly<Record<string, string>> | undefined {
  const seen = new Set<string>()
  const pattern = goal
    .trim()
    .split(/(\?\w+|\s+)/)
    .map((part) => {
      if (/^\s+$/.test(part)) return '\\s+'
      if (!/^\?\w+$/.test(part)) return part.replaceAll(/[^\w]/g, '\\$&')
      const port = part.slice(1)
      if (seen.has(port)) return `\\k<${port}>`
      seen.add(port)
      return `(?<${port}>\\w+)`
    })
    .join('')
  const match = new RegExp(`^${pattern}$`).exec(formula)
  return match === null ? undefined : (match.groups ?? {})
}

function byRule(said: Simple, { states }: SpokenWorld): string {
  const fact = String(said['fact'])
  const args = argumentsOf(said).map(spoken)
  const name = `${spoken(fact)}${args.length === 0 ? '' : ` of ${args.join(' and ')}`}`
  if (said['known'] !== undefined) return `it is known: ${name}`
  const [key] = OPERATORS.find(([key]) => said[key] !== undefined) ?? ['is']
  const value = said[key]
  if (typeof value !== 'boolean') return `the ${name} ${WORDS[key]} ${spoken(String(value))}`
  const isState = args.length === 1 && states.some((state) => state.name === fact)
  if (isState) return `the ${args[0]} is ${value ? '' : 'not '}${spoken(fact)}`
  return `${name} is ${value ? 'so' : 'not so'}`
}

const WORDS = { is: 'is', is_not: 'is not', at_least: 'is at least', at_most: 'is at most' } as const
