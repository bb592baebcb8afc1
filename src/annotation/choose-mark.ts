/** What is known of a candidate, by its number. */
export interface Candidate {
  readonly number: number
  /** how well the robot gets there, 0…1; 0: not at all */
  readonly reach: number
  /** free room around it, metres */
  readonly clearance: number
}

export interface Scored extends Candidate {
  /** reach × clearance, of which the largest counts as 1 */
  readonly score: number
}

/**
 * The candidates that can be chosen, the best first: what the robot cannot reach, or what has no room, is never among
 * them, whoever chooses (PRAG-13, PRAG-14). Of equals the lower number comes first.
 */
export function ranked(candidates: readonly Candidate[]): readonly Scored[] {
  const possible = candidates.filter(({ reach, clearance }) => reach > 0 && clearance > 0)
  const widest = Math.max(0, ...possible.map(({ clearance }) => clearance))
  return possible
    .map((one) => ({ ...one, score: one.reach * (one.clearance / widest) }))
    .toSorted((a, b) => b.score - a.score || a.number - b.number)
}

/** The candidate that was asked for, if it can be chosen, or the best one. @param asked the number that a model read */
export function chosen(candidates: readonly Candidate[], asked?: number): Scored | undefined {
  const possible = ranked(candidates)
  return possible.find(({ number }) => number === asked) ?? possible[0]
}
