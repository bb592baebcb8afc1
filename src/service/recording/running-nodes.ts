import type { TraceEvent } from '#bt/trace.js'

/** The tree's current activity, in words. */
export interface RunningSummary {
  /** the running nodes that have no running node below them */
  readonly text: string
  readonly leaves: readonly string[]
  /** from the root to the first of them */
  readonly chain: string
}

/**
 * Tracks the running nodes from their status changes: the first question about any tree (Groot2 shows it only in
 * its paid version).
 */
export class RunningNodes {
  readonly #label: (path: string) => string | undefined
  readonly #running = new Map<string, string>()
  #reported = '-'

  /** @param label the readable name of a node, by its path */
  constructor(label: (path: string) => string | undefined) {
    this.#label = label
  }

  changed({ path, node, to }: TraceEvent): void {
    if (to === 'RUNNING') this.#running.set(path, this.#label(path) ?? node)
    else this.#running.delete(path)
  }

  /** @returns the running nodes if they differ from the last call */
  takeChange(): RunningSummary | undefined {
    const paths = [...this.#running.keys()].sort(inTreeOrder)
    const key = paths.join()
    if (key === this.#reported) return undefined
    this.#reported = key
    const leaves = paths.filter((path) => !paths.some((other) => isBelow(other, path)))
    const first = leaves[0]
    const chain = paths.filter((path) => path === first || (first !== undefined && isBelow(first, path)))
    const named = (path: string): string => this.#running.get(path) ?? path
    return {
      text: leaves.map(named).join(', '),
      leaves: leaves.map(named),
      chain: chain.map(named).join(' > '),
    }
  }
}

const isBelow = (path: string, above: string): boolean =>
  path !== above && path.startsWith(above === '/' ? '/' : `${above}/`)

function inTreeOrder(a: string, b: string): number {
  const [left, right] = [indices(a), indices(b)]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const by = (left[i] as number) - (right[i] as number)
    if (by !== 0) return by
  }
  return left.length - right.length
}

const indices = (path: string): number[] =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map(Number)
