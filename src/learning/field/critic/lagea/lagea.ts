import { z } from 'zod'
import type { CriticReport, Issue, LageaCode, LageaFeedback } from '#learning/critic/report.js'
import { editWeight } from '../grounding/contradiction.js'

/** The feedback schema of lagea.txt Fig. 9, as a view of a FINAL report (LAGEA-01…04). */
const CODES = [
  'wrong_object',
  'bad_approach_direction',
  'failed_grasp',
  'insufficient_force',
  'drift_from_goal',
] as const satisfies readonly LageaCode[]

const SUCCESS_CODE = 'good_grasp'
const NO_FIX = '(n/a)'

const fields = z.strictObject({
  task: z.string().min(1),
  outcome: z.enum(['success', 'failure']),
  primary_error: z.strictObject({ code: z.enum([...CODES, SUCCESS_CODE]), explanation: z.string().min(1) }),
  secondary_factors: z.array(z.enum(CODES)),
  key_frame_indices: z.array(z.int().min(0)),
  suggested_fix: z.string().min(1),
  confidence: z.number().min(0).max(1),
  summary: z.string().min(1),
})

/** Success goes with the success code, no secondary factors and no fix; failure with an error code (LAGEA-04). */
export const lageaSchema = fields.superRefine((value, context) => {
  const refuse = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message })
  }
  const { outcome, primary_error: primary, secondary_factors: secondary, suggested_fix: fix } = value
  if (outcome === 'success') {
    if (primary.code !== SUCCESS_CODE) refuse('primary_error', `a success has the code ${SUCCESS_CODE}`)
    if (secondary.length > 0) refuse('secondary_factors', 'a success has no secondary factors')
    if (fix !== NO_FIX) refuse('suggested_fix', `the fix of a success is ${NO_FIX}`)
  } else {
    if (primary.code === SUCCESS_CODE) refuse('primary_error', 'a failure needs an error code')
    if (secondary.some((code) => code === primary.code))
      refuse('secondary_factors', 'repeats the primary error')
  }
  if (new Set(secondary).size < secondary.length) refuse('secondary_factors', 'names a code twice')
  const frames = value.key_frame_indices
  if (frames.some((frame, i) => i > 0 && frame <= (frames[i - 1] ?? 0))) {
    refuse('key_frame_indices', 'must strictly increase')
  }
})

/**
 * A report in LAGEA's schema. The outcome is the environment's (AMB-26, AMB-27); an unknown outcome counts as failure.
 * Refuted issues are left out, and those seen only by the model have half the weight.
 */
export function lageaView(report: CriticReport, task: string, keyFrames: readonly number[]): LageaFeedback {
  const open = report.issues
    .filter(({ grounded }) => grounded !== 'refuted')
    .sort((a, b) => weighed(b) - weighed(a) || (a.id < b.id ? -1 : 1))
  const head = { task, key_frame_indices: [...keyFrames], confidence: report.c, summary: report.summary }
  if (report.outcome === 'success') {
    const explanation = open.length === 0 ? 'Nothing was found wrong.' : 'The task ended as planned.'
    return {
      ...head,
      outcome: 'success',
      primary_error: { code: SUCCESS_CODE, explanation },
      secondary_factors: [],
      suggested_fix: NO_FIX,
    }
  }
  const worst = open[0]
  const primary = worst?.code ?? 'drift_from_goal'
  return {
    ...head,
    outcome: 'failure',
    primary_error: { code: primary, explanation: worst?.explanation ?? 'The episode ended before its goal.' },
    secondary_factors: [...new Set(open.map(({ code }) => code))].filter((code) => code !== primary),
    suggested_fix: worst?.suggestedFix ?? NO_FIX,
  }
}

const weighed = (issue: Issue): number => issue.severity * editWeight(issue)
