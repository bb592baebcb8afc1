import type { NodeKind } from '#bt/document.js'
import type { Status } from '#bt/status.js'

/** The properties of a node that appear in the trace. */
export interface TracedNode {
  readonly uid: number
  readonly site: { readonly name: string; readonly kind: NodeKind }
}

export interface ChromeTraceOptions {
  /** microseconds since the trace started */
  readonly now: () => number
  /** receives the file's text in pieces; the first one immediately */
  readonly write: (text: string) => void
  /** process and thread ids shown in the viewer */
  readonly pid?: number
  readonly tid?: number
}

/**
 * Writes a Chrome trace (`chrome://tracing`, Perfetto) as MinitraceLogger of BehaviorTree.CPP does: a span from
 * RUNNING to the result, an instant for a node that was never RUNNING. Unlike MinitraceLogger, a halt and the end of
 * the trace close the open spans, so that later spans do not appear nested inside them.
 */
export class ChromeTraceWriter {
  readonly #options: ChromeTraceOptions
  readonly #open = new Map<number, TracedNode>()
  #first = true

  constructor(options: ChromeTraceOptions) {
    this.#options = options
    options.write('{"traceEvents":[\n')
  }

  changed(node: TracedNode, from: Status, to: Status): void {
    if (to === 'RUNNING') {
      this.#open.set(node.uid, node)
      this.#event('B', node)
    } else if (from === 'RUNNING') {
      this.#open.delete(node.uid)
      this.#event('E', node)
    } else if (from === 'IDLE') {
      this.#event('I', node)
    }
  }

  /** Ends the file; nothing may be written afterwards. */
  end(): void {
    // spans are nested: the last one opened ends first
    for (const node of [...this.#open.values()].reverse()) this.#event('E', node)
    this.#open.clear()
    this.#options.write('\n]}\n')
  }

  #event(phase: 'B' | 'E' | 'I', { site }: TracedNode): void {
    const { now, write, pid = 1, tid = 1 } = this.#options
    const [cat, ts] = [CATEGORY[site.kind], Math.floor(now())]
    const event = JSON.stringify({ cat, pid, tid, ts, ph: phase, name: site.name, args: {} })
    write(this.#first ? event : `,\n${event}`)
    this.#first = false
  }
}

const CATEGORY: Readonly<Record<NodeKind, string>> = {
  control: 'Control',
  decorator: 'Decorator',
  action: 'Action',
  condition: 'Condition',
  subtree: 'SubTree',
}
