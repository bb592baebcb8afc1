import { lostOutput } from './lost-output.js'

/** The process's exit codes: documented in README.md, relied on by scripts and by systemd. */
export const EXIT = {
  ok: 0,
  /** a bug in graft: please report it with the text printed above it */
  bug: 1,
  /**
   * two trees differ (`graft bt diff`), or a file is not formatted (`graft bt fmt --check`): the same code as
   * `diff`
   */
  different: 1,
  /** a step of `graft install` failed; the others were carried out */
  incomplete: 1,
  /** a plan fails in the twin (`graft twin check`) */
  planFails: 1,
  /** law 2 is broken on the wire that `graft tap` read */
  breach: 1,
  /** the command line or an input file was refused; nothing moved */
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
  /** the tree of `graft bt run` ended in FAILURE, or threw an error while it ran */
  treeFailed: 6,
  /** nothing answers on the console (`graft console`): is the service running? */
  unreachable: 7,
  /** the output cannot be written (a full or failing disk); a run has been stopped and can be resumed */
  outputLost: 8,
  /** `graft do`: a person has to answer a question first; nothing moved */
  question: 9,
  /** stopped by the operator (Ctrl-C, SIGTERM) or because the terminal closed; the run can be resumed */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/**
 * Runs an action that Ctrl-C and SIGTERM abort, and that the end of the terminal (SIGHUP) and output which cannot be
 * written abort as well. A second Ctrl-C or SIGTERM ends the process at once; a terminal that closes says so more than
 * once, and nobody there insists.
 * @param notice told at the first one: what is ending, and that it may take a while
 * @param lastWords told at the second: what nobody has waited for
 */
export async function interruptible<T>(
  action: (signal: AbortSignal) => Promise<T>,
  notice?: string,
  lastWords?: string,
): Promise<T> {
  const stop = new AbortController()
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      if (lastWords !== undefined) process.stderr.write(lastWords)
      process.exit(EXIT.interrupted)
    }
    if (notice !== undefined) process.stderr.write(notice)
    stop.abort()
  }
  const onHangup = (): void => {
    if (!stop.signal.aborted) onSignal()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onHangup)
  const onLost = (): void => stop.abort()
  lostOutput.addEventListener('abort', onLost)
  try {
    return await action(stop.signal)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('SIGHUP', onHangup)
    lostOutput.removeEventListener('abort', onLost)
  }
}
