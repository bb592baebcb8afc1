import type { CriticReport } from '#learning/critic/report.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { lostOutput } from '../command-line/lost-output.js'
import { question } from '../command-line/question.js'

/** The person responsible for the robot's motion: leaving SAFE takes an arm and a confirm (law 7). */
export interface Operator {
  /** @returns the name for the log, or null when nobody arms */
  arm(episode: number): Promise<string | null>
  /**
   * May the robot move although the critic calls the setup severe? (AMB-01)
   * @param unneeded aborted when the question has become moot: the robot was stopped meanwhile
   */
  mayMove(report: CriticReport, unneeded: AbortSignal): Promise<boolean>
  /**
   * Asks for the scene to be put back where the task begins, before the robot is armed again.
   * @returns false where nobody can be asked; absent: nobody can
   */
  setUpAgain?(why: BringUpFailure): Promise<boolean>
  /** how somebody can arm it, where that is not known anyway */
  readonly howToArm?: string
}

/** Why an episode did not start that nobody armed. */
export const nobodyArmed = ({ howToArm }: Pick<Operator, 'howToArm'>): BringUpFailure => ({
  kind: 'not-armed',
  text: 'nobody armed the robot',
  ...(howToArm !== undefined && { hint: howToArm }),
})

/** The virtual robot hurts nobody: its command line arms it; alarms are shown and logged, and the run continues. */
export const VIRTUAL_OPERATOR: Operator = {
  arm: () => Promise.resolve('the command line of the virtual robot'),
  mayMove: () => Promise.resolve(true),
}

/**
 * A person who vouches for the robot on the command line (`--armed-by`), as on a test bench. Severe setups still
 * stop it.
 */
export const namedOperator = (name: string): Operator => ({
  arm: () => Promise.resolve(name),
  mayMove: (report) => Promise.resolve(!isSevere(report)),
})

/** Asks at the terminal before each episode; without a terminal the robot is not armed. */
export const terminalOperator = (
  setUp = 'set up the field again, put the robot on its home area and clear the way',
): Operator => ({
  arm: async (episode) => {
    if ((await prompt(`episode ${episode}: ${setUp}.\narm the robot? (type arm) `)) !== 'arm') return null
    return (await prompt('it will move now. confirm? (type go) ')) === 'go'
      ? 'the operator at the terminal'
      : null
  },
  setUpAgain: ({ text, hint = '' }) => {
    if (process.stdin.isTTY) process.stderr.write(`${text}\n${hint}\n`)
    return Promise.resolve(process.stdin.isTTY)
  },
  howToArm: 'arm it at a terminal, or name the person who vouches for it: --armed-by NAME',
  mayMove: async (report, unneeded) => {
    if (!isSevere(report)) return true
    return (await prompt(`severe: ${report.summary}\nmove anyway? (type go) `, unneeded)) === 'go'
  },
})

/** the threshold of "severe, safety-critical" in the paper's rubric */
export const isSevere = ({ s }: CriticReport): boolean => s > 0.7

const listeners = new Set<(isAsked: boolean) => void>()

/** Hears when a question is open at the terminal, and when no more. @returns ends that */
export function onQuestion(listener: (isAsked: boolean) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tell = (isAsked: boolean): void => listeners.forEach((listener) => listener(isAsked))

/**
 * Asks a person at the terminal; views that redraw stand still meanwhile, and Ctrl-C means STOP.
 * @returns null when there is no terminal to ask, when nobody answers (Ctrl-C, Ctrl-D), or when nobody needs to
 */
export async function prompt(text: string, unneeded?: AbortSignal): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const signal = unneeded === undefined ? lostOutput : AbortSignal.any([lostOutput, unneeded])
  tell(true)
  const reply = await question(text, { signal }).finally(() => tell(false))
  if (reply.kind === 'said') return reply.text.trim()
  // at once: whoever has asked sees that it was stopped, and does not take silence for a "no"
  if (reply.kind === 'interrupted' && !signal.aborted && !process.emit('SIGINT'))
    process.kill(process.pid, 'SIGINT')
  return null
}
