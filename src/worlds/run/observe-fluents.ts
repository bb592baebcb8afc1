import { didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import {
  type Fluents,
  formatValue,
  normalFact,
  UNKNOWN,
  valueOrUnknown,
  valuesOf,
  type Sort,
  type Value,
} from '../value.js'
import { suggestion, quote, listNames } from '../problems.js'

/** Sensor readings of some facts. */
export type ObservedFluents = ReadonlyMap<string, Value>

/** The world deviates from the belief (MOD-14). */
export interface FactDrift {
  readonly kind: 'fact-changed'
  readonly fact: string
  readonly believed: Value
  readonly seen: Value
  /** `location(cup) was kitchen_table and is floor` */
  readonly text: string
}

/**
 * Overwrites the belief with sensor readings. A fact that was unknown becomes known (`learned`), which is no drift;
 * whether the running command explains a drift is for its caller to say.
 */
export function observeFluents(
  state: Fluents,
  seen: ObservedFluents,
): { readonly state: Fluents; readonly drifts: readonly FactDrift[]; readonly learned: readonly string[] } {
  const after = new Map(state)
  const drifts: FactDrift[] = []
  const learned: string[] = []
  for (const [fact, value] of seen) {
    const believed = state.get(fact)
    if (believed === undefined || believed === value) continue
    after.set(fact, value)
    if (believed === UNKNOWN) {
      learned.push(fact)
      continue
    }
    const text = `${fact} was ${formatValue(believed)} and is ${formatValue(value)}`
    drifts.push({ kind: 'fact-changed', fact, believed, seen: value, text })
  }
  return { state: after.size === 0 || sameFluents(state, after) ? state : after, drifts, learned }
}

/**
 * Reads plain data from a sensor or a file as facts of a domain, checked against the ranges. A value may come with a
 * confidence, `{ value: sink, confidence: 0.8 }`, which must be one.
 */
export function readFluents(
  data: Readonly<Record<string, unknown>>,
  sorts: ReadonlyMap<string, Sort>,
): Result<ObservedFluents, readonly string[]> {
  const read = new Map<string, Value>()
  const problems: string[] = []
  for (const [written, reading] of Object.entries(data)) {
    const fact = normalFact(written)
    const sort = sorts.get(fact)
    const { value, confidence } = asReading(reading)
    const known = sort === undefined ? undefined : valueOrUnknown(sort, value)
    if (sort === undefined) {
      const advice = suggestion(didYouMean(fact, sorts.keys())) ?? `known are ${listNames(sorts.keys())}`
      problems.push(`there is no fact ${quote(written)}: ${advice}`)
    } else if (!(confidence >= 0 && confidence <= 1)) {
      problems.push(`the confidence of ${fact} is not a number from 0 to 1`)
    } else if (known !== undefined) {
      read.set(fact, known)
    } else
      problems.push(
        `${fact} cannot be ${quote(String(value))}: it is one of ${listNames(valuesOf(sort).map(String))}`,
      )
  }
  return problems.length === 0 ? ok(read) : err(problems)
}

const asReading = (reading: unknown): { readonly value: unknown; readonly confidence: number } =>
  typeof reading === 'object' && reading !== null && 'value' in reading
    ? { value: reading.value, confidence: 'confidence' in reading ? Number(reading.confidence) : 1 }
    : { value: reading, confidence: 1 }

const sameFluents = (a: Fluents, b: Fluents): boolean =>
  [...a].every(([fact, value]) => b.get(fact) === value)
