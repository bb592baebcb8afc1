import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import type { Fluents } from '../value.js'

interface Oversight {
  readonly code: 'value-never-allowed' | 'effect-unnoticed'
  readonly text: string
}

/** What no single look at a world shows: values that no step is ever allowed with, changes that nobody would miss. */
export class Oversights {
  readonly #tried = new Set<string>()
  readonly #allowed = new Set<string>()
  readonly #unnoticed = new Set<string>()

  tried(step: PlannedStep): void {
    for (const part of partsOf(step)) this.#tried.add(part)
  }

  /** A step was allowed. */
  allowed(step: PlannedStep): void {
    for (const part of partsOf(step)) this.#allowed.add(part)
  }

  /** What a step has led to. */
  ended(step: PlannedStep, before: Fluents, after: Fluents, isExpected: (state: Fluents) => boolean): void {
    for (const fact of unnoticed(before, after, isExpected)) this.#unnoticed.add(`${step.skill} ${fact}`)
  }

  /** @param known skills that are told to be allowed nowhere as a whole */
  findings(known: readonly string[]): readonly Oversight[] {
    const never = [...this.#tried].filter(
      (part) => !this.#allowed.has(part) && !known.includes(part.split(' ')[0] ?? ''),
    )
    return [
      ...never.map((part) => ({
        code: 'value-never-allowed' as const,
        text: `${part} is allowed in no state found`,
      })),
      ...[...this.#unnoticed].map((pair) => {
        const [skill, fact] = pair.split(' ')
        const text = `nothing that ${skill} expects would be missed if ${fact} had not changed: say it in expected:`
        return { code: 'effect-unnoticed' as const, text }
      }),
    ]
  }
}

const partsOf = ({ skill, args }: PlannedStep): readonly string[] =>
  Object.entries(args).map(([port, value]) => formatStep({ skill, args: { [port]: value } }))

/** Facts that a step changes, and of which its `expected:` would not notice that they have not changed. */
export function unnoticed(
  before: Fluents,
  after: Fluents,
  isExpected: (state: Fluents) => boolean,
): readonly string[] {
  return [...after].flatMap(([fact, value]) => {
    const was = before.get(fact)
    // what a task remembers of the way is no fact that sensors see
    if (fact.includes('#')) return []
    if (was === undefined || was === value || !isExpected(new Map(after).set(fact, was))) return []
    return [fact.replace(/\(.*/, '')]
  })
}
