import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'
import { changedFluents, valueText, judgementOf, type Judgement } from './judgement.js'

/** What steps lead to in one state. */
export interface Example {
  /** facts that are other than at the start */
  readonly where: Fluents
  /** the verdict of each step, by the step as a tree's author would say it */
  readonly steps: ReadonlyMap<string, string>
}

/** Steps that are kept: more would be a file that nobody reads. */
const MOST_KEPT = 2_500

/**
 * Chooses examples of what a world means out of states that a search has found: for every verdict of a skill, for every
 * value of each port and for every value of a fact on which a check has been decided, the first step that shows it.
 */
export function chooseExamples(
  domain: DataDomain,
  states: readonly Fluents[],
  steps: readonly PlannedStep[],
): readonly Example[] {
  const seen = new Seen()
  const examples: Example[] = []
  let kept = 0
  for (const state of states) {
    if (kept >= MOST_KEPT) break
    const found = new Map<string, string>()
    for (const step of steps) {
      const verdict = judgementOf(domain, state, step)
      if (seen.isFirst(keysOf(domain, state, step, verdict))) found.set(formatStep(step), verdict.text)
    }
    kept += found.size
    if (found.size > 0) examples.push({ where: changedFluents(domain.initial, state), steps: found })
  }
  return examples
}

/** What one look at a step shows. */
function keysOf(
  domain: DataDomain,
  state: Fluents,
  { skill, args }: PlannedStep,
  { kind, text, command }: Judgement,
): readonly string[] {
  const written = Object.entries(args).map(([port, value]) => `${port}=${value}`)
  // the objects of the step itself stand in its effect: of each, one example will do
  const verdict = kind === 'allowed' ? text : `${kind} ${text}`
  const shape = verdict.replaceAll(/\([^)]*\)/g, '')
  const keys = [
    `${skill} ${shape.replaceAll(/:= [^,]+/g, '')}`,
    ...written.map((one) => `${skill} ${one} ${shape}`),
  ]
  if (command === undefined) return keys
  const checks = domain.explain(state, command)
  keys.push(`${skill} ${checks.map(({ holds }) => Number(holds)).join('')}`)
  const failed = checks.findIndex(({ holds }) => !holds)
  for (const { checkId, holds, values } of failed === -1 ? checks : checks.slice(0, failed + 1)) {
    const check = `${skill} ${checkId} ${holds}`
    for (const [fact, value] of values) {
      keys.push(`${check} ${baseOf(fact)}=${valueText(value)}`)
      // that this fact decides and not another of its kind shows where the other is otherwise
      for (const other of alike(domain, fact))
        if (state.get(other) !== value) keys.push(`${check} ${values.length === 1 ? fact : ''} not ${other}`)
    }
  }
  return keys
}

const baseOf = (fact: string): string => fact.replace(/\(.*/, '')

/** The facts of the same name, unless there are very many. */
function alike(domain: DataDomain, fact: string): readonly string[] {
  const of = ALIKE.get(domain) ?? new Map<string, string[]>()
  if (of.size === 0)
    for (const each of domain.initial.keys()) of.set(baseOf(each), [...(of.get(baseOf(each)) ?? []), each])
  ALIKE.set(domain, of)
  const found = of.get(baseOf(fact)) ?? []
  return found.length > MOST_ALIKE ? [] : found
}

const ALIKE = new WeakMap<DataDomain, Map<string, string[]>>()
const MOST_ALIKE = 20

/** What has been shown already. */
export class Seen {
  readonly #keys = new Set<string>()

  /** Whether one of them is new; they are remembered. */
  isFirst(keys: readonly string[]): boolean {
    const before = this.#keys.size
    for (const key of keys) this.#keys.add(key)
    return this.#keys.size > before
  }
}
