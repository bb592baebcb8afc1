import type { CriticReason } from './report.js'
import { ACTIONABLE_S } from './rubric.js'

/** c below this alarms a human (vrl.txt III.C) */
const LOW_CONFIDENCE_C = 0.3

/**
 * ALARM(y) of Algorithm 1: s ≥ 0.5 or c < 0.3, with the reasons (AMB-02). Fails safe: a missing, infinite or
 * out-of-range number counts as no report and alarms as `critic_unavailable` (VRL-13, AMB-03).
 */
export function alarm(s: number | undefined, c: number | undefined): readonly CriticReason[] {
  if (!isUnit(s) || !isUnit(c)) return ['critic_unavailable']
  const reasons: CriticReason[] = []
  if (s >= ACTIONABLE_S) reasons.push('severity')
  if (c < LOW_CONFIDENCE_C) reasons.push('low_confidence')
  return reasons
}

/** The alarm of a whole report; `undefined` = no report could be obtained. */
export function alarmOf(
  report: { readonly s: number; readonly c: number; readonly unavailable?: string } | undefined,
): readonly CriticReason[] {
  if (!report || report.unavailable !== undefined) return ['critic_unavailable']
  return alarm(report.s, report.c)
}

const isUnit = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 1
