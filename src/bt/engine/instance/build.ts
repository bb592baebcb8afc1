import { InvariantError } from '#base/result.js'
import type { NodeKind } from '#bt/document.js'
import { NodeConstructionError } from '#bt/node/errors.js'
import type { NodeBuilder, NodeSite, TreeHost, TreeNode } from '#bt/node/node.js'
import type { NodeRegistry } from '../registry.js'
import { TestNode } from '#bt/nodes/leaf/test-node.js'
import type { NodePlan } from './plan.js'
import type { TickStatus } from '#bt/status.js'
import { DecoratorNode } from '#bt/node/kinds.js'

/**
 * Turns a plan into running nodes, children before parents.
 *
 * @returns the root, and every node by uid, including those below a node that was replaced by a leaf; they have no
 *   parent and are never ticked
 * @throws NodeConstructionError when a node rejects its attributes
 */
export function buildNodes(
  plan: NodePlan,
  registry: NodeRegistry,
  host: TreeHost,
): { readonly root: TreeNode; readonly nodes: readonly TreeNode[] } {
  const nodes: TreeNode[] = []
  const build = (planned: NodePlan): TreeNode => {
    const children = planned.children.map(build)
    const { uid, def, path, fullPath, label, name, ports, conditions } = planned
    const kind = kindOf(planned, registry)
    const site: NodeSite = { uid, def, kind, path, fullPath, label, name, ports, host, conditions }
    const node = builder(planned, site, registry)(site, attached(site, children))
    nodes[uid - 1] = node
    return node
  }
  return { root: build(plan), nodes }
}

function kindOf({ def, substitute }: NodePlan, registry: NodeRegistry): NodeKind {
  if (substitute === undefined) return def.kind
  return substitute.kind === 'test' ? 'action' : (registry.library.get(substitute.id)?.kind ?? def.kind)
}

/** A leaf that replaces a control gets none of the control's children. */
function attached(site: NodeSite, children: readonly TreeNode[]): readonly TreeNode[] {
  switch (site.kind) {
    case 'action':
    case 'condition':
      return []
    case 'decorator':
      if (children.length === 1) return children
      throw substitutionError(site, `needs one child where ${site.def.id} has ${children.length}`)
    case 'control':
    case 'subtree':
      return children
  }
}

function builder({ def, substitute }: NodePlan, site: NodeSite, registry: NodeRegistry): NodeBuilder {
  if (substitute?.kind === 'test') return () => new TestNode(site, substitute.config)
  if (substitute?.kind === 'node') {
    const build = registry.builder(substitute.id)
    if (build !== undefined) return build
    throw substitutionError(site, `is ${substitute.id}, which is not a node type`)
  }
  if (def.kind === 'subtree') return (_, children) => new SubTreeNode(site, children)
  const build = registry.builder(def.id)
  if (build === undefined) throw new InvariantError(`no code for ${def.id}: the registry was not checked`)
  return build
}

const substitutionError = (site: NodeSite, why: string): NodeConstructionError =>
  new NodeConstructionError(site, 'bt.substitution', 'name', `the substitute for ${site.fullPath} ${why}`)

/** Runs another tree, which has its own blackboard. */
class SubTreeNode extends DecoratorNode {
  protected override tick(): TickStatus {
    if (this.status === 'IDLE') this.setStatus('RUNNING')
    const status = this.child.executeTick()
    if (status === 'SUCCESS' || status === 'FAILURE') this.child.haltIfRunning()
    return status
  }
}
