import { InvariantError } from '../../base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '../document.js'
import { childPath, nodeLabel, treeById } from '../paths.js'
import { Blackboard } from './blackboard.js'
import type { NodeSite, TreeHost, TreeNode } from './node.js'
import { pointerKey } from './pointer.js'
import { Ports } from './ports.js'
import type { NodeRegistry } from './registry.js'
import { SubTreeNode } from './subtree-node.js'

/** Turns a validated document into running nodes, depth first; SubTree nodes open the trees that they name. */
export function buildNode(
  doc: TreeDoc,
  def: NodeDef,
  path: NodePath,
  at: { readonly registry: NodeRegistry; readonly host: TreeHost; readonly blackboard: Blackboard },
): TreeNode {
  const { registry, host, blackboard } = at
  const spec = registry.library.get(def.id) ?? { id: def.id, kind: def.kind, description: '', ports: [] }
  const site: NodeSite = { path, label: nodeLabel(def), ports: new Ports(def.attrs, spec, blackboard), host }
  if (def.kind === 'subtree') {
    const inner = treeById(doc, def.attrs['ID'] ?? '')
    if (inner === undefined) {
      throw new InvariantError(`no tree ${def.attrs['ID']}: the document was not validated`)
    }
    const own = subtreeBlackboard({ ...defaultPorts(registry, inner.id), ...def.attrs }, blackboard)
    return new SubTreeNode(site, [
      buildNode(doc, inner.root, childPath(path, 0), { registry, host, blackboard: own }),
    ])
  }
  const build = registry.builder(def.id)
  if (build === undefined) throw new InvariantError(`no code for ${def.id}: the registry was not checked`)
  return build(
    site,
    def.children.map((child, index) => buildNode(doc, child, childPath(path, index), at)),
  )
}

function defaultPorts(registry: NodeRegistry, treeId: string): NodeDef['attrs'] {
  const ports = registry.library.subtree(treeId)?.ports ?? []
  const withDefault = ports.filter((port) => port.default !== undefined)
  return Object.fromEntries(withDefault.map((port) => [port.name, port.default ?? '']))
}

/** `port="{key}"` joins the two blackboards, `port="text"` starts the inner one with an entry. */
function subtreeBlackboard(attrs: NodeDef['attrs'], parent: Blackboard): Blackboard {
  const remap = new Map<string, string>()
  const literals: [string, string][] = []
  for (const [port, text] of Object.entries(attrs)) {
    if (port === 'ID' || port === 'name' || port.startsWith('_')) continue
    const key = pointerKey(text, port)
    if (key === undefined) literals.push([port, text])
    else remap.set(port, key)
  }
  const board = new Blackboard(parent, remap, /^(true|1)$/i.test(attrs['_autoremap'] ?? ''))
  for (const [port, text] of literals) board.setOwn(port, text)
  return board
}
