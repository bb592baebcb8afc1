import { setTimeout as sleep } from 'node:timers/promises'
import { RemoteTree } from './remote.js'
import { type WatchOutput, type WatchView, PlainWatch } from './plain-watch.js'
import { hasUnicode, paintFor } from '#terminal/paint.js'
import { JsonWatch } from './json-watch.js'
import { LiveWatch } from './live-watch.js'

export interface WatchOptions {
  /** `tcp://host:port`, of graft or of BehaviorTree.CPP */
  readonly address: string
  readonly json: boolean
  readonly out: WatchOutput
  readonly env: Readonly<Record<string, string | undefined>>
  /** stops the watch */
  readonly signal: AbortSignal
  /** key presses; `q` and Ctrl-C stop the watch. The caller sets raw mode */
  readonly keys?: AsyncIterable<string | Buffer>
  /** milliseconds between two polls. Default 50 */
  readonly intervalMs?: number
}

/** Shows a remote tree live until the signal aborts. Waits if there is no tree yet. */
export async function watch(options: WatchOptions): Promise<void> {
  const { address, out, env, intervalMs = 50 } = options
  const view = createWatchView(options, out, env)
  const remote = new RemoteTree(address)
  const quit = new AbortController()
  const signal = AbortSignal.any([options.signal, quit.signal])
  const start = performance.now()
  const now = (): number => Math.round(performance.now() - start)
  const keys = options.keys
  if (keys !== undefined) void listen(keys, (key) => (QUIT.has(key) ? quit.abort() : view.key(key, now())))
  // closing the socket ends a pending poll
  signal.addEventListener('abort', () => remote.close(), { once: true })
  try {
    while (!signal.aborted) {
      const look = await remote.look()
      if (signal.aborted) break
      if (!look.ok) view.silent(look.error, now())
      else {
        if (look.value.rows !== undefined) view.tree(look.value.rows, look.value.uuid, now())
        view.statuses(look.value.codes, now())
      }
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    remote.close()
    view.close()
  }
}

async function listen(keys: AsyncIterable<string | Buffer>, press: (key: string) => void): Promise<void> {
  try {
    for await (const key of keys) press(key.toString())
  } catch {
    // the terminal is gone; the signal will follow
  }
}

const QUIT: ReadonlySet<string> = new Set(['q', '\u0003'])

/** JSON if requested, a live tree on a terminal, otherwise one line per change. */
export function createWatchView(
  from: { readonly address: string; readonly json: boolean },
  out: WatchOutput,
  env: Readonly<Record<string, string | undefined>>,
): WatchView {
  if (from.json) return new JsonWatch(out)
  const paint = paintFor(out, env)
  const moves = out.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === ''
  return moves
    ? new LiveWatch(from.address, out, { paint, unicode: hasUnicode(env) })
    : new PlainWatch(from.address, out, paint)
}
