import type { Compat } from './compat.js'
import { castingSafe } from './value/casting.js'
import { ConversionError, Int, isNumeric, originOf, storageOf, type Value } from './value/value.js'
import { INT_RANGES, lossless } from './value/numbers.js'
import { UNTYPED, type Enums, type ValueType } from './value/types.js'

/** One entry; a remapped key of a SubTree resolves to the parent's entry. */
export interface Entry {
  value: Value
  type: ValueType
  /** number of writes */
  seq: number
}

/** Thrown when a write would change the type of a blackboard entry. */
export class BlackboardError extends Error {
  override readonly name = 'BlackboardError'
}

/**
 * The shared memory of one tree instance. Each SubTree has its own; ports of the SubTree tag map single keys to keys of
 * the parent (remapping). A key that starts with `@` always means the outermost blackboard.
 */
export class Blackboard {
  readonly parent: Blackboard | undefined
  readonly compat: Compat
  readonly #entries = new Map<string, Entry>()
  readonly #remap = new Map<string, string>()
  #autoremap = false

  /** @param compat whether to keep the reference's quirks; inherited from the parent by default */
  constructor(parent?: Blackboard, compat: Compat = parent?.compat ?? '4.10') {
    this.parent = parent
    this.compat = compat
  }

  /** Makes `key` refer to the parent's `outer` from now on. */
  remap(key: string, outer: string): void {
    this.#remap.set(key, outer)
  }

  /** Forwards every key that is neither remapped nor stored here, except private ones (`_key`), to the parent. */
  set autoremap(on: boolean) {
    this.#autoremap = on
  }

  /** Keys stored here: written here, declared by a port, or remapped to the parent's. */
  keys(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /** The entry stored here under exactly this key; the parent is not consulted. */
  own(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  entry(key: string): Entry | undefined {
    if (key.startsWith('@')) return this.root().entry(key.slice(1))
    const own = this.#entries.get(key)
    if (own !== undefined) return own
    if (this.parent === undefined) return undefined
    const outer = this.#outerKey(key)
    return outer === undefined ? undefined : this.parent.entry(outer)
  }

  value(key: string): Value {
    return this.entry(key)?.value
  }

  /**
   * Finds or creates the entry of a key.
   * @throws BlackboardError when the entry exists with another strong type, or the key has more than one @
   */
  declare(key: string, type: ValueType): Entry {
    if (key.startsWith('@')) {
      if (key.includes('@', 1)) throw new BlackboardError(`key {${key}} has more than one @`)
      return this.root().#create(key.slice(1), type)
    }
    return this.#create(key, type)
  }

  #create(key: string, type: ValueType): Entry {
    const known = this.#entries.get(key)
    if (known !== undefined) {
      if (known.type.strong && type.strong && known.type.name !== type.name) {
        throw new BlackboardError(typeChange(key, known.type, type.name))
      }
      return known
    }
    const outer = this.parent === undefined ? undefined : this.#outerKey(key)
    // as in the reference, a port remapped to `@key` creates an entry of the parent that nobody can read
    if (outer !== undefined && this.parent !== undefined) return this.parent.#create(outer, type)
    const entry: Entry = { value: undefined, type, seq: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  /**
   * Writes an entry on behalf of an output port or the host; scripts have their own path.
   * @throws BlackboardError when the entry has another type and the value cannot be converted without loss
   */
  set<T>(key: string, type: ValueType<T>, data: T, enums: Enums = NO_ENUMS): void {
    if (key.startsWith('@')) return this.root().set(key.slice(1), type, data, enums)
    const value = type.store(data)
    const known = this.#entries.get(key)
    if (known !== undefined) {
      return write({ key, entry: known, type, value, enums }, this.compat)
    }
    // as in the reference, a key forwarded to the parent is written without the conversions of a local one
    const entry = this.declare(key, type.name === 'string' ? UNTYPED : type)
    entry.value = value
    entry.seq += 1
  }

  /** Deletes the entry stored here under exactly this key; the parent's stays, even for `@key`. */
  unset(key: string): void {
    this.#entries.delete(key)
  }

  /** The outermost blackboard, the one `@key` refers to. */
  root(): Blackboard {
    return this.parent === undefined ? this : this.parent.root()
  }

  #outerKey(key: string): string | undefined {
    const remapped = this.#remap.get(key)
    if (remapped !== undefined) return remapped
    return this.#autoremap && !key.startsWith('_') ? key : undefined
  }
}

/**
 * Overwrites the value of an entry; a number is converted to the kind of number already stored.
 * @throws ConversionError when the conversion would change the value
 */
export function copyInto(entry: Entry, value: Value): void {
  const old = entry.value
  if (old === undefined) {
    entry.value = value
  } else if (isNumeric(value) && isNumeric(old)) {
    entry.value = asNumberLike(value, old)
  } else if (originOf(value) === originOf(old)) {
    entry.value = value
  } else {
    throw new ConversionError(`a ${originOf(value)} cannot replace a ${originOf(old)}`)
  }
}

const NO_ENUMS: Enums = new Map()

interface Written {
  readonly key: string
  readonly entry: Entry
  readonly type: ValueType
  readonly value: Value
  readonly enums: Enums
}

function write(written: Written, compat: Compat): void {
  const { entry, type, value } = written
  if (!entry.type.strong) {
    entry.type = type
    entry.value = value
  } else if (type.name === 'Any') {
    entry.value = value
  } else {
    const same = entry.type.name === type.name || entry.type.name === originOf(value)
    copyInto(entry, same ? value : converted(written, compat))
  }
  entry.seq += 1
}

function converted({ key, entry, type, value, enums }: Written, compat: Compat): Value {
  // texts that only the reading port can interpret (enums, statuses) are not converted here
  if (typeof value === 'string' && entry.type.early) return entry.type.store(entry.type.parse(value, enums))
  if (isNumeric(value) && castingSafe(value, type.name, entry.type.name, compat)) return value
  throw new BlackboardError(typeChange(key, entry.type, type.name))
}

/** The number, converted to the storage of another. */
function asNumberLike(value: number | Int, like: number | Int): number | Int {
  if (typeof like === 'number') return typeof value === 'number' ? value : lossless(value)
  if (value instanceof Int && value.storage === like.storage) return value.as(like.origin)
  const whole = typeof value === 'number' ? value : value.exact
  if (typeof whole === 'number' && !Number.isInteger(whole)) {
    throw new ConversionError(`${whole} has a fraction; the entry holds integers (${storageOf(like)})`)
  }
  const { min, max } = INT_RANGES[like.storage]
  if (whole < min || whole > max) {
    throw new ConversionError(
      `${whole} is outside the integers of the entry, ${min} to ${max} (${like.storage})`,
    )
  }
  return Int.of(whole, like.storage, like.origin)
}

const typeChange = (key: string, from: ValueType, to: string): string =>
  `blackboard entry {${key}} is of type ${from.name}, which cannot become ${to}`
