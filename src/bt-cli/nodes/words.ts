import type { NodeKind, PortSpec, PortType } from '#bt/document.js'

/** A port's type as text: `whole number 1 … 8`, `number 0 … 10 s`, `one of a, b`, `vector<int32>`. */
export function typeInWords(type: PortType): string {
  switch (type.kind) {
    case 'int':
      return `whole number${range(type.min, type.max, -(2 ** 31), 2 ** 31 - 1)}`
    case 'number': {
      const unit = type.unit === undefined ? '' : ` ${type.unit}`
      return `number${range(type.min, type.max, -Number.MAX_VALUE, Number.MAX_VALUE)}${unit}`
    }
    case 'mask':
      return 'mask such as 0101'
    case 'enum':
      return `one of ${type.values.join(', ')}`
    case 'string':
      return 'text'
    case 'value':
      return type.type
  }
}

export const KIND_TITLES: Readonly<Record<NodeKind, string>> = {
  control: 'Controls',
  decorator: 'Decorators',
  action: 'Actions',
  condition: 'Conditions',
  subtree: 'SubTrees',
}

export const DIRECTION_WORDS: Readonly<Record<PortSpec['direction'], string>> = {
  in: 'input',
  out: 'output',
  inout: 'in and out',
}

/** `num_cycles`, `[position=1]`, `>faces`: brackets mark optional ports, `>` marks outputs. */
export function portInShort({ name, direction, default: fallback }: PortSpec): string {
  const arrow = { in: '', out: '>', inout: '<>' }[direction]
  return fallback === undefined ? `${arrow}${name}` : `[${arrow}${name}=${fallback}]`
}

function range(min: number, max: number, least: number, most: number): string {
  if (min <= least && max >= most) return ''
  if (max >= most) return `, at least ${min}`
  if (min <= least) return `, at most ${max}`
  return ` ${min} … ${max}`
}
