import type { NodeSpec, PortSpec } from '#bt/document.js'
import type { Paint } from '#terminal/paint.js'
import { DIRECTION_WORDS, typeInWords } from './words.js'

/** The manual page of one node type: what it does, its ports, and its XML. */
export function page(spec: NodeSpec, origin: string, paint: Paint): string {
  const { id, kind, description, ports } = spec
  const names = Math.max(0, ...ports.map(({ name }) => name.length))
  return [
    `${paint.bold(id)}  ${paint.dim(`${kind}, ${origin}`)}`,
    ...(description === '' ? [] : [`  ${description}`]),
    '',
    ...(ports.length === 0
      ? ['No ports.']
      : ['Ports:', ...ports.flatMap((port) => portLines(port, names, paint))]),
    '',
    'In a tree:',
    `  ${example(spec)}`,
    '',
  ].join('\n')
}

function portLines(port: PortSpec, names: number, paint: Paint): string[] {
  const { name, direction, type, description, default: fallback } = port
  const given = fallback === undefined ? '' : `, default ${fallback === '' ? 'empty' : fallback}`
  const head =
    `  ${paint.bold(name)}${' '.repeat(names - name.length)}  ` +
    `${DIRECTION_WORDS[direction]}, ${typeInWords(type)}${given}`
  return description === '' ? [head] : [head, `  ${' '.repeat(names)}  ${paint.dim(description)}`]
}

/** Example XML: the required ports, each with a valid value. */
function example({ id, kind, ports }: NodeSpec): string {
  const needed = ports.filter((port) => port.default === undefined)
  const attrs = needed.map((port) => ` ${port.name}="${exampleValue(port)}"`).join('')
  const tag = kind === 'subtree' ? `SubTree ID="${id}"` : id
  switch (kind) {
    case 'control':
      return `<${tag}${attrs}> … </${tag}>`
    case 'decorator':
      return `<${tag}${attrs}> one child </${tag}>`
    case 'action':
    case 'condition':
    case 'subtree':
      return `<${tag}${attrs}/>`
  }
}

function exampleValue({ name, direction, type }: PortSpec): string {
  if (direction !== 'in') return `{${name}}`
  switch (type.kind) {
    case 'int':
      return String(Math.max(type.min, Math.min(type.max, 1)))
    case 'number':
      return String(Math.max(type.min, Math.min(type.max, 1)))
    case 'mask':
      return '0101'
    case 'enum':
      return type.values[0] ?? ''
    case 'string':
    case 'value':
      return `{${name}}`
  }
}
