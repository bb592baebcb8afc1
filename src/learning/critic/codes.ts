import { FIELD_IMPACT } from './field-report.js'
import type { Impact, LageaCode } from './report.js'

/**
 * Every impact of vrl.txt maps to exactly one error code of lagea.txt Table 6 (AMB-20, LAGEA-03). `shelf`, `timing` and
 * the like have no obvious counterpart in a taxonomy of arm tasks; they map to the code whose remedy would help.
 */
const CODE_OF: Readonly<Record<Impact, LageaCode>> = {
  placement: 'drift_from_goal',
  orientation: 'insufficient_force',
  grasp: 'failed_grasp',
  navigation: 'bad_approach_direction',
  [FIELD_IMPACT]: 'drift_from_goal',
  timing: 'drift_from_goal',
  'final-position': 'drift_from_goal',
  coverage: 'wrong_object',
  'plan-structure': 'wrong_object',
  perception: 'wrong_object',
  safety: 'bad_approach_direction',
  style: 'bad_approach_direction',
}

export const lageaCode = (impact: Impact): LageaCode => CODE_OF[impact]

/** Whether an impact concerns correctness, which sensors must confirm, or manner, which a model may judge (CRIT-02). */
export const isCorrectness = (impact: Impact): boolean => impact !== 'style' && impact !== 'safety'
