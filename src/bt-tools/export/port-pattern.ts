import type { PortSpec } from '#bt/document.js'

/**
 * Returns the texts that a port accepts, as alternative XML Schema patterns: a blackboard key in braces, or a
 * literal of its type. `undefined` when any text is valid.
 */
export function portPattern({ direction, type }: PortSpec): readonly string[] | undefined {
  if (direction === 'out') return POINTER
  switch (type.kind) {
    case 'int':
      return [...POINTER, type.min >= 0 ? '\\d+' : '-?\\d+']
    case 'number':
      return [...POINTER, '-?\\d+(\\.\\d+)?']
    case 'mask':
      return [...POINTER, '[01]{4}']
    case 'enum':
      return [...POINTER, ...type.values.map(quoted)]
    case 'string':
      return undefined
    case 'value': {
      const literal = LITERALS[type.type]
      return literal === undefined ? undefined : [...POINTER, literal]
    }
  }
}

/** the second form means the key with the port's own name */
const POINTER = ['\\{.+\\}', '=']

const SIGNED = '-?\\d+'
const UNSIGNED = '\\d+'
const REAL = '[+\\-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+\\-]?\\d+)?'

const LITERALS: Readonly<Record<string, string>> = {
  int8: SIGNED,
  int16: SIGNED,
  int32: SIGNED,
  int64: SIGNED,
  uint8: UNSIGNED,
  uint16: UNSIGNED,
  uint32: UNSIGNED,
  uint64: UNSIGNED,
  float: REAL,
  double: REAL,
  bool: '[01]|true|True|TRUE|false|False|FALSE',
  NodeStatus: 'SUCCESS|FAILURE|RUNNING|SKIPPED|IDLE',
}

const quoted = (text: string): string => text.replace(/[\\|.?*+(){}[\]^$-]/g, '\\$&')
