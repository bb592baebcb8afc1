import type { Situation } from './situation/finding.js'

/** Issue ids that are not refuted, and the two witnesses that are always there. */
export const causesOf = (situation: Situation): readonly string[] => [
  ...new Set([
    ...situation.findings.filter((f) => f.status !== 'refuted').map((f) => f.why),
    'trace',
    'score',
  ]),
]
