import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { NodeSpec, PortSpec } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { nodeProblem } from '../declare/definition-error.js'
import type { NodeDefinition } from '../declare/definition.js'
import type { PortDeclaration } from '../declare/ports.js'

/**
 * Reports why code cannot implement a node type that a palette describes: a different kind, ports known to only one of
 * them, or a different direction, type or default. A port that the code declares as `STRING` may have any type in the
 * palette: the code reads it as raw text.
 */
export function paletteProblems({ spec, ports }: NodeDefinition, library: NodeLibrary): Diagnostic[] {
  const { id } = spec
  const described = library.get(id)
  if (described === undefined) {
    const near = didYouMean(
      id,
      library.nodes().map((node) => node.id),
    )
    const hint =
      near === undefined ? 'add it to the palette, or add the node with add()' : `did you mean ${near}?`
    return [nodeProblem('node.palette', id, 'the palette has no node of this ID', { hint })]
  }
  if (library.isBuiltIn(id))
    return [nodeProblem('node.taken', id, 'this is a node of the engine', { hint: OTHER_ID })]
  const kind = described.kind === spec.kind ? [] : [differs(id, 'kind of node', described.kind, spec.kind)]
  const names = new Set([...described.ports.map(({ name }) => name), ...Object.keys(ports)])
  return [
    ...kind,
    ...[...names].flatMap((name) => portProblems(id, name, { described, library, spec, ports })),
  ]
}

function portProblems(
  id: string,
  name: string,
  both: Pick<NodeDefinition, 'spec' | 'ports'> & {
    readonly described: NodeSpec
    readonly library: NodeLibrary
  },
): Diagnostic[] {
  const { described, library, spec, ports } = both
  const palette = described.ports.find((port) => port.name === name)
  const code = ports[name]
  if (palette === undefined)
    return [differs(id, `port ${name}`, 'no such port', `${code?.direction} ${code?.type.name}`)]
  const type = library.types.of(palette.type)
  if (code === undefined)
    return [differs(id, `port ${name}`, `${palette.direction} ${type.name}`, 'no such port')]
  const found: Diagnostic[] = []
  if (palette.direction !== code.direction) {
    found.push(differs(id, `direction of port ${name}`, palette.direction, code.direction))
  }
  if (!agree(type.name, code) && type.strong) {
    found.push(differs(id, `type of port ${name}`, type.name, code.type.name))
  }
  const fallback = spec.ports.find((port) => port.name === name)?.default
  if (fallback !== undefined && fallback !== palette.default) {
    found.push(differs(id, `default of port ${name}`, textOf(palette), `"${fallback}"`))
  }
  return found
}

const agree = (palette: string, { type }: PortDeclaration): boolean =>
  palette === type.name || type.name === 'string' || !type.strong

const textOf = ({ default: text }: PortSpec): string => (text === undefined ? 'none' : `"${text}"`)

const differs = (id: string, what: string, palette: string, code: string): Diagnostic =>
  nodeProblem('node.palette', id, `code and palette differ in the ${what}`, {
    expected: `${palette} (palette)`,
    got: `${code} (code)`,
  })

export const OTHER_ID = 'give yours another ID'
