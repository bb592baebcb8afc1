import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { Evidence } from '#worlds/run/judgement.js'

/** How much the evidence says for each answer; together 1. */
export interface Support {
  readonly yes: number
  readonly no: number
  /** it would say neither */
  readonly open: number
}

/** A formula that can be asked of any facts. @param reads where it notes the facts that it looks at */
export type Formula = (facts: Fluents, reads?: Map<string, Value>) => Value

/**
 * Each reading is right with its confidence, whatever the others are, and where it is not, nothing is known of its
 * fact. The support of an answer is the probability that what is left then decides the formula that way: a belief in
 * the sense of Dempster and Shafer, and so never more than what the readings prove. Cases are followed in the order of
 * their probability; those beyond the limit count as open.
 */
export function supportOf(formula: Formula, unknown: Fluents, evidence: Evidence): Support {
  const support = { yes: 0, no: 0, open: 0 }
  const cases: Case[] = [{ weight: 1, right: new Map() }]
  let left = 1
  for (let looked = 0; looked < MOST_CASES && left > NEGLIGIBLE; looked++) {
    const next = cases.pop()
    if (next === undefined) break
    const { value, doubtful } = lookAt(next, { formula, unknown, evidence })
    if (doubtful === undefined) {
      support[value === UNKNOWN ? 'open' : value === true ? 'yes' : 'no'] += next.weight
      left -= next.weight
      continue
    }
    const confidence = evidence.get(doubtful)?.confidence ?? 0
    insert(cases, { weight: next.weight * confidence, right: new Map(next.right).set(doubtful, true) })
    insert(cases, { weight: next.weight * (1 - confidence), right: new Map(next.right).set(doubtful, false) })
  }
  return { ...support, open: Math.max(0, 1 - support.yes - support.no) }
}

const MOST_CASES = 2_000
/** What is left of the probability may be that much. */
const NEGLIGIBLE = 1e-6

/** Some readings are right, some are not, and of the others it is not decided yet. */
interface Case {
  readonly weight: number
  readonly right: ReadonlyMap<string, boolean>
}

interface Asked {
  readonly formula: Formula
  readonly unknown: Fluents
  readonly evidence: Evidence
}

/** What the formula is, and a fact on whose reading that still depends. */
function lookAt(
  { right }: Case,
  { formula, unknown, evidence }: Asked,
): { readonly value: Value; readonly doubtful?: string } {
  const reads = new Map<string, Value>()
  const isOpen = (fact: string, confidence: number): boolean => confidence < 1 && !right.has(fact)
  const facts = (takeOpen: boolean): Fluents => {
    const taken = [...evidence.values()].filter(({ fact, confidence }) =>
      isOpen(fact, confidence) ? takeOpen : right.get(fact) !== false,
    )
    return new Map([...unknown, ...taken.map(({ fact, value }) => [fact, value] as const)])
  }
  const value = formula(facts(true), reads)
  const doubtful = [...reads.keys()].find((fact) => isOpen(fact, evidence.get(fact)?.confidence ?? 1))
  // more knowledge never changes what is decided without it: where both ends agree, so does all between
  const isDecided = doubtful === undefined || value === UNKNOWN || formula(facts(false)) === value
  return isDecided ? { value } : { value, doubtful }
}

/** Keeps the likeliest case last. */
function insert(cases: Case[], one: Case): void {
  if (one.weight <= 0) return
  let [low, high] = [0, cases.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cases[middle]?.weight ?? 0) < one.weight) low = middle + 1
    else high = middle
  }
  cases.splice(low, 0, one)
}
