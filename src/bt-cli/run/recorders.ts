import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Clock } from '#base/clock.js'
import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { BtLogWriter } from '#bt-tools/log/btlog-writer.js'
import { ChromeTraceWriter } from '#bt-tools/log/chrome-trace.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import type { TraceEvent } from '#bt/trace.js'
import { FileSink } from './sinks.js'

export interface RecorderFiles {
  /** JSON lines, one trace event each */
  readonly trace?: string
  /** log in BehaviorTree.CPP's format, for Groot2 */
  readonly btlog?: string
  /** for chrome://tracing and Perfetto */
  readonly chrome?: string
}

/** The recordings of a run. */
export class Recorders {
  readonly #trace: FileSink | undefined
  readonly #btlog: FileSink | undefined
  readonly #chrome: FileSink | undefined
  #endChrome: () => void = () => undefined
  /** aborted when one of the files takes no more: what is not recorded need not run */
  readonly lost: AbortSignal

  private constructor(sinks: Sinks, lost: AbortSignal) {
    this.lost = lost
    this.#trace = sinks.trace
    this.#btlog = sinks.btlog
    this.#chrome = sinks.chrome
  }

  /** Opens the files before the first tick: a run that cannot be recorded does not start. */
  static open(files: RecorderFiles): Result<Recorders, Diagnostic> {
    const sinks: Sinks = {}
    const lost = new AbortController()
    for (const name of ['trace', 'btlog', 'chrome'] as const) {
      const path = files[name]
      if (path === undefined) continue
      const sink = FileSink.open(path, () => lost.abort())
      if (!sink.ok) return err(sink.error)
      sinks[name] = sink.value
    }
    return ok(new Recorders(sinks, lost.signal))
  }

  event(event: TraceEvent): void {
    this.#trace?.write(`${JSON.stringify(event)}\n`)
  }

  /** @param epochUsec origin of the clock, microseconds since the epoch */
  observe(
    tree: Tree,
    library: NodeLibrary,
    { clock, epochUsec }: { readonly clock: Clock; readonly epochUsec: number },
  ): void {
    const usec = (): number => clock.now() * 1000
    if (this.#btlog !== undefined) {
      const xml = instanceXml(tree.subtrees, library)
      tree.observe(new BtLogWriter({ xml, now: () => epochUsec + usec(), write: this.#btlog.write }))
    }
    if (this.#chrome !== undefined) {
      const writer = new ChromeTraceWriter({ now: usec, write: this.#chrome.write })
      tree.observe(writer)
      this.#endChrome = () => writer.end()
    }
  }

  /** @returns the files that are not complete, and why */
  close(): readonly Diagnostic[] {
    this.#endChrome()
    return [this.#trace, this.#btlog, this.#chrome].flatMap((sink) => sink?.close() ?? [])
  }
}

type Sinks = { -readonly [Name in keyof RecorderFiles]: FileSink }
