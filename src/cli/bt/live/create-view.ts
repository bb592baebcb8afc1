import { hasUnicode, paintFor } from '#terminal/paint.js'
import { JsonWatch } from './json-watch.js'
import { LiveWatch } from './live-watch.js'
import { PlainWatch } from './plain-watch.js'
import type { WatchOutput, WatchView } from './view.js'

/** JSON when it was asked for, a live tree on a terminal, one line a change everywhere else. */
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
