import { ConversionError, boolValue, Int, type Value, ObjectValue } from './value.js'
import {
  boolFromText,
  boolFromValue,
  conversionError,
  doubleFromText,
  doubleFromValue,
  INT_RANGES,
  intFromText,
  intFromValue,
  numberText,
  type IntRange,
} from './numbers.js'

/** Names that scripts and enum ports may use in place of numbers. */
export type Enums = ReadonlyMap<string, number>

/** A type of ports and blackboard entries: converts between text, stored values and TypeScript data. */
export interface ValueType<T = unknown> {
  readonly name: string
  /** a weak type (`any`, `Any`) is compatible with every other type on the same entry */
  readonly strong: boolean
  /** whether a literal of this type is checked when the tree is created; otherwise when it is read */
  readonly early: boolean
  /**
   * Parses an attribute's text.
   * @throws ConversionError
   */
  parse(text: string, enums: Enums): T
  /**
   * Reads a stored value, converting it if that is lossless.
   * @throws ConversionError
   */
  read(value: Value, enums: Enums): T
  store(data: T): Value
}

const type = <T>(
  name: string,
  parse: (text: string, enums: Enums) => T,
  read: (value: Value, enums: Enums) => T,
  store: (data: T) => Value,
): ValueType<T> => ({ name, strong: true, early: true, parse, read, store })

const smallInt = (range: IntRange): ValueType<number> =>
  type(
    range.name,
    (text) => Number(intFromText(text, range)),
    (value) => Number(intFromValue(value, range)),
    (data) => Int.of(data, range.storage, range.name),
  )

const longInt = (range: IntRange): ValueType<bigint> =>
  type(
    range.name,
    (text) => intFromText(text, range),
    (value) => intFromValue(value, range),
    (data) => Int.of(data, range.storage, range.name),
  )

export const INT8 = smallInt(INT_RANGES.int8)
export const INT16 = smallInt(INT_RANGES.int16)
export const INT32 = smallInt(INT_RANGES.int32)
export const INT64 = longInt(INT_RANGES.int64)
export const UINT8 = smallInt(INT_RANGES.uint8)
export const UINT16 = smallInt(INT_RANGES.uint16)
export const UINT32 = smallInt(INT_RANGES.uint32)
export const UINT64 = longInt(INT_RANGES.uint64)
export const DOUBLE = type('double', doubleFromText, doubleFromValue, (data) => data)
export const FLOAT = type('float', doubleFromText, doubleFromValue, (data) => data)
export const BOOL = type('bool', boolFromText, boolFromValue, boolValue)
export const STRING: ValueType<string> = type<string>(
  'string',
  (text) => text,
  textOf,
  (data) => data,
)

/** The type of an entry that adopts the type of its first user (BehaviorTree.CPP's AnyTypeAllowed). */
export const UNTYPED: ValueType<Value> = {
  name: 'any',
  strong: false,
  early: false,
  parse: (text) => text,
  read: (value) => value,
  store: (data) => data,
}

/** A stored value of any type, unconverted (BT::Any). */
export const ANY: ValueType<Value> = { ...UNTYPED, name: 'Any' }

/**
 * A value as text; numbers as C prints them.
 * @throws ConversionError for objects and empty entries
 */
function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || value instanceof Int) return numberText(value)
  throw conversionError(value, 'string')
}

/** A user-defined enum: a name, or the text of a number; checked when it is read. */
export const enumType = (name: string): ValueType<number> => ({
  name,
  strong: true,
  early: false,
  parse: (text, enums) => enums.get(text) ?? wholeNumber(text, name),
  read: (value, enums) =>
    typeof value === 'string'
      ? (enums.get(value) ?? wholeNumber(value, name))
      : value instanceof ObjectValue && value.type === name && typeof value.data === 'number'
        ? value.data
        : Number(intFromValue(value, INT_RANGES.int32)),
  store: (data) => new ObjectValue(name, data),
})

function wholeNumber(text: string, name: string): number {
  if (/^-?\d+$/.test(text)) return Number(intFromText(text, INT_RANGES.int32))
  throw new ConversionError(`"${text}" is no ${name}`)
}

/** A type known only to code: its values pass through the blackboard, but cannot be parsed from text. */
export const opaqueType = (name: string): ValueType => ({
  name,
  strong: true,
  early: false,
  parse: (text) => {
    throw new ConversionError(`"${text}" cannot become a ${name}: that type has no text form`)
  },
  read: (value) => {
    if (value instanceof ObjectValue && value.type === name) return value.data
    throw conversionError(value, name)
  },
  store: (data) => new ObjectValue(name, data),
})
