import type { Situation } from './situation/finding.js'

/** Issue ids that are neither refuted nor cured by this patch already, and the two witnesses that are always there. */
export const causesOf = (situation: Situation): readonly string[] => [
  ...new Set([
    ...situation.findings.filter(({ status }) => status !== 'refuted' && status !== 'done').map((f) => f.why),
    'trace',
    'score',
  ]),
]
