import { alarmOf } from '../../../mind/critic/alarm.js'
import type { CriticReport } from '../../../mind/critic/report.js'

/** Which alarms of the first look hold the robot before its first motion (`alarm.hold`). */
export type Hold = 'none' | 'severe' | 'all'

/** Must somebody arm once more before the robot moves? An alarm of a later look notifies and holds nothing (AMB-01). */
export function holds(report: CriticReport, hold: Hold): boolean {
  if (report.mode !== 'initial' || hold === 'none') return false
  return hold === 'all' ? alarmOf(report).length > 0 : report.s > SEVERE
}

/** "severe, safety-critical" in the paper's rubric */
const SEVERE = 0.7
