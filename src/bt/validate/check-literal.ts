import { isMask } from '../../base/field-map.js'
import type { PortType } from '../document.js'

export interface LiteralProblem {
  readonly code: 'bt.port-type' | 'bt.port-range'
  readonly expected: string
}

/** Is the text a value of the port's type? Stricter than BehaviorTree.CPP, which reads `12abc` as 12. */
export function checkLiteral(text: string, type: PortType): LiteralProblem | undefined {
  const expected = describeType(type)
  switch (type.kind) {
    case 'int':
      if (!/^-?\d{1,15}$/.test(text)) return { code: 'bt.port-type', expected }
      return inRange(Number(text), type) ? undefined : { code: 'bt.port-range', expected }
    case 'number':
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return { code: 'bt.port-type', expected }
      return inRange(Number(text), type) ? undefined : { code: 'bt.port-range', expected }
    case 'mask':
      return isMask(text) ? undefined : { code: 'bt.port-type', expected }
    case 'enum':
      return type.values.includes(text) ? undefined : { code: 'bt.port-type', expected }
    case 'string':
      return undefined
  }
}

/** A port's type in words: `integer 1…8`, `number 0…10 s`, `four characters of 0 and 1`. */
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
  }
}

const inRange = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  value >= min && value <= max
