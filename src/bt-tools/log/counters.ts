import type { NodePath } from '#bt/document.js'
import type { Status } from '#bt/status.js'

/** Counts for one node since counting started. */
export interface NodeCounts {
  readonly fullPath: string
  readonly path: NodePath
  readonly status: Status
  /** status changes, excluding those to IDLE */
  readonly transitions: number
  readonly successes: number
  readonly failures: number
  /** own ticks that returned SKIPPED; skips by a precondition happen before the tick and are not counted */
  readonly skips: number
  /** times it was halted while RUNNING */
  readonly halts: number
  readonly lastResult: 'SUCCESS' | 'FAILURE' | undefined
  /** time of the last status change, in the unit of the given clock */
  readonly lastTime: number | undefined
}

export interface CountedNode {
  readonly uid: number
  readonly site: { readonly fullPath: string; readonly path: NodePath }
}

/** Counts what each node of a tree does; pass it to `Tree.observe`. */
export class Counters {
  readonly #now: () => number
  /** by uid */
  readonly #counts: readonly Counting[]
  readonly #byName: ReadonlyMap<string, Counting>
  readonly #byAddress: ReadonlyMap<string, Counting>

  /** @param nodes all nodes of the tree, by uid */
  constructor(nodes: readonly CountedNode[], now: () => number) {
    this.#now = now
    this.#counts = nodes.map(({ site }) => new Counting(site.fullPath, site.path))
    this.#byName = new Map(this.#counts.map((counting) => [counting.fullPath, counting]))
    this.#byAddress = new Map(this.#counts.map((counting) => [counting.path, counting]))
  }

  changed(node: CountedNode, from: Status, to: Status): void {
    const counting = this.#counts[node.uid - 1]
    if (counting === undefined) return
    counting.status = to
    counting.lastTime = this.#now()
    if (to !== 'IDLE') counting.transitions += 1
    else if (from === 'RUNNING') counting.halts += 1
    if (to === 'SUCCESS') counting.successes += 1
    if (to === 'FAILURE') counting.failures += 1
    if (to === 'SUCCESS' || to === 'FAILURE') counting.lastResult = to
  }

  ticked(node: CountedNode, returned: Status): void {
    const counting = this.#counts[node.uid - 1]
    if (counting !== undefined && returned === 'SKIPPED') counting.skips += 1
  }

  /** Returns the counts of all nodes, by uid. */
  all(): readonly NodeCounts[] {
    return this.#counts
  }

  /** @param at a full path such as `Grasp/open`, or an address such as `/2/0` */
  at(at: string): NodeCounts | undefined {
    return this.#byName.get(at) ?? this.#byAddress.get(at)
  }
}

class Counting implements NodeCounts {
  readonly fullPath: string
  readonly path: NodePath
  status: Status = 'IDLE'
  transitions = 0
  successes = 0
  failures = 0
  skips = 0
  halts = 0
  lastResult: 'SUCCESS' | 'FAILURE' | undefined
  lastTime: number | undefined

  constructor(fullPath: string, path: NodePath) {
    this.fullPath = fullPath
    this.path = path
  }
}
