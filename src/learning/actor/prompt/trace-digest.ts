import type { NodePath, TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { isWithin, unitPaths } from '../units.js'
import type { LeafFailure, TraceDigest, UnitRun } from '../input.js'

/** Digests the trace of one episode: what ran how often, how it ended, how long it took (AMB-08). */
export function digestTrace(doc: TreeDoc, events: readonly TraceEvent[]): TraceDigest {
  return {
    seconds: span(events),
    units: unitPaths(doc).flatMap((path) => unitRun(path, events)),
    failures: leafFailures(events),
  }
}

function unitRun(path: NodePath, events: readonly TraceEvent[]): UnitRun[] {
  const within = events.filter((event) => isWithin(event.path, path))
  const own = within.filter((event) => event.path === path)
  const [first] = own
  if (!first) return []
  const last = own.findLast((event) => event.to === 'SUCCESS' || event.to === 'FAILURE')
  const result = last?.to === 'SUCCESS' ? 'success' : last?.to === 'FAILURE' ? 'failure' : 'unfinished'
  const attempts = Math.max(...within.map((event) => event.attempt))
  return [{ path, node: first.node, attempts, result, seconds: worked(own, within.at(-1)?.t ?? 0) }]
}

/**
 * Total running time of a node over all attempts, s: from each start to its end, not to the reset when its parent ends.
 */
function worked(own: readonly TraceEvent[], last: number): number {
  let [sum, since]: [number, number | undefined] = [0, undefined]
  for (const { t, to } of own) {
    if (to === 'RUNNING') since ??= t
    else if (since !== undefined) {
      sum += t - since
      since = undefined
    }
  }
  const open = since === undefined ? 0 : last - since
  return (sum + open) / 1000
}

/** Only leaves give a reason for failing; a failing control merely passes it on. */
function leafFailures(events: readonly TraceEvent[]): LeafFailure[] {
  const byPath = new Map<NodePath, LeafFailure>()
  for (const event of events) {
    if (event.to !== 'FAILURE' || event.reason === undefined) continue
    byPath.delete(event.path)
    byPath.set(event.path, {
      path: event.path,
      node: event.node,
      attempts: event.attempt,
      reason: event.reason,
    })
  }
  return [...byPath.values()]
}

function span(events: readonly TraceEvent[]): number {
  const first = events[0]
  const last = events.at(-1)
  return first && last ? (last.t - first.t) / 1000 : 0
}
