import type { NodeKind, NodeSpec, PortSpec, PortType } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { cppType } from '#bt/xml/palette/types.js'
import { element, type XmlNode } from './xml-text.js'

/** Returns a `TreeNodesModel` of every node type, by id; port types have the names that the reference's tools know. */
export function modelElement(library: NodeLibrary, builtins: boolean): XmlNode {
  const specs = builtins ? [...library.nodes(), SUBTREE] : library.skills()
  const inOrder = [...specs].sort((a, b) => (a.id < b.id ? -1 : 1))
  return element(
    'TreeNodesModel',
    {},
    inOrder.map((spec) =>
      element(TAG[spec.kind], { ID: spec.id }, [...spec.ports].reverse().map(portElement)),
    ),
  )
}

const TAG: Readonly<Record<NodeKind, string>> = {
  control: 'Control',
  decorator: 'Decorator',
  action: 'Action',
  condition: 'Condition',
  subtree: 'SubTree',
}

const SUBTREE: NodeSpec = {
  id: 'SubTree',
  kind: 'subtree',
  description: '',
  ports: [
    {
      name: '_autoremap',
      direction: 'in',
      type: { kind: 'value', type: 'bool' },
      default: 'false',
      description: 'join every port with the entry of the same name outside',
    },
  ],
}

function portElement({ name, direction, type, default: text, description }: PortSpec): XmlNode {
  const fallback = text === undefined ? {} : { default: text }
  return element(PORT_TAG[direction], { name, type: typeName(type), ...fallback }, description)
}

const PORT_TAG = { in: 'input_port', out: 'output_port', inout: 'inout_port' } as const

function typeName(type: PortType): string {
  switch (type.kind) {
    case 'int':
      return 'int'
    case 'number':
      return 'double'
    case 'mask':
    case 'enum':
    case 'string':
      return 'std::string'
    case 'value':
      return cppType(type.type)
  }
}
