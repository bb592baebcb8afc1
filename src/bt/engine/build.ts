import { InvariantError } from '../../base/result.js'
import type { NodePlan } from './instance.js'
import type { NodeSite, TreeHost, TreeNode } from './node.js'
import type { NodeRegistry } from './registry.js'
import { SubTreeNode } from './subtree-node.js'

/** Turns a plan into running nodes, children before parents. @throws whatever a node's constructor refuses */
export function buildNode(plan: NodePlan, registry: NodeRegistry, host: TreeHost): TreeNode {
  const children = plan.children.map((child) => buildNode(child, registry, host))
  const { uid, def, path, fullPath, label, name, ports, conditions } = plan
  const kind = def.kind
  const site: NodeSite = { uid, def, kind, path, fullPath, label, name, ports, host, conditions }
  if (kind === 'subtree') return new SubTreeNode(site, children)
  const build = registry.builder(def.id)
  if (build === undefined) throw new InvariantError(`no code for ${def.id}: the registry was not checked`)
  return build(site, children)
}
