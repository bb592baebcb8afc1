import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { Problems } from '#worlds/problems.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { Evidence, Reading } from '#worlds/run/judgement.js'
import { supportOf, type Formula } from './support.js'

/** What is seen of a formula. */
export interface Detection {
  readonly answer: 'yes' | 'no' | 'not to be seen'
  /** how much the evidence supports the answer, 0…1 */
  readonly confidence: number
  /** the readings that the formula looks at */
  readonly because: readonly Reading[]
  /** the facts that it looks at, that nobody has seen and that are not known without that */
  readonly missing: readonly string[]
}

/** An answer that is supported less than that is none: it would be wrong as often as right. */
export const LEAST = 0.5

/**
 * Answers a formula from what was seen: in Kleene's three-valued logic, over facts that sensors tell first, pictures
 * second, and that are otherwise as they are known without being seen.
 * @param unknown every fact of the world: those that have to be seen are `UNKNOWN`, as all are in `nothingKnown`, and
 * so is every fact of the evidence
 */
export function detect(formula: Formula, unknown: Fluents, evidence: Evidence, least = LEAST): Detection {
  const reads = new Map<string, Value>()
  const seen = new Map([
    ...unknown,
    ...[...evidence.values()].map(({ fact, value }) => [fact, value] as const),
  ])
  const value = formula(seen, reads)
  const because = [...reads.keys()].flatMap((fact) => evidence.get(fact) ?? [])
  const missing = [...reads.keys()].filter((fact) => !evidence.has(fact) && seen.get(fact) === UNKNOWN)
  const { yes, no, open } = supportOf(formula, unknown, evidence)
  const support = value === true ? yes : no
  return value === UNKNOWN || support < least
    ? { answer: 'not to be seen', confidence: open, because, missing }
    : { answer: value === true ? 'yes' : 'no', confidence: support, because, missing }
}

/** Every fact of a world, none of them seen. */
export const nothingKnown = ({ initial }: Pick<DataDomain, 'initial'>): Fluents =>
  new Map([...initial.keys()].map((fact) => [fact, UNKNOWN]))

/** Reads a formula of the world, as files and trees write it. */
export function formulaOf(domain: DataDomain, text: string): Result<Formula, readonly Diagnostic[]> {
  const problems = new Problems(() => undefined, 'detector')
  const test = domain.conditions.compile({ text, spot: { path: [] } }, [], problems)
  if (test === undefined) return err(problems.list())
  return ok((state, reads) =>
    test.term.run({ state, before: state, bound: [], ...(reads !== undefined && { reads }) }),
  )
}
