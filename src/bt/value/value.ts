/**
 * The value of a blackboard entry or a script expression. A number is a double; integers are `Int`, so that 3 and 3.0
 * remain distinct as in BehaviorTree.CPP; `undefined` is an entry that has not been written yet.
 */
export type Value = number | string | Int | ObjectValue | undefined

export type IntStorage = 'int64' | 'uint64'

/** An integer of up to 64 bits. Immutable; small values are cached, so that counting does not allocate. */
export class Int {
  /** nearest double; exact up to 2^53 - 1 */
  readonly number: number
  readonly storage: IntStorage
  /** the type it was created as: `int32`, `uint8`, `bool`, … */
  readonly origin: string
  // computed on demand: counting in scripts needs only the double
  #exact: bigint | undefined

  private constructor(value: number | bigint, storage: IntStorage, origin: string) {
    // normalises -0, which is not an integer
    this.number = Number(value) + 0
    this.storage = storage
    this.origin = origin
    this.#exact = typeof value === 'bigint' ? value : undefined
  }

  get exact(): bigint {
    this.#exact ??= BigInt(this.number)
    return this.#exact
  }

  static of(value: number | bigint, storage: IntStorage = 'int64', origin: string = storage): Int {
    if (typeof value === 'number' && value >= SHARED_FROM && value <= SHARED_TO && Number.isInteger(value)) {
      return shared(value, storage, origin)
    }
    if (typeof value === 'number' && !Number.isInteger(value)) throw new RangeError(`${value} is no integer`)
    return new Int(value, storage, origin)
  }

  /** The same integer under the name of another type with the same storage; the range is not checked. */
  as(origin: string): Int {
    if (origin === this.origin) return this
    return Int.of(Number.isSafeInteger(this.number) ? this.number : this.exact, this.storage, origin)
  }

  /** @internal for the cache of small integers */
  static createUncached(value: number, storage: IntStorage, origin: string): Int {
    return new Int(value, storage, origin)
  }
}

/** true is the integer 1 and false 0, as in BehaviorTree.CPP. */
export const boolValue = (flag: boolean): Int => Int.of(flag ? 1 : 0, 'int64', 'bool')

/** How a value is stored: `int64`, `uint64`, `double`, `string`, `vector<…>`, …, `empty`. */
export function storageOf(value: Value): string {
  if (value === undefined) return 'empty'
  if (typeof value === 'number') return 'double'
  if (typeof value === 'string') return 'string'
  return value instanceof Int ? value.storage : value.type
}

/** The type that a value was created as: `int32`, `bool`, `double`, `string`, …; `empty` when there is none. */
export const originOf = (value: Value): string => (value instanceof Int ? value.origin : storageOf(value))

export const isNumeric = (value: Value): value is number | Int =>
  typeof value === 'number' || value instanceof Int

const SHARED_FROM = -1024
const SHARED_TO = 65_535
const tables = new Map<string, (Int | undefined)[]>()

function shared(value: number, storage: IntStorage, origin: string): Int {
  let table = tables.get(origin)
  if (table === undefined) {
    table = []
    tables.set(origin, table)
  }
  const index = value - SHARED_FROM
  const known = table[index]
  if (known !== undefined && known.storage === storage) return known
  const int = Int.createUncached(value, storage, origin)
  table[index] = int
  return int
}

/** A text or a value cannot be converted to the type that a port or a script requires. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError'
}

/** A value that scripts can only pass on: a vector, a queue, a status, or a user-defined type. */
export class ObjectValue<T = unknown> {
  /** name of its type: `vector<int32>`, `queue<string>`, `NodeStatus`, `Color`, … */
  readonly type: string
  readonly data: T

  constructor(type: string, data: T) {
    this.type = type
    this.data = data
  }
}
