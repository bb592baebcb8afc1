import { numbers, UNKNOWN, type Sort, type Value } from '../value.js'

/** `sum ?i in item (grams(?i))`, and the least and greatest value likewise. */
type Aggregate = 'sum' | 'min' | 'max'

/** The sum, least or greatest of the values of all; unknown as soon as one is. */
export function aggregate(word: Aggregate, all: readonly Value[], valueOf: (one: Value) => Value): Value {
  let result: number | undefined
  for (const one of all) {
    const value = valueOf(one)
    if (value === UNKNOWN) return value
    result = result === undefined ? Number(value) : COMBINE[word](result, Number(value))
  }
  return result ?? 0
}

/** What the result can be. */
export function aggregateSort(word: Aggregate, of: Sort, many: number): Sort {
  if (of.kind !== 'number' || many === 0) return numbers(0, 0)
  return word === 'sum' ? numbers(of.min * many, of.max * many, of.unit) : of
}

const COMBINE: Readonly<Record<Aggregate, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  min: Math.min,
  max: Math.max,
}
