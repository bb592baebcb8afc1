import type { Clock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Compat } from '../compat.js'
import type { TreeDoc } from '../document.js'
import type { Status, TickStatus } from '../status.js'
import type { TraceEvent } from '../trace.js'
import { validate } from '../validate/validate.js'
import { problem } from '../problem.js'
import { Blackboard } from '../blackboard.js'
import { buildNodes } from './instance/build.js'
import { TreeLogicError, NodeConstructionError } from '../node/errors.js'
import { missingCode } from './instance/missing-code.js'
import { planInstance, type InstancePlan } from './instance/plan.js'
import type { Substitution } from './instance/substitution.js'
import { Host, type TreeObserver } from './host.js'
import type { TreeNode } from '../node/node.js'
import type { NodeRegistry } from './registry.js'

export interface TreeOptions {
  readonly clock: Clock
  /** blackboard of the main tree; if it has a parent, `@key` refers to the outermost one's entries */
  readonly blackboard?: Blackboard
  /** keeps the quirks of BehaviorTree.CPP 4.10 unless `strict` */
  readonly compat?: Compat
  readonly onTransition?: (event: TraceEvent) => void
  /** replaces nodes with test nodes */
  readonly substitution?: Substitution
}

export type { TreeObserver } from './host.js'

/** One expanded tree within a running tree. */
export interface SubtreeInstance {
  readonly treeId: string
  /** `''` for the main tree, else the full path of the SubTree node: `S::3` */
  readonly instance: string
  readonly blackboard: Blackboard
  /** its nodes by uid, without those of the trees inside it */
  readonly nodes: readonly TreeNode[]
}

/**
 * Creates a runnable tree. Fails with every error that `validate` finds, with one `bt.no-code` per node type for which
 * the registry has no code, or with every problem that appears only when SubTrees are expanded.
 */
export function createTree(
  doc: TreeDoc,
  registry: NodeRegistry,
  options: TreeOptions,
): Result<Tree, readonly Diagnostic[]> {
  const { library, enums } = registry
  const { compat = '4.10', blackboard = new Blackboard(undefined, compat), substitution } = options
  const errors = validate(doc, library, { compat, enums }).filter((found) => found.severity === 'error')
  if (errors.length > 0) return err(errors)
  const missing = missingCode(doc, registry)
  if (missing.length > 0) return err(missing)
  const plan = planInstance(doc, {
    library,
    enums,
    compat,
    blackboard,
    ...(substitution === undefined ? {} : { substitution }),
  })
  if (plan === undefined) return err([])
  if (plan.problems.length > 0) return err(plan.problems)
  try {
    return ok(new Tree(plan, registry, options))
  } catch (cause) {
    if (!(cause instanceof NodeConstructionError)) throw cause
    return err([problem(cause.def, cause.code, cause.message, { where: cause.where })])
  }
}

/**
 * One instance of a tree, for one episode. All work happens inside `tick` and `halt`; nothing runs in the background.
 */
export class Tree {
  readonly root: TreeNode
  /** every node by uid: parents before children, a SubTree node before the tree inside it */
  readonly nodes: readonly TreeNode[]
  /** in order of creation, the main tree first */
  readonly subtrees: readonly SubtreeInstance[]
  readonly #attached: readonly TreeNode[]
  readonly #host: Host
  #seq = 0

