import { sizeOf, UNKNOWN, valuesOf, type Fluents, type Sort, type Value } from '../value.js'

/** A state as numbers: for each fluent, the number of its value. */
export type State = Uint16Array

/** Numbers for fluents and their values: states of numbers are copied and compared in a fraction of the time. */
export class StateCodec {
  readonly names: readonly string[]
  readonly #sorts: readonly (Sort | undefined)[]
  readonly #indices: ReadonlyMap<string, number>
  readonly #values: Value[][]
  readonly #numbers: Map<Value, number>[]

  /** @param state a state that has every fluent, also those of a task's memory */
  constructor(state: Fluents, sorts: ReadonlyMap<string, Sort>) {
    this.names = [...state.keys()]
    this.#indices = new Map(this.names.map((name, index) => [name, index]))
    this.#sorts = this.names.map((name) => sorts.get(name))
    this.#values = this.#sorts.map((sort) =>
      sort === undefined || sizeOf(sort) > MOST_VALUES ? [] : [...valuesOf(sort), UNKNOWN],
    )
    this.#numbers = this.#values.map((values) => new Map(values.map((value, index) => [value, index])))
  }

  fluent(name: string): number | undefined {
    return this.#indices.get(name)
  }

  /** Every value of a fluent, `UNKNOWN` last; undefined where they are too many to be told apart. */
  valuesOf(fluent: number): readonly Value[] | undefined {
    const sort = this.#sorts[fluent]
    return sort === undefined || sizeOf(sort) > MOST_VALUES ? undefined : this.#values[fluent]
  }

  /** The number of a value; a value that no fluent of its sort can have gets a number as well. */
  number(fluent: number, value: Value): number {
    const numbers = this.#numbers[fluent]
    const values = this.#values[fluent]
    if (numbers === undefined || values === undefined) return 0
    const known = numbers.get(value)
    if (known !== undefined) return known
    numbers.set(value, values.push(value) - 1)
    return values.length - 1
  }

  encode(state: Fluents): State {
    return Uint16Array.from(this.names, (name, index) => this.number(index, state.get(name) ?? UNKNOWN))
  }

  decode(state: State): Fluents {
    return new Map(
      this.names.map((name, index) => [name, this.#values[index]?.[state[index] ?? 0] ?? UNKNOWN]),
    )
  }
}

/** Equal exactly for equal states. */
export const stateKey = (state: State): string => String.fromCharCode(...state)

/** Fluents with more values than this, such as a weight in grams, are left to the twin. */
const MOST_VALUES = 128
