import { ms, type Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { Status } from '#bt/status.js'
import type { TraceEvent } from '#bt/trace.js'
import { parentPath } from '#learning/actor/units.js'

/** One activation of a node, from its start to its end, in virtual milliseconds. */
export interface Span {
  readonly path: NodePath
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
  const begun = new Map<Span, number>()
  const close = (start: TraceEvent, end: TraceEvent, status: Status): void => {
    const label = labelOf(start)
    const { path, attempt } = start
    const span = { path, label, from: start.t, to: end.t, status, attempt, reason: end.reason }
    spans.push(span)
    begun.set(span, start.seq)
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
  return inOrder(spans, begun)
}

/**
 * By start. What starts at one moment comes in the order of the trace, where a parent is entered after its children
 * have begun: it comes with the first of them, and before it.
 */
function inOrder(spans: readonly Span[], begun: ReadonlyMap<Span, number>): Span[] {
  const atOneTime = new Map<number, Span[]>()
  for (const span of spans) {
    const group = atOneTime.get(span.from)
    if (group === undefined) atOneTime.set(span.from, [span])
    else group.push(span)
  }
  return [...atOneTime.values()]
    .sort(([a], [b]) => (a?.from ?? 0) - (b?.from ?? 0))
    .flatMap((group) => {
      const first = new Map<string, number>()
      for (const span of group)
        for (const path of upwards(span.path))
          first.set(path, Math.min(first.get(path) ?? Infinity, begun.get(span) ?? 0))
      const rank = ({ path }: Span): number => first.get(path) ?? 0
      return group.sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length)
    })
}

/** A path and those of its ancestors. */
function upwards(path: NodePath): NodePath[] {
  const all = [path]
  for (let at = path; at !== '/'; at = parentPath(at)) all.push(parentPath(at))
  return all
}

/**
 * Lays what came after the end of an episode on its end: a critic that answers later speaks of the end, and the record
 * goes on while it thinks.
 * @returns a function of ms of the episode's clock
 */
export function untilTheEnd(
  trace: readonly TraceEvent[],
): (t: number) => { readonly t: Ms; readonly isAfter: boolean } {
  const last = trace.at(-1)?.t ?? Infinity
  return (t) => ({ t: ms(Math.min(t, last)), isAfter: t > last })
}

/** Spans of leaf nodes. */
export function leavesOf(spans: readonly Span[]): Span[] {
  const parents = new Set(spans.map(({ path }) => parentPath(path)))
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
