import type { Clock } from '#base/clock.js'
import type { Compat, Quirks } from '../compat.js'
import type { NodeDef, NodeKind, NodePath } from '../document.js'
import type { Status, TickStatus } from '../status.js'
import type { Conditions } from './conditions.js'
import { NodeExecutionError, TreeLogicError } from './errors.js'
import type { Ports } from './ports.js'

/** What a node receives when it is built. */
export interface NodeSite {
  /** from 1, depth first; a SubTree node comes before the tree inside it */
  readonly uid: number
  readonly def: NodeDef
  readonly kind: NodeKind
  /** address by child indices: `/2/0` */
  readonly path: NodePath
  /** address by names: `Grasp/open`, `Grasp/MoveToZone::7` when it has no name */
  readonly fullPath: string
  /** `MoveToZone`, `SubTree:CursorSequence` */
  readonly label: string
  readonly name: string
  readonly ports: Ports
  readonly host: TreeHost
  /** scripts before and after the tick, if this node has any */
  readonly conditions: Conditions | undefined
}

/** What nodes need from the tree that contains them. */
export interface TreeHost {
  readonly clock: Clock
  readonly compat: Compat
  readonly quirks: Quirks
  /** true when the tree is traced, so leaves record their inputs */
  readonly traced: boolean
  changed(node: TreeNode, from: Status, to: Status): void
  /** called with what `tick()` returned, before it becomes the status */
  ticked(node: TreeNode, returned: Status): void
  /** asks `tickOnce` to tick the root again immediately */
  wakeUp(): void
}

/** Runs before and after a node's tick: a debugger's breakpoints and replaced results. */
export interface TickHook {
  /** a completed status replaces `tick()`; not called when a precondition decided */
  before?(node: TreeNode): Status | undefined
  /** a completed status replaces the result; scripts have already seen the original */
  after?(node: TreeNode, returned: Status): Status | undefined
}

/** Builds a node around its children; a decorator gets exactly one, a leaf none. */
export type NodeBuilder = (site: NodeSite, children: readonly TreeNode[]) => TreeNode

/**
 * One running node. Its parent calls `executeTick` and, to stop it, `haltIfRunning`; `tick` and `halt` are what a
 * node type defines.
 */
export abstract class TreeNode {
  readonly site: NodeSite
  readonly children: readonly TreeNode[]
  hook: TickHook | undefined
  protected readonly ports: Ports
  protected readonly host: TreeHost
  #status: Status = 'IDLE'
  #attempt = 0
  #reason: string | undefined

  constructor(site: NodeSite, children: readonly TreeNode[] = []) {
    this.site = site
    this.ports = site.ports
    this.host = site.host
    this.children = children
  }

  get uid(): number {
    return this.site.uid
  }

  get path(): NodePath {
    return this.site.path
  }

  get label(): string {
    return this.site.label
  }

  get status(): Status {
    return this.#status
  }

  /** how often this node has left IDLE; 1 after its first start */
  get attempt(): number {
    return this.#attempt
  }

  /** input ports as resolved when the node started; leaves of a traced tree only */
  get args(): Readonly<Record<string, string>> {
    return {}
  }

  /** why the latest tick failed */
  get reason(): string | undefined {
    return this.#reason
  }

  /**
   * Performs one tick: preconditions, `tick`, postconditions, then the status. SKIPPED is returned but never stored:
   * under compat 4.10 a node that has set itself RUNNING stays RUNNING.
   * @throws NodeExecutionError naming the node whose own `tick` failed; errors in condition scripts name the parent
   */
  executeTick(): TickStatus {
    this.#reason = undefined
    const returned =
      this.site.conditions === undefined ? this.#hookedTick() : this.#guardedByScripts(this.site.conditions)
    const final = this.hook === undefined ? returned : this.#overridden(returned)
    if (final === 'IDLE') throw new TreeLogicError(idleReturned(this.label))
    if (final !== 'SKIPPED') this.setStatus(final)
    else if (this.#status === 'RUNNING' && !this.host.quirks.skippedStaysRunning) this.reset()
    return final
  }

  /** Halts the node if it is RUNNING, then resets it; a finished node is only reset. */
  haltIfRunning(): void {
    if (this.#status === 'RUNNING') this.haltNode()
    this.reset()
  }

  /** Calls `halt`, then runs the `_onHalted` script. */
  haltNode(): void {
    this.halt()
    this.site.conditions?.halted()
  }

  reset(): void {
    this.#change('IDLE')
  }

  /** Stops the node and everything below it. May be called on an idle node when the whole tree is halted. */
  abstract halt(): void

  /** @throws any error; it is wrapped in a NodeExecutionError that names the node */
  protected abstract tick(): Status

  protected setStatus(to: Status): void {
    // only `reset` may make a node IDLE: a leaf that returns IDLE has a bug
    if (to === 'IDLE') throw new TreeLogicError(idleReturned(this.label))
    this.#change(to)
  }

  /** Yields between two steps so that the tree can be halted there; `tickOnce` ticks again immediately. */
  protected yielded(): 'RUNNING' {
    this.host.wakeUp()
    return 'RUNNING'
  }

  protected explain(reason: string): void {
    this.#reason = reason
  }

  #change(to: Status): void {
    const from = this.#status
    if (from === to) return
    if (from === 'IDLE') this.#attempt += 1
    this.#status = to
    this.host.changed(this, from, to)
  }

  #guardedByScripts(conditions: Conditions): Status {
    const decided = conditions.before(this)
    const returned = decided ?? this.#hookedTick()
    if (returned === 'SUCCESS' || returned === 'FAILURE') conditions.after(returned)
    return returned
  }

  #hookedTick(): Status {
    if (this.hook?.before !== undefined && this.#status !== 'SUCCESS' && this.#status !== 'FAILURE') {
      const override = this.hook.before(this)
      if (override === 'SUCCESS' || override === 'FAILURE') return override
    }
    const returned = this.#wrappedTick()
    this.host.ticked(this, returned)
    return returned
  }

  #overridden(returned: Status): Status {
    const override = this.hook?.after?.(this, returned)
    return override === 'SUCCESS' || override === 'FAILURE' ? override : returned
  }

  #wrappedTick(): Status {
    try {
      return this.tick()
    } catch (cause) {
      if (cause instanceof NodeExecutionError) throw cause
      throw new NodeExecutionError(this.site, cause)
    }
  }
}

const idleReturned = (label: string): string => `${label} returned IDLE; a tick must return another status`
