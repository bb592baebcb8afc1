import type { DataDomain } from '#worlds/assemble.js'
import { NONE, UNKNOWN, type Value } from '#worlds/value.js'
import type { Call } from '../call.js'
import type { Binding } from '../lesson.js'

/** Replaces the objects of a rule by variables: equal objects by the same one, named as the ports they stand in. */
export class Abstraction {
  readonly #domain: DataDomain
  readonly #names = new Map<string, string>()

  constructor(domain: DataDomain) {
    this.#domain = domain
  }

  /** What the variables stood for in this case. */
  get binding(): Binding {
    return Object.fromEntries([...this.#names].map(([object, name]) => [name, object]))
  }

  /** @param literal ports whose values belong to the rule itself, such as the direction of a grasp */
  call({ skill, args }: Call, literal: ReadonlySet<string> = new Set()): Call {
    const rules = this.#domain.rules.skills.find(({ name }) => name === skill)
    const filled = Object.entries(args).map(([port, value]): [string, string] => {
      const isManner = rules?.ports.find(({ name }) => name === port)?.default !== undefined
      return [port, literal.has(port) || isManner ? value : this.#word(value, port)]
    })
    return { skill, args: Object.fromEntries(filled) }
  }

  /** `open(?closure)`, `location(?item) = ?place` */
  fact(fact: string, value: Value): string {
    const [, name = fact, inside] = /^(\w+)\((.*)\)$/.exec(fact) ?? []
    const args = inside?.split(', ').map((arg) => this.#word(arg, this.#typeOf(arg)))
    const left = args === undefined ? name : `${name}(${args.join(', ')})`
    if (value === true) return left
    if (value === false) return `not ${left}`
    return `${left} = ${typeof value === 'number' ? value : this.#word(value, name)}`
  }

  #word(value: string, name: string): string {
    if (!this.#domain.vocabulary.objects.has(value) || value === NONE || value === UNKNOWN) return value
    const known = this.#names.get(value)
    if (known !== undefined) return `?${known}`
    const taken = new Set(this.#names.values())
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`
    this.#names.set(value, free)
    return `?${free}`
  }

  /** The declared type of an object: no union. */
  #typeOf(object: string): string {
    return this.#domain.objects.get(object)?.type ?? 'object'
  }
}
