import { unguarded, withColours } from '#app/command-line/terminal-guard.js'

/** A line on stderr that says how far the bench is and when it will be done. */
export interface Progress {
  /** one more run has ended */
  step(what: string): void
  done(): void
}

/**
 * @param all runs of the bench, @param before those that were there at the start
 * @param out a terminal gets one line that changes; a file gets a line every tenth
 */
export function createProgress(
  all: number,
  before: number,
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number,
): Progress {
  const began = now()
  let ended = before
  let reported = Math.floor((10 * before) / Math.max(1, all))
  return {
    step: (what) => {
      ended++
      const left = ((now() - began) / Math.max(1, ended - before)) * (all - ended)
      const text = `${ended} of ${all} runs, ${duration(left)} left  ${what}`
      if (out.isTTY === true) return void unguarded(out).write(`\r\u001b[K${withColours(text)}`)
      const tenth = Math.floor((10 * ended) / all)
      if (tenth > reported) out.write(`${text}\n`)
      reported = tenth
    },
    done: () => void (out.isTTY === true && unguarded(out).write('\r\u001b[K')),
  }
}

/** @param ms milliseconds */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** That of a bench that begins from its first run, on stderr. */
export const progressOf = (all: number): Progress =>
  createProgress(all, 0, process.stderr, () => performance.now())
