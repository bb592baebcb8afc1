import type { Clock } from '../../base/clock.js'
import type { NodePath } from '../document.js'
import type { Status, TickStatus } from '../status.js'
import { NodeExecutionError, TreeLogicError } from './errors.js'
import type { Ports } from './ports.js'

/** What a node is given when it is built. */
export interface NodeSite {
  readonly path: NodePath
  /** `MoveToZone`, `SubTree:CursorSequence` */
  readonly label: string
  readonly ports: Ports
  readonly host: TreeHost
}

/** What nodes need of the tree that they stand in. */
export interface TreeHost {
  readonly clock: Clock
  changed(node: TreeNode, from: Status, to: Status): void
  /** what `tick()` returned, before it becomes the status; for conformance tests and debuggers */
  ticked?(node: TreeNode, returned: TickStatus): void
}

/** Builds a node around its children; a decorator gets exactly one, a leaf none. */
export type NodeBuilder = (site: NodeSite, children: readonly TreeNode[]) => TreeNode

/**
 * One running node. Its parent calls `executeTick` and, to stop it, `haltIfRunning`; `tick` and `halt` are what a
 * node type defines.
 */
export abstract class TreeNode {
  readonly path: NodePath
  readonly label: string
  readonly children: readonly TreeNode[]
  protected readonly ports: Ports
  protected readonly host: TreeHost
  #status: Status = 'IDLE'
  #attempt = 0
  #reason: string | undefined

  constructor(site: NodeSite, children: readonly TreeNode[] = []) {
    this.path = site.path
    this.label = site.label
    this.ports = site.ports
    this.host = site.host
    this.children = children
  }

  get status(): Status {
    return this.#status
  }

  /** how often this node left IDLE, from 1 after its first start */
  get attempt(): number {
    return this.#attempt
  }

  /** input ports as resolved when the node started; leaves only */
  get args(): Readonly<Record<string, string>> {
    return {}
  }

  /** why the tick that just ended failed */
  get reason(): string | undefined {
    return this.#reason
  }

  /**
   * One tick. SKIPPED is returned but never stored: a node that had set itself RUNNING stays RUNNING.
   * @throws NodeExecutionError, once wrapped, naming the innermost node
   */
  executeTick(): TickStatus {
    this.#reason = undefined
    const returned = this.#guardedTick()
    if (!TICK_STATUSES.has(returned)) {
      throw new NodeExecutionError(
        this.path,
        this.label,
        new TreeLogicError(`its tick returned ${String(returned)}`),
      )
    }
    this.host.ticked?.(this, returned)
    if (returned !== 'SKIPPED') this.setStatus(returned)
    return returned
  }

  /** A parent stops a child only while it is RUNNING; a finished one is just reset. */
  haltIfRunning(): void {
    if (this.#status === 'RUNNING') this.halt()
    this.reset()
  }

  reset(): void {
    this.setStatus('IDLE')
  }

  /** Stops the node and everything below it. May be called on an idle node when the whole tree is halted. */
  abstract halt(): void

  protected abstract tick(): TickStatus

  protected setStatus(to: Status): void {
    const from = this.#status
    if (from === to) return
    if (from === 'IDLE') this.#attempt += 1
    this.#status = to
    this.host.changed(this, from, to)
  }

  protected explain(reason: string): void {
    this.#reason = reason
  }

  #guardedTick(): TickStatus {
    try {
      return this.tick()
    } catch (cause) {
      if (cause instanceof NodeExecutionError) throw cause
      throw new NodeExecutionError(this.path, this.label, cause)
    }
  }
}

/** Controls loop over what their children return: a leaf that returns anything else must not get that far. */
const TICK_STATUSES: ReadonlySet<TickStatus> = new Set(['RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'])
