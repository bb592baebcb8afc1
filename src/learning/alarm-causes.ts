import type { AlarmRecord } from './episode.js'
import { pictureWarnings, poseWarnings } from './field/critic/picture-warnings.js'
import { alarmOf } from './critic/alarm.js'
import { placeKey, type FieldPlace } from './critic/field-report.js'
import { ALARM_REASONS, callerOf, type AlarmReason, type CriticReport, type Issue } from './critic/report.js'
import { ACTIONABLE_S } from './critic/rubric.js'

/** Something that is wrong, as far as a call is about it. */
export interface Cause {
  readonly key: string
  readonly reason: AlarmReason
  readonly text: string
  readonly s: number
}

/** What is wrong and where: the same in two reports that speak of the same thing, whatever number it has there. */
export const causeOf = (issue: Pick<Issue, 'impact' | 'explanation'> & FieldPlace): string =>
  `${issue.impact}${placeKey(issue) || `: ${issue.explanation}`}`

/** Whether the call was raised by this report. */
export const isCallOf = (report: CriticReport, { mode, step, reasons }: AlarmRecord): boolean =>
  mode === report.mode && step === report.step && reasons.every((reason) => callerOf(reason) === 'critic')

/** Everything that a report says is wrong, bad enough for an alarm or not. */
export function causesOf(report: CriticReport): readonly Cause[] {
  const { s, summary } = report
  const open = report.issues.filter(({ grounded }) => grounded !== 'refuted')
  const issues = open.map((issue): Cause => {
    return { key: causeOf(issue), reason: 'severity', text: issue.explanation, s: issue.severity }
  })
  const general = alarmOf(report).map((reason): Cause => ({ key: reason, reason, text: summary, s }))
  const remarks = report.mode === 'initial' ? pictureWarnings(report) : poseWarnings(report)
  const picture = remarks.map(({ key, text }): Cause => {
    return { key: `picture: ${key}`, reason: 'picture', text, s }
  })
  return [...issues, ...general, ...picture]
}

/** The causes that a call is about; without its report there are only its reasons. */
export function causesBehind(call: AlarmRecord, report: CriticReport | undefined): readonly Cause[] {
  const said = report !== undefined && isCallOf(report, call) ? causesOf(report) : []
  const causes = call.reasons.flatMap((reason): readonly Cause[] => {
    const named = said.filter((cause) => cause.reason === reason && isNamed(cause))
    if (named.length > 0) return named
    // another tree may be refused for another reason
    const key = reason === 'twin_refuses' ? `${reason}: ${call.text}` : reason
    return [{ key, reason, text: call.text, s: call.s }]
  })
  return [...new Map(causes.map((cause) => [cause.key, cause])).values()]
}

/** Whether it says more than its reason does, and is bad enough to call. */
const isNamed = ({ key, reason, s }: Cause): boolean =>
  !Object.hasOwn(ALARM_REASONS, key) && (reason === 'picture' || s >= ACTIONABLE_S)

/** The call as far as it is about some of its causes. */
export function about(call: AlarmRecord, causes: readonly Cause[], all: readonly Cause[]): AlarmRecord {
  if (causes.length === all.length) return call
  return {
    ...call,
    reasons: call.reasons.filter((reason) => causes.some((cause) => cause.reason === reason)),
    s: Math.max(...causes.map(({ s }) => s)),
    text: [...new Set(causes.map(({ text }) => text))].join('; '),
  }
}
