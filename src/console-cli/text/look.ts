import { COLOURS, hasUnicode, NO_PAINT, paintFor, type Paint, printable } from '#terminal/paint.js'
import type { Output } from '#app/view.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Refusal } from '#console/host.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { isSilence } from '../client.js'

/** The capabilities and width of the terminal. */
export interface Look {
  readonly paint: Paint
  readonly colour: boolean
  readonly unicode: boolean
  /** characters per line */
  readonly columns: number
}

export function lookOf(out: Output, env: Readonly<Record<string, string | undefined>>): Look {
  const paint = paintFor(out, env)
  return { paint, colour: paint === COLOURS, unicode: hasUnicode(env), columns: out.columns || UNCUT }
}

/** a pipe has no width, and a serial terminal may say 0 */
const UNCUT = 10_000

/** 80 plain columns, for logs. */
export const BARE: Look = { paint: NO_PAINT, colour: false, unicode: false, columns: 80 }

/** A refusal by the service, in the format of all diagnostics. */
export const refusalText = ({ code, message, hint }: Refusal): string =>
  formatDiagnostic({
    code: printable(code, 80),
    severity: 'error',
    message: printable(message, 1000),
    ...(hint === undefined ? {} : { hint: printable(hint, 500) }),
  })

export const problemText = (problems: readonly Diagnostic[]): string =>
  problems.map((problem) => `${formatDiagnostic(problem)}\n`).join('')

export const exitOf = (refusal: Refusal): ExitCode => (isSilence(refusal) ? EXIT.unreachable : EXIT.usage)

/** A duration at a useful precision: `12.3 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export function span(ms: number): string {
  const seconds = ms / 1000
  if (!Number.isFinite(seconds)) return '?'
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const [d, h, min, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ]
  return d > 0 ? `${d} d ${h} h` : h > 0 ? `${h} h ${min} min` : `${min} min ${s} s`
}

/** `14:02:07`, UTC, as in the robot's logs. */
export const clockTime = (at: number): string =>
  Number.isFinite(at) && Math.abs(at) < 8.64e15 ? new Date(at).toISOString().slice(11, 19) : '??:??:??'

/** In the units of the page and of the settings: `74.6 GiB`. */
export const size = (bytes: number): string =>
  Math.round(bytes / 2 ** 10) < 1024
    ? `${Math.round(bytes / 2 ** 10)} KiB`
    : Math.round((10 * bytes) / 2 ** 20) < 10_240
      ? `${(bytes / 2 ** 20).toFixed(1)} MiB`
      : `${(bytes / 2 ** 30).toFixed(1)} GiB`
