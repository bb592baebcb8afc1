import { stream, type Rng } from '#base/random.js'
import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, valuesOf, type Fluents, type Value } from '#worlds/value.js'

/** What is to become so, what must not, and which of the goals comes before which. */
export interface Meant {
  readonly goals: readonly string[]
  readonly never: readonly string[]
  readonly before: readonly (readonly [first: number, then: number])[]
}

/** As much of a reading as says what is wanted. */
interface Wanted {
  readonly goals: readonly { readonly formula: string }[]
  readonly never: readonly { readonly formula: string }[]
  readonly order: Meant['before']
}

/** Whether two readings want the same in a world, whatever words, names and formulas they use. */
export const isSameReading = (a: Wanted, b: Wanted, meanings: Meanings): boolean =>
  readingKey(a, meanings) === readingKey(b, meanings)

/** The same for readings that want the same. */
export const readingKey = ({ goals, never, order }: Wanted, meanings: Meanings): string =>
  meanings.keyOf({
    goals: goals.map(({ formula }) => formula),
    never: never.map(({ formula }) => formula),
    before: order,
  })

/** Those of a world, made once. */
export function meaningsIn(domain: DataDomain): Meanings {
  const own = made.get(domain) ?? new Meanings(domain)
  made.set(domain, own)
  return own
}

const made = new WeakMap<DataDomain, Meanings>()

const QUANTIFIED = /^(?:forall|count|(not) exists) \?(\w+) in (\{[^}]*\}|\w+) \((.*)\)(?: >= (\d+))?$/

/** Compares formulas of one world by the states in which they hold, however they are written. */
export class Meanings {
  readonly #domain: DataDomain
  #states: States | undefined
  readonly #rows = new Map<string, string>()

  constructor(domain: DataDomain) {
    this.#domain = domain
  }

  /** Whether a formula is one of this world. */
  isReadable(formula: string): boolean {
    return this.#domain.conditions.holds({ formula, args: {} }, this.#domain.initial) !== undefined
  }

  /** Goals and prohibitions are the same, and what is meant to come first does. */
  isSame(read: Meant, meant: Meant): boolean {
    if (!this.isSameSet(read.goals, meant.goals)) return false
    if (!this.isSameSet(read.never.map(negated), meant.never.map(negated))) return false
    const pairs = new Set(this.#pairs(read))
    return this.#pairs(meant).every((pair) => pairs.has(pair))
  }

  /** The same for what says the same, what comes first included. */
  keyOf({ goals, never, before }: Meant): string {
    const pairs = wholeOrder(before).map((pair) =>
      pair.map((at) => this.#keyOf([goals[at] ?? ''])).join(' < '),
    )
    const parts = [this.#keyOf(goals), this.#keyOf(never.map(negated)), [...new Set(pairs)].sort().join()]
    return parts.join(' | ')
  }

  /** All of these formulas say what all of those say. */
  isSameSet(some: readonly string[], others: readonly string[]): boolean {
    return this.#keyOf(some) === this.#keyOf(others)
  }

  /** A pair whose second goal is so at the start is left out, as the reader does: its order is kept without it. */
  #pairs({ goals, before }: Meant): readonly string[] {
    return wholeOrder(before)
      .filter(([, then]) => {
        const formula = goals[then] ?? 'true'
        return this.#domain.conditions.holds({ formula, args: {} }, this.#domain.initial) !== true
      })
      .map(([first, then]) => `${this.#keyOf([goals[first] ?? ''])} < ${this.#keyOf([goals[then] ?? ''])}`)
  }

  /** What each part of a formula says: the same for parts that hold in the same states. */
  keysOf(formula: string): readonly string[] {
    return this.#partsOf(formula)
      .flatMap((part) => this.#membersOf(part))
      .map((part) => this.#rowOf(part))
  }

  /** `forall ?x in {a, b} (f(?x))` is the same as the two goals `f(a)` and `f(b)`. */
  #membersOf(formula: string): readonly string[] {
    const [, not, port, members, body, least] = QUANTIFIED.exec(formula.trim()) ?? []
    if (port === undefined || members === undefined || body === undefined) return [formula]
    const names = members.startsWith('{') ? members.slice(1, -1).split(',') : this.#named(members)
    // at least all of them
    if (formula.trim().startsWith('count') !== (Number(least) === names.length)) return [formula]
    const parts = names.map((name) => {
      const one = body.replaceAll(new RegExp(`\\?${port}\\b`, 'g'), name.trim())
      return not === undefined ? one : `not (${one})`
    })
    return parts.length > 0 && parts.every((part) => this.isReadable(part)) ? parts : [formula]
  }

  #named(type: string): readonly string[] {
    const sort = this.#domain.vocabulary.types.get(type)
    return sort?.kind === 'objects' ? valuesOf(sort).map(String) : []
  }

  #keyOf(formulas: readonly string[]): string {
    return [...new Set(formulas.flatMap((formula) => this.keysOf(formula)))].sort().join(' ')
  }

  /** `a and b` is the same as the two goals `a` and `b`. */
  #partsOf(formula: string): readonly string[] {
    const parts = formula.split(' and ')
    const isWhole = / or | implies /.test(formula) || !parts.every((part) => this.isReadable(part))
    return isWhole ? [formula] : parts
  }

