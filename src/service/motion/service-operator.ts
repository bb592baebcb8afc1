import { setTimeout as sleep } from 'node:timers/promises'
import { isSevere, type Operator } from '#app/connections/operator.js'
import { alarmOf } from '#learning/critic/alarm.js'
import { pictureWarnings } from '#learning/field/critic/picture-warnings.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { ArmingService } from './arming.js'

export interface ServiceOperatorOptions {
  /** a simulated scene is laid automatically, so that one arming is good for a whole run */
  readonly virtual: boolean
  /** what the operator is asked to allow */
  readonly prompt: (episode: number) => string
  /** between two episodes */
  readonly restSeconds: number
  readonly hold: Hold
  readonly arming: ArmingService
  /** hears why the robot is not armed although somebody has armed it */
  readonly tell?: (text: string) => void
  /** aborted when the run must end */
  readonly signal: AbortSignal
}

/**
 * The operator at the console: must arm and confirm before every episode of a real robot, whose scene somebody must
 * lay, and before the first episode of a run on a virtual one. Alarms of the initial report may hold the robot until
 * somebody arms it again (AMB-01).
 */
export function serviceOperator(options: ServiceOperatorOptions): Operator {
  const { virtual, prompt, restSeconds, hold, arming, signal, tell } = options
  let armedBy: string | null = null
  let wrong = ''
  return {
    arm: async (episode) => {
      if (episode > 1) await sleep(restSeconds * 1000, undefined, { signal }).catch(() => undefined)
      if (armedBy !== null && virtual && !signal.aborted) return armedBy
      armedBy = await arming.ask(`${wrong}${prompt(episode)}`, signal)
      wrong = ''
      return armedBy
    },
    setUpAgain: ({ text }) => {
      armedBy = null
      wrong = `${text}. Put it back; then: `
      tell?.(`the robot is not armed: ${text}`)
      return Promise.resolve(true)
    },
    mayMove: async (report, unneeded) => {
      if (!mustHold(report, hold)) return true
      return (await arming.ask(`the critic warns: ${warningsOf(report)} Move anyway?`, unneeded)) !== null
    },
  }
}

/** Which alarms of the initial report hold the robot before its first motion (`alarm.hold`). */
export type Hold = 'none' | 'severe' | 'all'

/** Must somebody arm again before the robot moves? Alarms of later reports notify but never hold it (AMB-01). */
export function mustHold(report: CriticReport, hold: Hold): boolean {
  if (report.mode !== 'initial' || hold === 'none') return false
  return hold === 'all' ? alarmOf(report).length + pictureWarnings(report).length > 0 : isSevere(report)
}

/** What the operator is told before letting it move: what is wrong with the scene, and with its picture. */
export const warningsOf = (report: CriticReport): string =>
  [report.summary, ...pictureWarnings(report).map(({ text }) => `${text}.`)].join(' ')