  /** Use `createTree`, which validates first. */
  constructor(plan: InstancePlan, registry: NodeRegistry, options: TreeOptions) {
    this.#host = new Host(options.clock, options.compat ?? '4.10', options.onTransition !== undefined)
    const { root, nodes } = buildNodes(plan.root, registry, this.#host)
    this.root = root
    this.nodes = nodes
    this.#attached = depthFirst(root)
    this.subtrees = plan.subtrees.map(({ treeId, instance, blackboard, uids }) => ({
      treeId,
      instance,
      blackboard,
      nodes: uids.flatMap((uid) => this.nodes[uid - 1] ?? []),
    }))
    const { onTransition, clock } = options
    if (onTransition !== undefined) {
      this.observe({ changed: (node, from, to) => onTransition(this.#event(node, from, to, clock)) })
    }
  }

  /** The blackboard of the main tree. */
  get blackboard(): Blackboard {
    return (this.subtrees[0] as SubtreeInstance).blackboard
  }

  /** @returns a function that removes the observer */
  observe(observer: TreeObserver): () => void {
    return this.#host.observe(observer)
  }

  /**
   * Registers a listener that is called between ticks when a node requests another tick, for example because an
   * asynchronous action has finished. The listener should not tick the tree itself, but arrange for it to be ticked
   * soon.
   * @returns a function that removes the listener
   */
  onWakeUp(listener: () => void): () => void {
    return this.#host.onWakeUp(listener)
  }

  /**
   * Ticks the root exactly once (BehaviorTree.CPP's tickExactlyOnce). The root is reset once it has finished.
   * @throws NodeExecutionError when the tree's data is wrong at run time or a leaf has a bug
   */
  tick(): TickStatus {
    const status = this.#host.tick(this.root)
    if (status === 'SUCCESS' || status === 'FAILURE') this.root.reset()
    return status
  }

  /**
   * Ticks, and ticks again immediately while the tree is RUNNING and a node requests it (BehaviorTree.CPP's tickOnce):
   * Repeat and similar nodes run through all their cycles. The reference hangs in an endless one.
   * @param limit number of ticks after which a TreeLogicError is thrown
   */
  tickOnce(limit = TICK_LIMIT): TickStatus {
    this.#host.consumeWakeUp()
    for (let ticks = 1; ; ticks++) {
      const status = this.tick()
      if (status !== 'RUNNING' || !this.#host.consumeWakeUp()) return status
      if (ticks >= limit) throw new TreeLogicError(tickLimitMessage('tickOnce', limit))
    }
  }

  /**
   * Calls `tickOnce` until the tree is no longer RUNNING.
   * @param sleep lets time pass between ticks: by a virtual clock, or by blocking
   * @param limit calls of tickOnce after which a TreeLogicError is thrown
   */
  tickWhileRunning(sleep: () => void = () => undefined, limit = TICK_LIMIT): TickStatus {
    for (let iterations = 1; ; iterations++) {
      const status = this.tickOnce(limit)
      if (status !== 'RUNNING') return status
      if (iterations >= limit) throw new TreeLogicError(tickLimitMessage('tickWhileRunning', limit))
      sleep()
    }
  }

  /** Halts every running node, deepest first along each branch; afterwards all nodes are IDLE. */
  halt(): void {
    const { haltVisitsIdleNodes } = this.#host.quirks
    if (haltVisitsIdleNodes) this.root.haltNode()
    // visit all nodes, in case a control failed to halt one
    for (const node of this.#attached) {
      if (haltVisitsIdleNodes) node.haltNode()
      else node.haltIfRunning()
    }
    this.root.reset()
  }

  #event(node: TreeNode, from: Status, to: Status, clock: Clock): TraceEvent {
    const { path, label, args, attempt, reason } = node
    const why = to === 'FAILURE' && reason !== undefined ? { reason } : {}
    return { seq: this.#seq++, t: clock.now(), path, node: label, args, from, to, attempt, ...why }
  }
}

/** more ticks in one go than any sensible tree needs */
const TICK_LIMIT = 100_000

const tickLimitMessage = (call: string, limit: number): string =>
  `${call}: the tree is still RUNNING after ${limit} ticks in one go; an unbounded Repeat or ` +
  `RetryUntilSuccessful loops around nodes that never return RUNNING`

function depthFirst(root: TreeNode): TreeNode[] {
  const nodes: TreeNode[] = []
  const visit = (node: TreeNode): void => {
    nodes.push(node)
    node.children.forEach(visit)
  }
  visit(root)
  return nodes
}
