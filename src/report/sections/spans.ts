import type { Status } from '#bt/status.js'
import type { TraceEvent } from '#bt/trace.js'

/** One activation of a node, from its start to its end, in virtual milliseconds. */
export interface Span {
  readonly path: string
  readonly label: string
  readonly from: number
  readonly to: number
  /** `IDLE`: halted before it finished */
  readonly status: Status
  readonly attempt: number
  readonly reason: string | undefined
}

/** Spans of all nodes of a trace, ordered by start; one that is still running at the end is cut there. */
export function spansOf(trace: readonly TraceEvent[]): Span[] {
  const open = new Map<string, TraceEvent>()
  const spans: Span[] = []
  const close = (start: TraceEvent, end: TraceEvent, status: Status): void => {
    const label = labelOf(start)
    const { path, attempt } = start
    spans.push({ path, label, from: start.t, to: end.t, status, attempt, reason: end.reason })
    open.delete(path)
  }
  for (const event of trace) {
    const start = open.get(event.path)
    if (event.to === 'RUNNING') open.set(event.path, start ?? event)
    else if (start !== undefined) close(start, event, event.to)
    else if (event.to === 'SUCCESS' || event.to === 'FAILURE') close(event, event, event.to)
  }
  const last = trace.at(-1)
  if (last !== undefined) for (const start of open.values()) close(start, last, 'RUNNING')
  return spans.sort((a, b) => a.from - b.from || a.path.length - b.path.length)
}

/** Spans of leaf nodes. */
export function leavesOf(spans: readonly Span[]): Span[] {
  const parents = new Set(spans.map(({ path }) => path.slice(0, path.lastIndexOf('/')) || '/'))
  return spans.filter(({ path }) => !parents.has(path))
}

/** In the order in which bars are drawn: a short one that failed is not hidden by the one that follows. */
export const failedLast = (spans: readonly Span[]): readonly Span[] =>
  spans.toSorted((a, b) => Number(a.status === 'FAILURE') - Number(b.status === 'FAILURE'))

function labelOf(event: TraceEvent): string {
  const args = Object.entries(event.args).map(([name, value]) => `${name}=${value}`)
  const node = event.node.replace(/^SubTree:/, '')
  return args.length === 0 ? node : `${node} ${args.join(' ')}`
}
