import type { Status } from '#bt/status.js'
import type { TraceEvent } from '#bt/trace.js'
import type { PlanProgress } from '#twin/plan/remaining-plan.js'

/** How far a tree has got according to its trace; updated event by event, so that queries are cheap. */
export class TreeProgress implements PlanProgress {
  readonly #statuses = new Map<string, Status>()
  readonly #iterations = new Map<string, number>()

  readonly add = ({ path, from, to }: TraceEvent): void => {
    this.#statuses.set(path, to)
    // a node that leaves IDLE restarts its rounds
    if (from === 'IDLE') this.#iterations.set(path, 0)
    if ((to === 'SUCCESS' || to === 'FAILURE') && path.endsWith('/0')) {
      const parent = path.slice(0, -2) || '/'
      this.#iterations.set(parent, (this.#iterations.get(parent) ?? 0) + 1)
    }
  }

  status(path: string): 'running' | 'succeeded' | 'failed' | 'idle' {
    switch (this.#statuses.get(path)) {
      case 'RUNNING':
        return 'running'
      case 'SUCCESS':
        return 'succeeded'
      case 'FAILURE':
        return 'failed'
      case 'IDLE':
      case 'SKIPPED':
      case undefined:
        return 'idle'
    }
  }

  iterations(path: string): number {
    return this.#iterations.get(path) ?? 0
  }
}
