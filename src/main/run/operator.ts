import { createInterface } from 'node:readline/promises'
import type { CriticReport } from '../../mind/critic/report.js'

/** Who answers for the robot's motion: leaving SAFE takes an arm and a confirm (law 7). */
export interface Operator {
  /** @returns the name for the log, or null when nobody arms */
  arm(episode: number): Promise<string | null>
  /** May the robot move although the critic calls the setup severe? (AMB-01) */
  mayMove(report: CriticReport): Promise<boolean>
}

/** The virtual robot hurts nobody: its command line arms it; alarms are shown and logged, and the run goes on. */
export const VIRTUAL_OPERATOR: Operator = {
  arm: () => Promise.resolve('the command line of the virtual robot'),
  mayMove: () => Promise.resolve(true),
}

/** Somebody who vouches for the robot on the command line (`--armed-by`), as on a test bench. Severe setups hold. */
export const namedOperator = (name: string): Operator => ({
  arm: () => Promise.resolve(name),
  mayMove: (report) => Promise.resolve(!isSevere(report)),
})

/** Asks at the terminal before each episode; without a terminal nobody arms. */
export const terminalOperator = (): Operator => ({
  arm: async (episode) => {
    const field = `episode ${episode}: lay the field anew, put the robot on its home area, clear the way`
    if ((await ask(`${field}.\narm the robot? (type arm) `)) !== 'arm') return null
    return (await ask('it will move now. confirm? (type go) ')) === 'go'
      ? 'the operator at the terminal'
      : null
  },
  mayMove: async (report) => {
    if (!isSevere(report)) return true
    return (await ask(`severe: ${report.summary}\nmove all the same? (type go) `)) === 'go'
  },
})

const isSevere = ({ s }: CriticReport): boolean => s > 0.7

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
