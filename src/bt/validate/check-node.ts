import { didYouMean, type Diagnostic } from '../../base/diagnostic.js'
import type { NodeDef, NodeSpec } from '../document.js'
import { pointerKey } from '../engine/pointer.js'
import type { NodeLibrary } from '../library.js'
import { checkLiteral } from './check-literal.js'
import type { LocateAttr } from './locate.js'
import { problem } from './problem.js'

/** Problems of one node by itself: its type, its ports, its number of children. */
export function checkNode(node: NodeDef, library: NodeLibrary, locate: LocateAttr): Diagnostic[] {
  if (node.kind === 'subtree') return checkSubtree(node, library, locate)
  const spec = library.get(node.id)
  if (spec === undefined) return [unknownNode(node, library)]
  return [
    ...unknownPorts(node, spec, locate),
    ...portValues(node, spec, locate),
    ...childCount({ ...node, kind: spec.kind }),
  ]
}

/** A subtree that the library describes has the ports that stand there; any other takes what it is given. */
function checkSubtree(node: NodeDef, library: NodeLibrary, locate: LocateAttr): Diagnostic[] {
  const spec = library.subtree(node.attrs['ID'] ?? '')
  const ports =
    spec === undefined ? [] : [...unknownPorts(node, spec, locate), ...portValues(node, spec, locate)]
  return [...ports, ...childCount(node)]
}

function unknownNode(node: NodeDef, library: NodeLibrary): Diagnostic {
  const isSubtree = library.subtree(node.id) !== undefined
  const near = didYouMean(
    node.id,
    library.nodes().map((spec) => spec.id),
  )
  const hint = isSubtree
    ? `${node.id} is a subtree: write <SubTree ID="${node.id}"/>`
    : near === undefined
      ? `known nodes: ${library
          .nodes()
          .map((spec) => spec.id)
          .join(', ')}`
      : `did you mean ${near}?`
  return problem(node, 'bt.unknown-node', `unknown node ${node.id}`, { hint })
}

function unknownPorts(node: NodeDef, spec: NodeSpec, locate: LocateAttr): Diagnostic[] {
  const names = spec.ports.map((port) => port.name)
  return Object.keys(node.attrs)
    .filter((attr) => attr !== 'name' && !(attr === 'ID' && node.kind === 'subtree') && !names.includes(attr))
    .flatMap((attr) => {
      const where = locate(node, attr)
      if (SCRIPT_ATTRS.has(attr)) {
        const hint = 'express it with nodes: a condition in a Sequence, a Fallback, an Inverter'
        return [
          problem(
            node,
            'bt.no-scripts',
            `${attr} needs the script language, which this engine does not run`,
            { where, hint },
          ),
        ]
      }
      if (attr.startsWith('_')) return []
      const near = didYouMean(attr, names)
      const ports =
        names.length === 0 ? `${spec.id} has no ports` : `ports of ${spec.id}: ${names.join(', ')}`
      const hint = near === undefined ? ports : `did you mean ${near}?`
      return [problem(node, 'bt.unknown-port', `${spec.id} has no port ${attr}`, { where, hint })]
    })
}

function portValues(node: NodeDef, spec: NodeSpec, locate: LocateAttr): Diagnostic[] {
  return spec.ports.flatMap((port) => {
    const text = node.attrs[port.name]
    const where = locate(node, port.name)
    if (text === undefined) {
      if (port.default !== undefined || port.direction === 'out') return []
      const hint = `write ${port.name}="…": ${port.description}`
      return [problem(node, 'bt.missing-port', `${spec.id} needs port ${port.name}`, { hint })]
    }
    if (pointerKey(text, port.name) !== undefined) return []
    if (port.direction !== 'in') {
      const more = {
        where,
        expected: 'a blackboard key in braces',
        got: `"${text}"`,
        hint: `write ${port.name}="{${port.name}}"`,
      }
      return [
        problem(
          node,
          'bt.port-type',
          `output port ${port.name} of ${spec.id} has no place to write to`,
          more,
        ),
      ]
    }
    const wrong = checkLiteral(text, port.type)
    if (wrong === undefined) return []
    const message = `port ${port.name} of ${spec.id} ${wrong.code === 'bt.port-range' ? 'is out of range' : 'has the wrong type'}`
    return [problem(node, wrong.code, message, { where, expected: wrong.expected, got: `"${text}"` })]
  })
}

function childCount(node: NodeDef): Diagnostic[] {
  const count = node.children.length
  const rule = CHILDREN[node.kind]
  if (count >= rule.min && count <= rule.max) return []
  const type = node.kind === 'subtree' ? 'SubTree' : node.id
  return [
    problem(node, 'bt.children', `${type} has ${count} ${count === 1 ? 'child' : 'children'}`, {
      expected: rule.expected,
      got: String(count),
      ...(node.kind === 'decorator' && count > 1
        ? { hint: `put the children of ${type} into a Sequence` }
        : {}),
    }),
  ]
}

const CHILDREN = {
  control: { min: 1, max: Infinity, expected: 'one child or more' },
  decorator: { min: 1, max: 1, expected: 'exactly one child' },
  action: { min: 0, max: 0, expected: 'no children' },
  condition: { min: 0, max: 0, expected: 'no children' },
  subtree: { min: 0, max: 0, expected: 'no children' },
} as const

const SCRIPT_ATTRS: ReadonlySet<string> = new Set([
  '_failureIf',
  '_successIf',
  '_skipIf',
  '_while',
  '_onSuccess',
  '_onFailure',
  '_onHalted',
  '_post',
])
