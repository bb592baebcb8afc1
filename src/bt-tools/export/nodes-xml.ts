import type { NodeSpec, PortSpec } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { modelLines } from '#bt/xml/write-model.js'
import { cppType } from '#bt/xml/palette/types.js'

/**
 * Writes the node types as a palette that Groot2 loads and `readNodesModel` reads back without loss: sorted by ID, port
 * types under their C++ names, robot-specific limits in extra attributes.
 *
 * @param options.builtIns include the built-in nodes of every engine; Groot2 knows them already
 */
export function writeNodesModel(library: NodeLibrary, { builtIns = false } = {}): string {
  const nodes = builtIns ? library.nodes() : library.skills()
  const specs = [...nodes, ...library.subtrees()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const lines = specs.flatMap((spec) => modelLines(inCpp(spec), 2))
  return [
    '<root BTCPP_format="4">',
    '    <TreeNodesModel>',
    ...lines.map(({ text, depth }) => '    '.repeat(depth) + text),
    '    </TreeNodesModel>',
    '</root>',
    '',
  ].join('\n')
}

const inCpp = (spec: NodeSpec): NodeSpec => ({ ...spec, ports: spec.ports.map(portInCpp) })

function portInCpp(port: PortSpec): PortSpec {
  const { type } = port
  if (type.kind === 'string') return { ...port, type: { kind: 'value', type: 'std::string' } }
  if (type.kind !== 'value' || type.type === 'any') return port
  return { ...port, type: { kind: 'value', type: cppType(type.type) } }
}
