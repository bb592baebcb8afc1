import { ConversionError, Int, ObjectValue } from '#bt/value/value.js'
import { conversionError, INT_RANGES, intFromText, intFromValue } from '#bt/value/numbers.js'
import type { Enums, ValueType } from '#bt/value/types.js'
import { isTaken, typeNameProblem } from './type-names.js'

/** A user-defined type. Two ports are compatible when their types have the same name. */
export interface UserType<T> extends ValueType<T> {
  /** writes the text that `parse` reads; `undefined` when the type has no text form */
  readonly format: ((data: T) => string) | undefined
  /** names that scripts may use in place of numbers */
  readonly names: Enums
}

export interface TypeDeclaration<T> {
  /** as it appears in palettes and messages: `Pose` */
  readonly name: string
  /** Parses an attribute's text; the message of anything it throws is reported for that attribute. */
  parse(text: string): T
  /** Needed for port defaults and to show values in traces. */
  format?(data: T): string
}

/**
 * Declares a type of ports and blackboard entries: `defineType<Pose>({ name: 'Pose', parse, format })`. The blackboard
 * stores values by reference, so they must not be mutated after they are written.
 * @throws RangeError when the name belongs to a type of the engine, or is not valid in a palette
 */
export function defineType<T>(declared: TypeDeclaration<T>): UserType<T> {
  const { name } = declared
  assertNameFree(name)
  const format = declared.format === undefined ? undefined : (data: T) => declared.format?.(data) ?? ''
  const parse = (text: string): T => {
    try {
      return declared.parse(text)
    } catch (cause) {
      throw new ConversionError(
        `"${text}" is no ${name}: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
    }
  }
  return {
    name,
    strong: true,
    early: true,
    names: new Map(),
    format,
    parse,
    read: (value) => {
      // a value with this type name was stored by this type: names are unique within a registry
      if (value instanceof ObjectValue && value.type === name) return value.data as T
      if (typeof value === 'string') return parse(value)
      throw conversionError(value, name)
    },
    store: (data) => new ObjectValue(name, data),
  }
}

/** An enum; in TypeScript its values are represented by their names. */
export interface EnumType<Name extends string> extends UserType<Name> {
  readonly values: Readonly<Record<Name, number>>
}

/**
 * Declares an enum: `defineEnum('Color', { RED: 0, GREEN: 1 })`. Trees and code use its names; scripts may use them as
 * numbers, and the blackboard stores numbers, so `{color} == GREEN` can be true in a script.
 * @param values 32-bit integers; when two names share a number, the first is read back
 * @throws RangeError when the name is taken, a value is not a 32-bit integer, or its name is not a valid script
 *   identifier
 */
export function defineEnum<Name extends string>(
  name: string,
  values: Readonly<Record<Name, number>>,
): EnumType<Name> {
  assertNameFree(name)
  const names = new Map(Object.entries<number>(values))
  for (const [word, number] of names) {
    if (!/^[A-Za-z_]\w*$/.test(word) || number !== (number | 0)) {
      throw new RangeError(`enum ${name}: ${word} = ${number} is no name with a 32-bit integer`)
    }
  }
  const word = (number: number): Name => {
    for (const [known, value] of names) if (value === number) return known as Name
    const listed = [...names].map(([known, value]) => `${known} (${value})`).join(', ')
    throw new ConversionError(`${number} is no ${name}; it is one of ${listed}`)
  }
  const parse = (text: string): Name => {
    if (names.has(text)) return text as Name
    if (/^-?\d+$/.test(text)) return word(Number(intFromText(text, INT_RANGES.int32)))
    throw new ConversionError(`"${text}" is no ${name}; write one of ${[...names.keys()].join(', ')}`)
  }
  return {
    name,
    strong: true,
    early: true,
    values,
    names,
    format: (data) => data,
    parse,
    read: (value) =>
      typeof value === 'string' ? parse(value) : word(Number(intFromValue(value, INT_RANGES.int32))),
    store: (data) => {
      const number = names.get(data)
      if (number === undefined) throw new ConversionError(`"${data}" is no ${name}`)
      return Int.of(number, 'int64', name)
    },
  }
}

/** Whether a type was created by `defineType` or `defineEnum`. */
export const isUserType = (type: ValueType): type is UserType<unknown> => 'format' in type && 'names' in type

function assertNameFree(name: string): void {
  const wrong = isTaken(name) ? `${name} is a type of the engine` : typeNameProblem(name)
  if (wrong !== undefined) throw new RangeError(`cannot define type "${name}": ${wrong}`)
}
