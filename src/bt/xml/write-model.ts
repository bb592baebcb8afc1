import type { NodeSpec, PortSpec, PortType } from '../document.js'
import { escapeXml } from '../entities.js'

export interface TextLine {
  readonly text: string
  /** levels of indentation */
  readonly depth: number
}

/**
 * One entry of a `TreeNodesModel` in the form its reader expects: ports in their order, and only limits that differ
 * from the type's range.
 */
export function modelLines({ id, kind, description, ports }: NodeSpec, depth = 0): TextLine[] {
  const name = ELEMENTS[kind]
  const open = `<${name}${attrs([
    ['ID', id],
    ['description', description === '' ? undefined : description],
  ])}`
  if (ports.length === 0) return [{ text: `${open}/>`, depth }]
  return [
    { text: `${open}>`, depth },
    ...ports.map((port) => ({ text: portText(port), depth: depth + 1 })),
    { text: `</${name}>`, depth },
  ]
}

export const modelText = (model: NodeSpec): string =>
  modelLines(model)
    .map(({ text }) => text)
    .join('\n')

/** Readers take a port's text verbatim, so a description with XML special characters becomes an attribute. */
function portText(port: PortSpec): string {
  const name = PORTS[port.direction]
  const marked = /[&<>]|^\s|\s$/.test(port.description)
  const open = `<${name}${attrs([
    ['name', port.name],
    ...typeAttrs(port.type),
    ['default', port.default],
    ['description', marked ? port.description : undefined],
  ])}`
  return marked || port.description === '' ? `${open}/>` : `${open}>${port.description}</${name}>`
}

type Attr = readonly [name: string, value: string | undefined]

function typeAttrs(type: PortType): Attr[] {
  switch (type.kind) {
    case 'int':
      return [['type', 'int'], ...range(type, -(2 ** 31), 2 ** 31 - 1)]
    case 'number':
      return [['type', 'number'], ...range(type, -Number.MAX_VALUE, Number.MAX_VALUE), ['unit', type.unit]]
    case 'mask':
      return [['type', 'mask']]
    case 'enum':
      return [
        ['type', 'enum'],
        ['values', type.values.join(';')],
      ]
    case 'string':
      return [['type', 'string']]
    case 'value':
      return [['type', type.type === 'any' ? undefined : type.type]]
  }
}

const range = (type: { readonly min: number; readonly max: number }, least: number, most: number): Attr[] => [
  ['min', type.min === least ? undefined : String(type.min)],
  ['max', type.max === most ? undefined : String(type.max)],
]

const attrs = (list: readonly Attr[]): string =>
  list.map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeXml(value)}"`)).join('')

/** The element that stands for each kind of node. */
export const ELEMENTS = {
  action: 'Action',
  condition: 'Condition',
  control: 'Control',
  decorator: 'Decorator',
  subtree: 'SubTree',
} as const

const PORTS = { in: 'input_port', out: 'output_port', inout: 'inout_port' } as const
