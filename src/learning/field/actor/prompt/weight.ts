import type { Finding, Situation } from '../situation/finding.js'
import { fixFeatures } from '../situation/fix-features.js'

/**
 * How much fixing such a finding is worth relative to others in the same prompt: log-odds of being the best edit, from
 * the search over thousands of training situations (lab/training/actor). Severity says how bad something is; this says
 * how much an edit would help. The shelf's row is set manually: the search gives it −1.7, because it does not query the
 * twin, which refuses trips to the zone behind the shelf until the shelf is moved.
 */
const WEIGHTS: readonly (readonly [impact: string, features: RegExp, weight: number])[] = [
  ['placement', /^at,zone$/, 3.9],
  ['plan-structure', /^at,from,to,mask$/, 3.7],
  ['shelf', /^at$/, 3],
  ['shelf', /^at,first$/, 2.4],
  ['placement', /^at,first$/, 1.9],
  ['plan-structure', /^at,first$/, 1.3],
  ['coverage', /^from,to,mask$/, 0.4],
  ['orientation', /^/, 0.2],
  ['navigation', /^at$/, 0.2],
  ['final-position', /^at$/, 0],
  ['plan-structure', /^at,(to|last)$/, -0.3],
  ['final-position', /^at,last$/, -0.3],
  ['timing', /^at,to$/, -1.2],
  ['placement', /^at$/, -1.3],
  ['final-position', /num_attempts$/, -3.4],
]

/** findings that no row matches: retries, and more of them */
const OTHERS = -1.5

/** heaviest first; findings of equal weight keep their order */
export const byWeight = (situation: Situation, findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => weightOf(situation, b) - weightOf(situation, a))

function weightOf(situation: Situation, finding: Finding): number {
  const features = Object.keys(fixFeatures(situation, finding)).join()
  const row = WEIGHTS.find(([impact, pattern]) => impact === finding.impact && pattern.test(features))
  return row?.[2] ?? OTHERS
}
