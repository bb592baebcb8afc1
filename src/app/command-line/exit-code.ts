import { performance } from 'node:perf_hooks'
import { isDiskTrouble } from '#adapters/files/unwritable.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { lostOutput } from './lost-output.js'

/** The process's exit codes: documented in README.md, relied on by scripts and by systemd. */
export const EXIT = {
  ok: 0,
  /** what was to be judged was judged, and is not so, as with `diff` and `grep`: trees differ, a file has mistakes */
  no: 1,
  /** the command line was refused, or an input that could not be read or used at all; nothing moved */
  usage: 2,
  /** a model file is missing or does not match its manifest; nothing moved */
  models: 3,
  /**
   * the controller does not answer, refuses or does not arm, or the link to it was lost; nobody knows whether the robot
   * stands; a run that has begun can be resumed
   */
  linkLost: 4,
  /** an emergency stop ended the run */
  estop: 5,
  /** it was carried out without success: a tree ended in FAILURE, an order or a step of an installation */
  failed: 6,
  /** nothing answers on the console (`graft console`): is the service running? */
  unreachable: 7,
  /** the output cannot be written (a full or failing disk); a run has been stopped and can be resumed */
  outputLost: 8,
  /** a person has to answer first, or has said no; nothing moved */
  question: 9,
  /** a bug in graft: please report it with the text printed above it (`EX_SOFTWARE` of sysexits.h) */
  bug: 70,
  /** stopped by the operator (Ctrl-C, SIGTERM) or because the terminal closed; the run can be resumed */
  interrupted: 130,
} as const

/** What each code means, whatever the command: `graft --help` and docs/exit-codes.md say it in these words. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done, or yes',
  no: 'no: what was checked is not so',
  usage: 'bad command line or input, nothing was done',
  models: 'models missing or changed',
  linkLost: 'no robot, or the link to it was lost',
  estop: 'emergency stop',
  failed: 'carried out, without success',
  unreachable: 'no answer from the service',
  outputLost: 'output cannot be written',
  question: 'a person has to agree or answer first',
  bug: 'a bug in graft',
  interrupted: 'interrupted',
}

/** a SIGTERM that follows another this soon is the same request, sent to the process and to its group, ms */
const SAME_SIGNAL_MS = 1000

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** How a command ends that was refused, or whose output was named well and is lost all the same. */
export const exitOfRefusal = (...problems: readonly Diagnostic[]): ExitCode =>
  problems.some((problem) => LOST.has(problem.code) || isDiskTrouble(problem)) ? EXIT.outputLost : EXIT.usage

const LOST: ReadonlySet<string> = new Set(['output.disk', 'run.disk'])

/**
 * Runs an action that Ctrl-C and SIGTERM abort, and that the end of the terminal (SIGHUP) and output which cannot be
 * written abort as well. A second Ctrl-C or SIGTERM ends the process at once; a terminal that closes says so more than
 * once, and nobody there insists. Nor does who sends SIGTERM to a process and to its group, as `timeout` does.
 * @param notice told at the first one: what is ending, and that it may take a while
 * @param lastWords told at the second: what nobody has waited for
 */
export async function interruptible<T>(
  action: (signal: AbortSignal) => Promise<T>,
  notice?: string,
  lastWords?: string,
): Promise<T> {
  const stop = new AbortController()
  let firstAt = 0
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      if (lastWords !== undefined) process.stderr.write(lastWords)
      process.exit(EXIT.interrupted)
    }
    firstAt = performance.now()
    if (notice !== undefined) process.stderr.write(notice)
    stop.abort()
  }
  const onTerm = (): void => {
    if (!stop.signal.aborted || performance.now() - firstAt > SAME_SIGNAL_MS) onSignal()
  }
  const onHangup = (): void => {
    if (!stop.signal.aborted) onSignal()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onTerm)
  process.on('SIGHUP', onHangup)
  const onLost = (): void => stop.abort()
  lostOutput.addEventListener('abort', onLost)
  try {
    return await action(stop.signal)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onTerm)
    process.off('SIGHUP', onHangup)
    lostOutput.removeEventListener('abort', onLost)
  }
}
