import { didYouMean } from '#base/diagnostic.js'
import { hint, meant, quote, some, spotAt, type Finding, type Problems, type Source } from '../problems.js'
import { NONE, objects, type Sort } from '../value.js'
import type { Span } from '../syntax/ast.js'
import type { Vocabulary } from './vocabulary.js'

/** What the names in one formula can mean, and where its problems go. */
export class Scope {
  readonly vocabulary: Vocabulary
  /** `was(…)` may be written: the formula speaks of the time after a command */
  readonly after: boolean
  readonly #source: Source
  readonly #problems: Problems
  readonly #names: ReadonlyMap<string, { readonly slot: number; readonly sort: Sort | undefined }>

  constructor(
    vocabulary: Vocabulary,
    source: Source,
    problems: Problems,
    names: readonly (readonly [name: string, sort: Sort | undefined])[],
    after = false,
  ) {
    this.vocabulary = vocabulary
    this.after = after
    this.#source = source
    this.#problems = problems
    this.#names = new Map(names.map(([name, sort], slot) => [name, { slot, sort }]))
  }

  /** The same scope with one more name, in the next slot. */
  with(name: string, sort: Sort | undefined): Scope {
    const names = [...this.#names].map(([known, { sort }]) => [known, sort] as const)
    return new Scope(this.vocabulary, this.#source, this.#problems, [...names, [name, sort]], this.after)
  }

  /** The same scope without `was`. */
  past(): Scope {
    const names = [...this.#names].map(([known, { sort }]) => [known, sort] as const)
    return new Scope(this.vocabulary, this.#source, this.#problems, names, false)
  }

  /** The same scope where these names are known not to be none. */
  without(none: readonly string[]): Scope {
    if (none.length === 0) return this
    const names = [...this.#names].map(([known, { sort }]) => {
      const narrow = none.includes(known) && sort?.kind === 'objects' && sort.of.size > 1
      return [known, narrow ? objects([...sort.of].filter((name) => name !== NONE)) : sort] as const
    })
    return new Scope(this.vocabulary, this.#source, this.#problems, names, this.after)
  }

  get size(): number {
    return this.#names.size
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** A port or bound name; reports an unknown one. Sort undefined: its declaration has a problem of its own. */
  find(name: string, at: Span): { readonly slot: number; readonly sort: Sort | undefined } | undefined {
    const found = this.#names.get(name)
    if (found !== undefined) return found
    const known = [...this.#names.keys()].map((other) => `?${other}`)
    this.error(at, {
      code: 'domain.unknown-name',
      message: `nothing here is called ?${name.slice(0, 60)}`,
      expected: known.length === 0 ? 'no name with a ?: nothing here has one' : some(known),
      got: `?${name.slice(0, 60)}`,
      ...hint(meant(didYouMean(`?${name}`, known)) ?? this.#without(name)),
    })
    return undefined
  }

  error(at: Span, finding: Finding): void {
    this.#problems.error(spotAt(this.#source, at.start), finding)
  }

  /** What stands there, as messages quote it. */
  text({ start, end }: Span): string {
    const text = this.#source.text.slice(start, end)
    return quote(text).slice(1, -1)
  }

  #without(name: string): string | undefined {
    const { objects, variables, definitions } = this.vocabulary
    const known = objects.has(name) || variables.has(name) || definitions.has(name)
    return known ? `write ${name} without the ?: it is no port` : undefined
  }
}
