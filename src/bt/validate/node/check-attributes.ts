import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, NodeSpec } from '#bt/document.js'
import { isPortName, SCRIPT_ATTRIBUTES } from '#bt/attributes.js'
import { nameLocation, problem, valueLocation, warning } from '#bt/problem.js'

/** Checks the names of a node's attributes, and its own name. */
export function checkAttributes(node: NodeDef, spec: NodeSpec | undefined): Diagnostic[] {
  const ports = spec?.ports.map(({ name }) => name)
  return Object.keys(node.attrs).flatMap((attr): Diagnostic[] => {
    if (attr === 'name') return instanceName(node)
    if (attr === 'ID') return node.kind === 'subtree' ? [] : [idNotAllowed(node)]
    if (SCRIPT_ATTRIBUTES.has(attr) || ports?.includes(attr) === true) return []
    if (attr === '_autoremap')
      return node.kind === 'subtree' ? [] : [ignored(node, attr, 'it is for SubTree only')]
    if (!isPortName(attr)) return note(node, attr, ports ?? [])
    if (spec === undefined || ports === undefined) return []
    const near = didYouMean(attr, ports) ?? ports.find((port) => port.includes(attr) || attr.includes(port))
    const listed = ports.length === 0 ? `${spec.id} has no ports` : `ports of ${spec.id}: ${ports.join(', ')}`
    const more = {
      where: nameLocation(node, attr),
      hint: near === undefined ? listed : `did you mean ${near}?`,
    }
    const message = `${spec.id} has no port ${attr}`
    return [
      // BehaviorTree.CPP accepts any port on a SubTree, whatever its model says
      spec.kind === 'subtree'
        ? warning(node, 'bt.unknown-subtree-port', message, more)
        : problem(node, 'bt.unknown-port', message, more),
    ]
  })
}

function instanceName(node: NodeDef): Diagnostic[] {
  const bad = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(node.attrs['name'] ?? '')?.[0]
  if (bad === undefined) return []
  const code = bad.charCodeAt(0)
  const more = { where: valueLocation(node, 'name'), hint: 'remove it' }
  return [problem(node, 'bt.instance-name', `the name holds the control character ${code}`, more)]
}

function idNotAllowed(node: NodeDef): Diagnostic {
  const hint = `to name this node, write name="${node.attrs['ID'] ?? ''}"`
  return problem(node, 'bt.id-not-allowed', `ID is not allowed in <${node.id}>`, {
    where: nameLocation(node, 'ID'),
    hint,
  })
}

/** Handles attributes that cannot be ports: notes from other tools, or misspelt script attributes. */
function note(node: NodeDef, attr: string, ports: readonly string[]): Diagnostic[] {
  if (KNOWN_NOTES.has(attr)) return []
  const near = didYouMean(attr, [...SCRIPT_ATTRIBUTES, '_autoremap', ...ports])
  if (near !== undefined) return [ignored(node, attr, `did you mean ${near}?`)]
  return attr.startsWith('_') ? [] : [ignored(node, attr, 'a port begins with a letter and holds no . or :')]
}

const ignored = (node: NodeDef, attr: string, hint: string): Diagnostic =>
  warning(node, 'bt.ignored-attribute', `attribute ${attr} is ignored`, {
    where: nameLocation(node, attr),
    hint,
  })

/** attributes that Groot2 and BehaviorTree.CPP's own writer leave in documents */
const KNOWN_NOTES: ReadonlySet<string> = new Set(['_description', '_uid', '_fullpath', '_fullPath'])
