import type { Clock } from '../../base/clock.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeDef, TreeDoc } from '../document.js'
import { mainTree, treeById } from '../paths.js'
import type { Status, TickStatus } from '../status.js'
import type { TraceEvent } from '../trace.js'
import { validate } from '../validate/validate.js'
import { Blackboard } from './blackboard.js'
import { buildNode } from './build.js'
import type { TreeHost, TreeNode } from './node.js'
import type { NodeRegistry } from './registry.js'

export interface TreeOptions {
  readonly clock: Clock
  readonly onTransition?: (event: TraceEvent) => void
  /** what each node's `tick()` returned, SKIPPED too; for conformance tests and debuggers */
  readonly onTick?: (node: TreeNode, returned: TickStatus) => void
}

/**
 * Makes a runnable tree. Fails with every error that `validate` finds, or with one `bt.no-code` for each node type
 * that the registry has no code for.
 */
export function createTree(
  doc: TreeDoc,
  registry: NodeRegistry,
  options: TreeOptions,
): Result<Tree, readonly Diagnostic[]> {
  const errors = validate(doc, registry.library).filter((problem) => problem.severity === 'error')
  const main = mainTree(doc)
  if (errors.length > 0 || main === undefined) return err(errors)
  const missing = missingCode(doc, registry)
  if (missing.length > 0) return err(missing)
  return ok(new Tree(doc, main.root, registry, options))
}

/** One instance of a tree, for one episode. Everything happens inside `tick` and `halt`; nothing runs by itself. */
export class Tree {
  readonly root: TreeNode
  readonly blackboard = new Blackboard()
  readonly #nodes: readonly TreeNode[]
  #seq = 0

  /** Use `createTree`, which validates first. */
  constructor(doc: TreeDoc, root: NodeDef, registry: NodeRegistry, options: TreeOptions) {
    const host: TreeHost = {
      clock: options.clock,
      changed: (node, from, to) => options.onTransition?.(this.#event(node, from, to, options.clock)),
      ...(options.onTick === undefined ? {} : { ticked: options.onTick }),
    }
    this.root = buildNode(doc, root, '/', { registry, host, blackboard: this.blackboard })
    this.#nodes = depthFirst(this.root)
  }

  /** Every node, parents before children; a SubTree node before the tree inside it. */
  get nodes(): readonly TreeNode[] {
    return this.#nodes
  }

  /**
   * Exactly one tick of the root (BehaviorTree.CPP's tickExactlyOnce). The root is reset once it has finished.
   * @throws NodeExecutionError when the tree's data is wrong at run time or a leaf has a bug
   */
  tick(): TickStatus {
    const status = this.root.executeTick()
    if (status === 'SUCCESS' || status === 'FAILURE') this.root.reset()
    return status
  }

  /** Stops every running node, deepest first along each branch; afterwards all nodes are IDLE. */
  halt(): void {
    this.root.halt()
    for (const node of this.#nodes) node.halt()
  }

  #event(node: TreeNode, from: Status, to: Status, clock: Clock): TraceEvent {
    const { path, label, args, attempt, reason } = node
    const why = to === 'FAILURE' && reason !== undefined ? { reason } : {}
    return { seq: this.#seq++, t: clock.now(), path, node: label, args, from, to, attempt, ...why }
  }
}

const depthFirst = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(depthFirst)]

function missingCode(doc: TreeDoc, registry: NodeRegistry): Diagnostic[] {
  const ids = new Set<string>()
  const visited = new Set<string>()
  const visit = (node: NodeDef): void => {
    if (node.kind === 'subtree') return enter(node.attrs['ID'] ?? '')
    if (registry.library.get(node.id) !== undefined && registry.builder(node.id) === undefined) {
      ids.add(node.id)
    }
    node.children.forEach(visit)
  }
  const enter = (treeId: string): void => {
    const tree = visited.has(treeId) ? undefined : treeById(doc, treeId)
    visited.add(treeId)
    if (tree !== undefined) visit(tree.root)
  }
  enter(doc.main)
  return [...ids].map((id) => ({
    code: 'bt.no-code',
    severity: 'error',
    message: `no code is registered for node ${id}`,
    hint: `register it: registry.action('${id}', …)`,
  }))
}
