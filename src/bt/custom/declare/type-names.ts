import { engineType } from '#bt/xml/palette/types.js'

/** Whether the engine has a type of this name, in its own spelling or in that of palettes (`int`, `std::string`). */
export const isTaken = (name: string): boolean =>
  ENGINE_TYPES.has(name) || ENGINE_TYPES.has(engineType(name)) || /^(vector|queue)</.test(engineType(name))

/** Describes what is wrong with the name of a user-defined type; `undefined` when it is valid. */
export const typeNameProblem = (name: string): string | undefined =>
  /^[A-Za-z_][\w:]*(<[\w:, ]+>)?$/.test(name)
    ? undefined
    : 'a name is a letter, then letters, digits, _ and ::'

/** the names in `TypeTable` and the type words of this engine's palettes */
const ENGINE_TYPES: ReadonlySet<string> = new Set([
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float',
  'double',
  'bool',
  'string',
  'any',
  'Any',
  'NodeStatus',
  'number',
  'mask',
  'enum',
])
