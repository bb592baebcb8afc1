import { withColours, unguarded } from '#app/command-line/terminal-guard.js'
import type { Output } from '#app/view.js'

interface CheckProgress {
  readonly onProgress: (what: string, done: number, of: number) => void
  /** takes the line away */
  readonly done: () => void
}

/** a check that is quicker than this needs no word about how far it is, ms */
const PATIENCE_MS = 2_000
/** between two lines in a file, and between two changes of a line on a terminal, ms */
const PACE_MS = { file: 10_000, terminal: 200 }

/** A line on stderr that says how far a long check is: on a terminal one that changes. */
export function checkProgress(
  out: Output & { readonly isTTY?: boolean | undefined },
  now: () => number,
): CheckProgress {
  const isTerminal = out.isTTY === true
  let next = now() + PATIENCE_MS
  let shown = false
  return {
    onProgress: (what, done, of) => {
      if (now() < next) return
      next = now() + (isTerminal ? PACE_MS.terminal : PACE_MS.file)
      const text = of === 0 ? what : `${what}: ${done} of ${of} at most`
      shown = true
      if (isTerminal) unguarded(out).write(`\r\u001b[K${withColours(text)}`)
      else out.write(`${text}\n`)
    },
    done: () => {
      if (shown && isTerminal) unguarded(out).write('\r\u001b[K')
    },
  }
}
