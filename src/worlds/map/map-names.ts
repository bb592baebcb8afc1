import { didYouMean } from '#base/diagnostic.js'
import type { DataDomain } from '../assemble.js'
import { hint, listNames, quote, suggestion, type Problems, type Source } from '../problems.js'
import type { Sort } from '../value.js'
import type { MapState } from './world-map.js'

/** A state variable of the world, as far as a map can show it. */
interface Fact {
  /** what stands in its brackets, for each of its facts */
  readonly of: string[][]
  readonly sort: Sort
}

/** The names that a map takes from its world; those that the world has not are reported. */
export class MapNames {
  readonly #domain: DataDomain
  readonly #problems: Problems
  readonly #byName = new Map<string, Fact>()
  readonly #placed = new Set<string>()

  constructor(domain: DataDomain, problems: Problems) {
    this.#domain = domain
    this.#problems = problems
    for (const [fact, sort] of domain.sorts) {
      const [, name = fact, inside = ''] = /^(\w+)\((.*)\)$/.exec(fact) ?? []
      const known = this.#byName.get(name) ?? { of: [], sort }
      known.of.push(inside === '' ? [] : inside.split(', '))
      this.#byName.set(name, known)
    }
  }

  /** An object of the world that has its place here, and only here. */
  object(name: Source): void {
    this.#known(name, this.#domain.objects.keys(), 'object')
    if (this.#placed.has(name.text))
      this.#problems.error(name.spot, {
        code: 'map.twice',
        message: `${quote(name.text)} is on the map twice`,
        expected: 'each object once: as an area, with its place, or as a hand',
        got: name.text,
      })
    this.#placed.add(name.text)
  }

  /** A fact that names the place of the robot. */
  robotFact(name: Source): void {
    const fact = this.#fact(name, 'a fact without brackets whose value is an object: at', (known) =>
      known.of.every((inside) => inside.length === 0),
    )
    if (fact !== undefined) this.#ofObjects(name, fact)
  }

  /** Facts that name the place of things. @returns the things, each with the facts that tell of it */
  things(names: readonly Source[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>()
    for (const name of names) {
      const fact = this.#fact(
        name,
        'a fact of one object whose value is an object: location(item)',
        (known) =>
          known.of.every((inside) => inside.length === 1 && this.#domain.objects.has(inside[0] ?? '')),
      )
      if (fact === undefined || !this.#ofObjects(name, fact)) continue
      for (const [thing = ''] of fact.of) found.set(thing, [...(found.get(thing) ?? []), name.text])
    }
    return found
  }

  /** A fact that is shown while it is true. */
  states(name: Source): readonly MapState[] {
    const fact = this.#fact(
      name,
      'a fact of one object or of none that is true or false: open(door)',
      (known) => known.of.every((inside) => inside.length < 2),
    )
    if (fact === undefined) return []
    if (fact.sort.kind !== 'bool') this.#otherKind(name, 'a fact that is true or false', fact)
    return fact.of.map(([object]) => ({
      fact: object === undefined ? name.text : `${name.text}(${object})`,
      object,
      word: name.text.replaceAll('_', ' '),
    }))
  }

  #fact(name: Source, wanted: string, fits: (fact: Fact) => boolean): Fact | undefined {
    const fact = this.#byName.get(name.text)
    if (fact === undefined) this.#known(name, this.#byName.keys(), 'fact')
    else if (fits(fact)) return fact
    else this.#otherKind(name, wanted, fact)
    return undefined
  }

  #ofObjects(name: Source, fact: Fact): boolean {
    if (fact.sort.kind === 'objects') return true
    this.#otherKind(name, 'a fact whose value is an object', fact)
    return false
  }

  #otherKind(name: Source, expected: string, { of: [inside = []], sort }: Fact): void {
    const value = sort.kind === 'objects' ? 'an object' : sort.kind === 'bool' ? 'true or false' : 'a number'
    this.#problems.error(name.spot, {
      code: 'map.fact',
      message: `${name.text} cannot be shown so`,
      expected,
      got: `${name.text}${inside.length === 0 ? '' : `(${inside.join(', ')})`}, which is ${value}`,
    })
  }

  #known(name: Source, of: Iterable<string>, what: string): void {
    const all = [...of]
    if (all.includes(name.text)) return
    this.#problems.error(name.spot, {
      code: 'map.unknown-name',
      message: `the world has no ${what} ${quote(name.text)}`,
      expected: listNames(all),
      got: quote(name.text),
      ...hint(suggestion(didYouMean(name.text, all))),
    })
  }
}
