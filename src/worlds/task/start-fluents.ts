import { didYouMean } from '#base/diagnostic.js'
import { describeValue } from '#documents/value-text.js'
import { hint, listNames, quote, suggestion, type Problems, type Spot } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import { normalFact, valueOrUnknown, valuesOf, type Fluents, type Sort, type Value } from '../value.js'

/** Checks the facts that a task changes at the start: each must be one of the world's, with a value it can have. */
export function startFluents(
  entries: readonly Entry<Value>[],
  sorts: ReadonlyMap<string, Sort>,
  problems: Problems,
): Fluents {
  const facts = new Map<string, Value>()
  for (const { key, value } of entries) {
    const fact = normalFact(key.text)
    const sort = sorts.get(fact)
    if (sort === undefined) {
      problems.error(key.spot, {
        code: 'domain.unknown-fact',
        message: `there is no fact ${quote(key.text)}`,
        expected: listNames(sorts.keys(), 6),
        got: quote(key.text),
        ...hint(suggestion(didYouMean(fact, sorts.keys()))),
      })
      continue
    }
    const read = valueOrUnknown(sort, value)
    if (read !== undefined) facts.set(fact, read)
    else wrongValue(fact, value, sort, { spot: valueSpot(key.spot), problems })
  }
  return facts
}

function wrongValue(
  fact: string,
  value: Value,
  sort: Sort,
  { spot, problems }: { readonly spot: Spot; readonly problems: Problems },
): void {
  const values = valuesOf(sort).map(String)
  problems.error(spot, {
    code: 'domain.initial-value',
    message: `${fact} cannot be ${describeValue(value)}`,
    expected: listNames(values),
    got: describeValue(value),
    ...hint(suggestion(didYouMean(String(value), values))),
  })
}

const valueSpot = ({ path }: Spot): Spot => ({ path })
