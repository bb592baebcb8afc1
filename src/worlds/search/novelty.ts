import type { Fluents, Value } from '../value.js'

/** Remembers which facts, or pairs of facts, have been true in some state so far. */
export class Novelty {
  readonly #width: 1 | 2
  readonly #numbers = new Map<string, Map<Value, number>>()
  readonly #seen = new Set<number>()
  #count = 0

  constructor(width: 1 | 2) {
    this.#width = width
  }

  /**
   * Whether a state shows something new, which from then on is known.
   * @param before the state from which it was reached: only what differs can be new
   */
  isNew(state: Fluents, before: Fluents | undefined): boolean {
    const changed: number[] = []
    const all: number[] = []
    for (const [fact, value] of state) {
      const number = this.#number(fact, value)
      all.push(number)
      if (before?.get(fact) !== value) changed.push(number)
    }
    let isNew = false
    for (const a of changed) {
      isNew = this.#note(a) || isNew
      if (this.#width === 1) continue
      for (const b of all) if (b !== a) isNew = this.#note(pair(a, b)) || isNew
    }
    return isNew
  }

  #note(key: number): boolean {
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  #number(fact: string, value: Value): number {
    let values = this.#numbers.get(fact)
    if (values === undefined) this.#numbers.set(fact, (values = new Map()))
    let number = values.get(value)
    if (number === undefined) values.set(value, (number = ++this.#count))
    return number
  }
}

/** below this many facts with their values, pairs have distinct keys */
const MOST = 1 << 20
const pair = (a: number, b: number): number => MOST + Math.min(a, b) * MOST + Math.max(a, b)
