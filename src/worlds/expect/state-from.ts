import { didYouMean } from '#base/diagnostic.js'
import type { DataDomain } from '../assemble.js'
import { hint, listNames, quote, suggestion, type Problems } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import { normalFact, valueOrUnknown, valuesOf, type Fluents, type Value } from '../value.js'

/** The state that a file describes by what is other than at the start; undefined, and told, where it cannot be. */
export function stateFrom(
  where: readonly Entry<Value>[],
  { initial, sorts }: Pick<DataDomain, 'initial' | 'sorts'>,
  problems: Problems,
): Fluents | undefined {
  const state = new Map(initial)
  let isWrong = false
  for (const { key, value } of where) {
    const fact = normalFact(key.text)
    const sort = sorts.get(fact)
    // what a task remembers of the way stands beside the facts of the world, and has no range
    const read = sort === undefined ? value : valueOrUnknown(sort, value)
    if (initial.has(fact) && read !== undefined) {
      state.set(fact, read)
      continue
    }
    isWrong = true
    problems.error(key.spot, {
      code: 'expect.no-state',
      message: initial.has(fact)
        ? `${fact} cannot be ${quote(String(value))} any more`
        : `there is no fact ${quote(fact)} any more`,
      expected: listNames(sort === undefined ? initial.keys() : valuesOf(sort).map(String), 6),
      got: quote(String(initial.has(fact) ? value : fact)),
      ...hint(initial.has(fact) ? undefined : suggestion(didYouMean(fact, initial.keys()))),
    })
  }
  return isWrong ? undefined : state
}
