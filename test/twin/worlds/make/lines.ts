import { boundSet } from './set.js'
import { truth } from './truth.js'
import { applied, valueFor } from './value.js'
import { freeName, naming, withoutNone, type Making } from './vocabulary.js'

/** One line of an effect. */
export function line(making: Making, depth: number): string {
  const { rng, vocabulary, seen } = making
  const kind = depth <= 0 ? 0 : rng.int(10)
  if (kind >= 8 && making.quantified < 3) {
    const name = freeName(making)
    if (name !== undefined) {
      const set = boundSet(making)
      const inside = naming(making, name, set.sort)
      const lines = Array.from({ length: 1 + rng.int(2) }, () => line(inside, depth - 1))
      seen.add('forall in an effect')
      return `forall ?${name} in ${set.text} (${lines.join(', ')})`
    }
  }
  if (kind >= 5 && depth > 0) {
    const test = truth(making, 1)
    const then = line(withoutNone(making, test.yes), depth - 1)
    seen.add('if')
    if (/\b(forall|exists|count)\b/.test(test.text)) seen.add('a quantifier in an if')
    if (rng.chance(0.5)) return `if ${test.text} then ${then}`
    // an else belongs to the nearest if: where `then` ends with one that has none, its names are known there
    const open = /^if /.test(then)
    if (open) return `if ${test.text} then ${then}`
    seen.add('else')
    return `if ${test.text} then ${then} else ${line(withoutNone(making, test.no), depth - 1)}`
  }
  const { name, takes, sort } = rng.pick(vocabulary.known.filter((known) => known.kind === 'state'))
  if (making.unknown && rng.chance(0.1)) {
    seen.add('something is forgotten')
    return `${applied(name, takes, sort, making).text} := unknown`
  }
  return `${applied(name, takes, sort, making).text} := ${valueFor(sort, making, depth > 0 ? 2 : 1).text}`
}
