import { didYouMean } from '#base/diagnostic.js'
import {
  hint,
  suggestion,
  quote,
  listNames,
  spotAt,
  type Finding,
  type Problems,
  type Source,
} from '../problems.js'
import { NONE, objects, type Sort } from '../value.js'
import type { Bound, Span } from '../syntax/ast.js'
import type { Vocabulary } from './vocabulary.js'

/** A formula's location, the names it may use, and where its problems go. */
export interface FormulaSite {
  readonly vocabulary: Vocabulary
  readonly source: Source
  readonly problems: Problems
  /** `was(…)` is allowed: the formula is evaluated after a command */
  readonly after: boolean
  /** `start(…)` is allowed: the formula belongs to a task, which begins somewhere */
  readonly task?: boolean
}

type Names = readonly (readonly [name: string, sort: Sort | undefined])[]

/** The names visible in one formula. */
export class Scope {
  readonly #site: FormulaSite
  readonly #names: ReadonlyMap<string, { readonly slot: number; readonly sort: Sort | undefined }>
  /** facts that are known not to be none here, as `factKey` writes them */
  readonly #present: ReadonlySet<string>

  constructor(site: FormulaSite, names: Names, present: ReadonlySet<string> = new Set()) {
    this.#site = site
    this.#present = present
    this.#names = new Map(names.map(([name, sort], slot) => [name, { slot, sort }]))
  }

  get vocabulary(): Vocabulary {
    return this.#site.vocabulary
  }

  get after(): boolean {
    return this.#site.after
  }

  get inTask(): boolean {
    return this.#site.task === true
  }

  /** Returns the scope with one more name, in the next slot. */
  with(name: string, sort: Sort | undefined): Scope {
    return new Scope(this.#site, [...this.#sorts(), [name, sort]], this.#present)
  }

  /** Returns the scope without `was`. */
  past(): Scope {
    return new Scope({ ...this.#site, after: false }, this.#sorts())
  }

  /** Returns the scope in which these names are known not to be none. */
  without(none: readonly string[]): Scope {
    if (none.length === 0) return this
    const names = this.#sorts().map(([known, sort]) => {
      const narrow = none.includes(known) && sort?.kind === 'objects' && sort.of.size > 1
      return [known, narrow ? objects([...sort.of].filter((name) => name !== NONE)) : sort] as const
    })
    return new Scope(
      this.#site,
      names,
      new Set([...this.#present, ...none.filter((key) => key.endsWith(')'))]),
    )
  }

  /** Whether a fact is known not to be none here. */
  isPresent(key: string | undefined): boolean {
    return key !== undefined && this.#present.has(key)
  }

  get size(): number {
    return this.#names.size
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Looks up a port or bound name; reports an unknown one. Sort undefined: its declaration is itself faulty. */
  find(name: string, at: Span): { readonly slot: number; readonly sort: Sort | undefined } | undefined {
    const found = this.#names.get(name)
    if (found !== undefined) return found
    const known = [...this.#names.keys()].map((other) => `?${other}`)
    this.error(at, {
      code: 'domain.unknown-name',
      message: `nothing here is called ?${name.slice(0, 60)}`,
      expected: known.length === 0 ? 'no name with a ?: nothing here has one' : listNames(known),
      got: `?${name.slice(0, 60)}`,
      ...hint(suggestion(didYouMean(`?${name}`, known)) ?? this.#without(name)),
    })
    return undefined
  }

  /** Whether a name that a quantifier binds is new here; reports it if it is not. */
  isNew(bound: Bound): boolean {
    if (!this.has(bound.name)) return true
    this.nameTwice(bound, 'already means something here')
    return false
  }

  nameTwice({ name, nameAt }: Bound, problem: string): void {
    this.error(nameAt, {
      code: 'domain.name-twice',
      message: `?${name} ${problem}`,
      expected: 'a name of its own',
      got: `?${name}`,
    })
  }

  error(at: Span, finding: Finding): void {
    this.#site.problems.error(spotAt(this.#site.source, at.start), finding)
  }

  /** Returns the text of a span as quoted in messages. */
  text({ start, end }: Span): string {
    const text = this.#site.source.text.slice(start, end)
    return quote(text).slice(1, -1)
  }

  #sorts(): Names {
    return [...this.#names].map(([name, { sort }]) => [name, sort] as const)
  }

  #without(name: string): string | undefined {
    const { objects, variables, definitions } = this.vocabulary
    const known = objects.has(name) || variables.has(name) || definitions.has(name)
    return known ? `write ${name} without the ?: it is no port` : undefined
  }
}
