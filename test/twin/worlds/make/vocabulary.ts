import type { Rng } from '#base/random.js'

/** What an expression can be, for the generator alone: worlds that it makes are meant to load. */
export type Sort =
  | { readonly of: 'bool' }
  | { readonly of: 'number'; readonly min: number; readonly max: number }
  | { readonly of: 'objects'; readonly names: readonly string[] }

export interface Known {
  readonly name: string
  readonly takes: readonly Sort[]
  readonly sort: Sort
  readonly kind: 'state' | 'constant' | 'definition'
}

/** All that formulas of a world may speak of. */
export interface Vocabulary {
  readonly types: ReadonlyMap<string, readonly string[]>
  readonly objects: readonly string[]
  readonly known: readonly Known[]
}

/** What has been put into worlds: a comparison of worlds that all look alike would show nothing. */
export class Seen {
  readonly counts = new Map<string, number>()
  #now = new Set<string>()

  /** In this world, however often. */
  add(what: string): void {
    this.#now.add(what)
  }

  has(what: string): boolean {
    return this.#now.has(what)
  }

  endWorld(): void {
    for (const what of this.#now) this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
    this.#now = new Set()
  }
}

/** A text, and what a reader of it knows. */
export interface Made {
  readonly text: string
  readonly level: number
  readonly sort: Sort
  /** names that cannot be none where it is true, where it is false */
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** A place in which a formula is made. */
export interface Making {
  readonly rng: Rng
  readonly vocabulary: Vocabulary
  readonly names: ReadonlyMap<string, Sort>
  /** `was(…)` may be written */
  readonly after: boolean
  /** facts and definitions around, whose brackets this stands in */
  readonly brackets: number
  /** quantifiers around */
  readonly quantified: number
  readonly seen: Seen
  /** facts of this world may be unknown */
  readonly unknown: boolean
  /** makes a formula: what makes values makes some inside them */
  readonly formula: (making: Making, depth: number) => Made
}

export const BOOL: Sort = { of: 'bool' }
export const number = (min: number, max: number): Sort => ({ of: 'number', min, max })
export const objects = (names: readonly string[]): Sort => ({ of: 'objects', names: [...new Set(names)] })

/** Whether every value of the one is a value of the other. */
export function within(inner: Sort, outer: Sort): boolean {
  if (inner.of === 'objects' && outer.of === 'objects')
    return inner.names.every((name) => outer.names.includes(name))
  return inner.of === outer.of
}

export function canBeEqual(a: Sort, b: Sort): boolean {
  if (a.of === 'objects' && b.of === 'objects') return a.names.some((name) => b.names.includes(name))
  if (a.of === 'number' && b.of === 'number') return a.min <= b.max && b.min <= a.max
  return a.of === b.of
}

/** Names come from a small pool, so that the same one is bound again and again: types, ports and objects among them. */
export const POOL = ['x', 'y', 'a', 'b', 't0', 'o0', 'u'] as const

/** What may be named here: not for ever in the brackets of one another. */
export const nameable = ({ vocabulary, brackets }: Making): readonly Known[] =>
  brackets < 2 ? vocabulary.known : vocabulary.known.filter(({ takes }) => takes.length === 0)

/** A name that nothing around has. */
export const freeName = ({ rng, names }: Making): string | undefined => {
  const free = POOL.filter((name) => !names.has(name))
  return free.length === 0 ? undefined : rng.pick(free)
}

export const naming = (making: Making, name: string, sort: Sort): Making => ({
  ...making,
  names: new Map(making.names).set(name, sort),
  quantified: making.quantified + 1,
})

/** The same where these names are known not to be none. */
export function withoutNone(making: Making, known: readonly string[]): Making {
  if (known.length === 0) return making
  const names = new Map(making.names)
  for (const name of known) {
    const sort = names.get(name)
    if (sort?.of === 'objects' && sort.names.length > 1)
      names.set(name, objects(sort.names.filter((object) => object !== 'none')))
  }
  return { ...making, names }
}
