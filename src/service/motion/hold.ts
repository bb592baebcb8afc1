import { alarmOf } from '#learning/critic/alarm.js'
import { lookout } from '#learning/critic/lookout.js'
import type { CriticReport } from '#learning/critic/report.js'

/** Which alarms of the first look hold the robot before its first motion (`alarm.hold`). */
export type Hold = 'none' | 'severe' | 'all'

/** Must somebody arm once more before the robot moves? An alarm of a later look notifies and holds nothing (AMB-01). */
export function holds(report: CriticReport, hold: Hold): boolean {
  if (report.mode !== 'initial' || hold === 'none') return false
  return hold === 'all' ? alarmOf(report).length + lookout(report).length > 0 : report.s > SEVERE
}

/** What whoever may let it move is told: what is wrong with the scene, and with the picture of it. */
export const fearsOf = (report: CriticReport): string =>
  [report.summary, ...lookout(report).map(({ text }) => `${text}.`)].join(' ')

/** "severe, safety-critical" in the paper's rubric */
const SEVERE = 0.7
