import type { DataDomain } from '#worlds/assemble.js'
import { rangeValues } from '../check-lesson.js'
import type { Binding, Evidence, Lesson } from '../lesson.js'

/**
 * What the variables of a rule stand for, by the cases in which it held and did not hold: the least general
 * scope that covers those and leaves out these, as in the least general generalisation of G. Plotkin (Machine
 * Intelligence 5, 1970).
 * One object is no evidence for its type; from two on the smallest type that they share is taken.
 */
export function scopeOf(
  { with: held, without: failed }: Pick<Evidence, 'with' | 'without'>,
  domain: DataDomain,
): Lesson['scope'] {
  const names = [...new Set(held.flatMap((binding) => Object.keys(binding)))]
  const values = new Map(names.map((name) => [name, valuesFor(name, held)]))
  const scope = new Map(names.map((name) => [name, smallestRange(values.get(name) ?? [], [], domain)]))
  for (const binding of failed) {
    if (!covers(Object.fromEntries(scope), binding, domain)) continue
    // the first variable that tells the case apart is narrowed
    const name = names.find((one) => !(values.get(one) ?? []).includes(binding[one] ?? ''))
    if (name === undefined) continue
    const without = failed.flatMap((other) => (other[name] === undefined ? [] : [other[name]]))
    scope.set(name, smallestRange(values.get(name) ?? [], without, domain))
  }
  return Object.fromEntries(scope)
}

/** Whether a scope includes these objects. */
export const covers = (scope: Lesson['scope'], binding: Binding, domain: DataDomain): boolean =>
  Object.entries(scope).every(([name, range]) => {
    const value = binding[name]
    return value !== undefined && (rangeValues(range, domain) ?? []).includes(value)
  })

/** The smallest type that has all of these values and none of those; their names, where no type has. */
function smallestRange(values: readonly string[], without: readonly string[], domain: DataDomain): string {
  const [only = ''] = values
  if (values.length === 1) return only
  const outside = without.filter((value) => !values.includes(value))
  const types = [...domain.vocabulary.types].flatMap(([name, sort]) =>
    sort.kind === 'objects' &&
    values.every((value) => sort.of.has(value)) &&
    !outside.some((value) => sort.of.has(value))
      ? [{ name, size: sort.of.size }]
      : [],
  )
  const [smallest] = types.sort((a, b) => a.size - b.size)
  return smallest?.name ?? values.join(' | ')
}

const valuesFor = (name: string, bindings: readonly Binding[]): readonly string[] => [
  ...new Set(bindings.flatMap((binding) => (binding[name] === undefined ? [] : [binding[name]]))),
]
