import { isMask } from '#base/field-map.js'
import type { PortType } from '../document.js'
import { ConversionError } from '../value/value.js'
import type { TypeTable } from '../value/type-table.js'
import type { Enums, ValueType } from '../value/types.js'

export interface LiteralProblem {
  readonly code: 'bt.port-type' | 'bt.port-range' | 'bt.partial-literal' | 'bt.late-literal'
  /** true when BehaviorTree.CPP still creates the tree */
  readonly accepted: boolean
  /** what is wrong; continues `port x of Y` */
  readonly message: string
  readonly expected: string
  readonly hint?: string
}

export interface LiteralRules {
  readonly types: TypeTable
  readonly enums: Enums
  /** limits of built-in nodes are only advisory */
  readonly builtIn: boolean
}

/**
 * Checks that a text is a value of the port's type. Engine types are parsed as in BehaviorTree.CPP, which reads `12abc`
 * as 12. Types with limits are specific to this engine and must match exactly.
 */
export function checkLiteral(text: string, type: PortType, rules: LiteralRules): LiteralProblem | undefined {
  const expected = describeType(type)
  switch (type.kind) {
    case 'int':
      if (rules.builtIn)
        return byEngine(text, rules.types.of(type), rules) ?? outOfRange(text, type, expected)
      if (!/^-?\d{1,15}$/.test(text)) return wrongType(expected)
      return inRange(Number(text), type) ? undefined : range(expected, false)
    case 'number':
      if (rules.builtIn)
        return byEngine(text, rules.types.of(type), rules) ?? outOfRange(text, type, expected)
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return wrongType(expected)
      return inRange(Number(text), type) ? undefined : range(expected, false)
    case 'mask':
      return isMask(text) ? undefined : wrongType(expected)
    case 'enum':
      return type.values.includes(text) ? undefined : wrongType(expected)
    case 'string':
      return undefined
    case 'value':
      return byEngine(text, rules.types.byName(type.type), rules)
  }
}

/** Describes a port's type: `integer 1…8`, `number 0…10 s`, `four characters of 0 and 1`. */
export function describeType(type: PortType): string {
  switch (type.kind) {
    case 'int':
      return `integer ${type.min}…${type.max}`
    case 'number':
      return `number ${type.min}…${type.max}${type.unit === undefined ? '' : ` ${type.unit}`}`
    case 'mask':
      return 'four characters of 0 and 1'
    case 'enum':
      return `one of ${type.values.join(', ')}`
    case 'string':
      return 'text'
    case 'value':
      return WORDS[type.type] ?? `a value of type ${type.type}`
  }
}

function byEngine(text: string, type: ValueType, rules: LiteralRules): LiteralProblem | undefined {
  const expected = WORDS[type.name] ?? `a value of type ${type.name}`
  if (type.name === 'NodeStatus') {
    return canParse(type, text, rules.enums)
      ? undefined
      : {
          code: 'bt.late-literal',
          accepted: true,
          message: 'holds no status; it fails when it is read',
          expected,
        }
  }
  if (!type.strong || !type.early) return undefined
  if (!canParse(type, text, rules.enums)) {
    const trimmed = text.trim()
    const hint = trimmed !== text && canParse(type, trimmed, rules.enums) ? 'remove the blanks' : undefined
    return { ...wrongType(expected), ...(hint === undefined ? {} : { hint }) }
  }
  const whole = WHOLE[type.name]
  if (whole === undefined || whole.test(text)) return undefined
  const used = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)/.exec(text)?.[0].trim() ?? ''
  const read = type.name === 'double' || type.name === 'float' ? used : used.replace(/\..*/, '')
  return {
    code: 'bt.partial-literal',
    accepted: true,
    message: `is read only in part: as ${read}`,
    expected,
    hint: `write "${read}"`,
  }
}

function outOfRange(text: string, type: Limits, expected: string): LiteralProblem | undefined {
  return inRange(Number.parseFloat(text), type) ? undefined : range(expected, true)
}

const canParse = (type: ValueType, text: string, enums: Enums): boolean => {
  try {
    type.parse(text, enums)
    return true
  } catch (cause) {
    if (cause instanceof ConversionError) return false
    throw cause
  }
}

const wrongType = (expected: string): LiteralProblem => ({
  code: 'bt.port-type',
  accepted: false,
  message: 'has the wrong type',
  expected,
})

const range = (expected: string, accepted: boolean): LiteralProblem => ({
  code: 'bt.port-range',
  accepted,
  message: 'is out of range',
  expected,
})

interface Limits {
  readonly min: number
  readonly max: number
}

const inRange = (value: number, { min, max }: Limits): boolean => value >= min && value <= max

const INTEGER = /^-?\d+$/
const REAL = /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?|nan|0x[\da-f]+)$/i

/** texts that the parser consumes entirely */
const WHOLE: Readonly<Record<string, RegExp>> = {
  int8: INTEGER,
  int16: INTEGER,
  int32: INTEGER,
  int64: INTEGER,
  uint8: INTEGER,
  uint16: INTEGER,
  uint32: INTEGER,
  uint64: INTEGER,
  float: REAL,
  double: REAL,
}

const WORDS: Readonly<Record<string, string>> = {
  int8: 'an integer -128…127',
  int16: 'an integer -32768…32767',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits',
  uint8: 'an integer 0…255',
  uint16: 'an integer 0…65535',
  uint32: 'an integer of 32 bits, not negative',
  uint64: 'an integer of 64 bits, not negative',
  float: 'a number',
  double: 'a number',
  bool: 'true, false, 1 or 0',
  string: 'text',
  any: 'any value',
  Any: 'any value',
  NodeStatus: 'one of SUCCESS, FAILURE, RUNNING, SKIPPED, IDLE',
  'vector<string>': 'texts with ; between them',
  'vector<double>': 'numbers with ; between them',
  'vector<int32>': 'integers with ; between them',
  'queue<int32>': 'integers with ; between them',
  'queue<double>': 'numbers with ; between them',
  'queue<bool>': 'true or false, with ; between them',
  'queue<string>': 'texts with ; between them',
}