  #rowOf(formula: string): string {
    const kept = this.#rows.get(formula)
    if (kept !== undefined) return kept
    const holdsIn = (states: readonly Fluents[]): string =>
      states.map((state) => signOf(this.#domain, formula, state)).join('')
    const isSame = (row: string): boolean => /^(.)\1*$/.test(row)
    const { sure: known, unsure } = (this.#states ??= statesOf(this.#domain))
    const sure = holdsIn(known)
    // `known(location(x))` is always so where everything is known
    const row = isSame(sure) ? holdsIn(unsure) : sure
    // where no state tells it from what is always or never so, only the same words are the same
    const key = isSame(row) ? `${row[0] ?? ''} ${formula.replaceAll(/\s+/g, '')}` : row
    this.#rows.set(formula, key)
    return key
  }
}

/** What must never become so has to stay untrue: of none of some things, where it must not of any. */
const negated = (formula: string): string =>
  formula.startsWith('exists ') ? `not ${formula}` : `not (${formula})`

/** With what follows: where one comes before a second and that before a third, it comes before the third. */
export function wholeOrder(order: Meant['before']): Meant['before'] {
  const after = new Map<number, Set<number>>()
  for (const [first, then] of order) after.set(first, (after.get(first) ?? new Set()).add(then))
  return [...after.keys()].flatMap((first) => {
    const reached = new Set(after.get(first))
    // a set tells of what is added to it on the way
    for (const at of reached) for (const then of after.get(at) ?? []) reached.add(then)
    return [...reached].filter((then) => then !== first).map((then) => [first, then] as const)
  })
}

/** Whether something comes before itself in a whole order: nobody can keep it. */
export const isCircular = (order: Meant['before']): boolean =>
  order.some(([first, then]) => order.some(([one, other]) => one === then && other === first))

function signOf(domain: DataDomain, formula: string, state: Fluents): string {
  // what nobody knows does not hold, as where a goal is looked at
  return domain.conditions.holds({ formula, args: {} }, state) === true ? '1' : '0'
}

const UNIFORM = 300
const UNSURE = 150
const CROWDED = 6

interface States {
  readonly sure: readonly Fluents[]
  /** some facts are unknown */
  readonly unsure: readonly Fluents[]
}

/**
 * States to compare formulas in: facts drawn alone and, for each value, facts of one name that mostly have it, since by
 * chance alone all of many things are hardly ever in one place.
 */
function statesOf({ sorts }: DataDomain): States {
  const random = stream('orders')
  const facts = [...sorts]
  const any = (): [string, Value][] => facts.map(([fact, sort]) => [fact, random.pick(valuesOf(sort))])
  const uniform = Array.from({ length: UNIFORM }, () => new Map(any()))
  const unsure = Array.from({ length: UNSURE }, () => {
    const drawn = any()
    return new Map(drawn.map(([fact, value]) => [fact, random.chance(0.3) ? UNKNOWN : value]))
  })
  const named = new Map(facts.map(([fact, sort]) => [nameOf(fact), sort]))
  const crowded = [...named].flatMap(([name, sort]) =>
    valuesOf(sort).flatMap((value) =>
      Array.from({ length: CROWDED }, (_, i) => crowd(any(), { name, value, random, isWhole: i === 0 })),
    ),
  )
  return { sure: [...uniform, ...crowded], unsure }
}

const nameOf = (fact: string): string => fact.split('(')[0] ?? fact

interface Crowd {
  readonly name: string
  readonly value: Value
  readonly random: Rng
  readonly isWhole: boolean
}

function crowd(drawn: [string, Value][], { name, value, random, isWhole }: Crowd): Fluents {
  const hasIt = ([fact]: [string, Value]): boolean =>
    nameOf(fact) === name && (isWhole || random.chance(0.75))
  return new Map(drawn.map((one) => (hasIt(one) ? [one[0], value] : one)))
}
