import { boundSet } from './set.js'
import {
  freeName,
  nameable,
  naming,
  number,
  objects,
  within,
  type Made,
  type Making,
  type Sort,
} from './vocabulary.js'

/** How strongly a text binds: brackets are needed where a weaker one stands inside a stronger one. */
export const LEVEL = {
  implies: 0,
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  sum: 5,
  product: 6,
  atom: 7,
} as const

export const atom = (text: string, sort: Sort): Made => ({ text, level: LEVEL.atom, sort, yes: [], no: [] })

/** In brackets where its strength asks for them, and now and then where not. */
export const at = (made: Made, level: number, { rng }: Making): string =>
  made.level < level || rng.chance(0.05) ? `(${made.text})` : made.text

/** An object: by its name, through a name with a `?`, or as a fact or definition says. */
export function objectValue(making: Making, inside?: Sort): Made {
  const { rng, vocabulary, names, after, seen } = making
  if (after && rng.chance(0.3)) {
    const inner = objectValue({ ...making, after: false }, inside)
    seen.add('was')
    return atom(`was(${inner.text})`, inner.sort)
  }
  const options: (() => Made)[] = []
  const fits = (sort: Sort): boolean =>
    sort.of === 'objects' && (inside === undefined || within(sort, inside))
  for (const [name, sort] of names) {
    if (!fits(sort)) continue
    const make = (): Made => atom(`?${name}`, sort)
    options.push(make, make)
  }
  for (const known of nameable(making)) {
    if (fits(known.sort)) options.push(() => applied(known.name, known.takes, known.sort, making))
  }
  if (options.length > 0 && rng.chance(0.75)) return rng.pick(options)()
  const wanted = inside?.of === 'objects' ? inside.names : vocabulary.objects
  const object = rng.pick(wanted)
  return atom(object, objects([object]))
}

/** A fact, constant or definition with what it takes. */
export function applied(name: string, takes: readonly Sort[], sort: Sort, making: Making): Made {
  const { vocabulary, seen, quantified } = making
  const kind = vocabulary.known.find((known) => known.name === name)?.kind
  if (kind === 'definition') seen.add(quantified > 0 ? 'definition in a quantifier' : 'definition')
  if (kind === 'constant') seen.add('constant')
  if (takes.length === 0) return atom(name, sort)
  const inside = { ...making, brackets: making.brackets + 1 }
  const args = takes.map((parameter) => {
    if (parameter.of === 'objects') return objectValue(inside, parameter).text
    return parameter.of === 'number'
      ? at(numberValue(inside, 1), LEVEL.sum, making)
      : at(making.formula(inside, 0), LEVEL.atom, making)
  })
  if (args.some((arg) => arg.includes('('))) seen.add('a fact in a fact')
  return atom(`${name}(${args.join(', ')})`, sort)
}

export function numberValue(making: Making, depth: number): Made {
  const { rng, names, after, seen } = making
  if (after && rng.chance(0.3)) {
    const inner = numberValue({ ...making, after: false }, depth)
    seen.add('was')
    return atom(`was(${inner.text})`, inner.sort)
  }
  if (depth > 0 && rng.chance(0.35)) return sum(making, depth)
  if (depth > 0 && making.quantified < 3 && rng.chance(0.3)) {
    const made = rng.chance(0.5) ? count(making, depth) : aggregate(making, depth)
    if (made !== undefined) return made
  }
  const options: (() => Made)[] = []
  for (const [name, sort] of names) if (sort.of === 'number') options.push(() => atom(`?${name}`, sort))
  for (const { name, takes, sort } of nameable(making)) {
    if (sort.of === 'number') options.push(() => applied(name, takes, sort, making))
  }
  if (options.length > 0 && rng.chance(0.8)) return rng.pick(options)()
  const literal = rng.int(4)
  return atom(String(literal), number(literal, literal))
}

function sum(making: Making, depth: number): Made {
  const { rng } = making
  const [left, right] = [numberValue(making, depth - 1), numberValue(making, depth - 1)]
  const plus = rng.chance(0.5)
  const [a, b] = [range(left), range(right)]
  if (rng.chance(0.25)) {
    const corners = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max]
    making.seen.add('product')
    const text = `${at(left, LEVEL.product, making)} * ${at(right, LEVEL.atom, making)}`
    return {
      text,
      level: LEVEL.product,
      sort: number(Math.min(...corners), Math.max(...corners)),
      yes: [],
      no: [],
    }
  }
  const sort = plus ? number(a.min + b.min, a.max + b.max) : number(a.min - b.max, a.max - b.min)
  // sums are read from the left: what stands on the right needs brackets
  const text = `${at(left, LEVEL.sum, making)} ${plus ? '+' : '-'} ${at(right, LEVEL.product, making)}`
  making.seen.add('sum')
  return { text, level: LEVEL.sum, sort, yes: [], no: [] }
}

function count(making: Making, depth: number): Made | undefined {
  const name = freeName(making)
  if (name === undefined) return undefined
  const set = boundSet(making)
  const body = making.formula(naming(making, name, set.sort), depth - 1)
  making.seen.add('count')
  return atom(`count ?${name} in ${set.text} (${body.text})`, number(0, set.size))
}

/** A sum over all, or the least or the greatest. */
function aggregate(making: Making, depth: number): Made | undefined {
  const name = freeName(making)
  if (name === undefined) return undefined
  const set = boundSet(making)
  const body = numberValue(naming(making, name, set.sort), depth - 1)
  const word = making.rng.pick(['sum', 'min', 'max'] as const)
  const { min, max } = range(body)
  making.seen.add(word === 'sum' ? 'sum over all' : word)
  const many = word === 'sum' ? set.size : 1
  return atom(`${word} ?${name} in ${set.text} (${body.text})`, number(min * many, max * many))
}

export const range = ({ sort }: Made): { readonly min: number; readonly max: number } =>
  sort.of === 'number' ? sort : { min: 0, max: 0 }

/** A value that something of this sort can be set to. */
export function valueFor(sort: Sort, making: Making, depth: number): Made {
  switch (sort.of) {
    case 'bool':
      return making.formula(making, depth)
    case 'objects':
      return objectValue(making, sort)
    case 'number': {
      const made = numberValue(making, Math.min(depth, 2))
      const { min, max } = range(made)
      if (min <= sort.max && sort.min <= max) return made
      return atom(String(Math.max(0, sort.max)), number(sort.max, sort.max))
    }
  }
}
