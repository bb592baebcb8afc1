import { JsonView } from './json-view.js'
import { LiveView } from './live-view.js'
import { hasUnicode, paintFor } from './paint.js'
import { PlainView } from './plain-view.js'
import type { Output, RunView } from '#app/view.js'

/** JSON when it was asked for, a live view on a terminal that can move its cursor, plain lines everywhere else. */
export function createView(
  json: boolean,
  out: Output,
  env: Readonly<Record<string, string | undefined>> = process.env,
): RunView {
  if (json) return new JsonView(out)
  const look = { paint: paintFor(out, env), unicode: hasUnicode(env) }
  const moves = out.isTTY === true && env.TERM !== 'dumb' && (env.CI ?? '') === ''
  return moves ? new LiveView(out, look) : new PlainView(out, look)
}
