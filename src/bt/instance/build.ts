import { InvariantError } from '../../base/result.js'
import { NodeConstructionError } from '../engine/construction.js'
import type { NodeBuilder, NodeSite, TreeHost, TreeNode } from '../engine/node.js'
import type { NodeRegistry } from '../engine/registry.js'
import { SubTreeNode } from '../engine/subtree-node.js'
import { TestNode } from '../nodes/leaf/test-node.js'
import type { NodePlan } from './plan.js'

/**
 * Turns a plan into running nodes, children before parents.
 * @throws NodeConstructionError when a node refuses what the tree wrote
 */
export function buildNode(plan: NodePlan, registry: NodeRegistry, host: TreeHost): TreeNode {
  const children = plan.children.map((child) => buildNode(child, registry, host))
  const { uid, def, path, fullPath, label, name, ports, conditions, instead } = plan
  const kind = instead?.kind === 'test' ? 'action' : def.kind
  const site: NodeSite = { uid, def, kind, path, fullPath, label, name, ports, host, conditions }
  return builder(plan, site, registry)(site, children)
}

function builder({ def, instead }: NodePlan, site: NodeSite, registry: NodeRegistry): NodeBuilder {
  if (instead?.kind === 'test') return () => new TestNode(site, instead.config)
  if (instead?.kind === 'node') {
    const build = registry.builder(instead.id)
    if (build !== undefined) return build
    const message = `${site.fullPath} is to be replaced by ${instead.id}, which is no node type`
    throw new NodeConstructionError(site, 'bt.substitution', 'name', message)
  }
  if (def.kind === 'subtree') return (_, children) => new SubTreeNode(site, children)
  const build = registry.builder(def.id)
  if (build === undefined) throw new InvariantError(`no code for ${def.id}: the registry was not checked`)
  return build
}
