import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import { after, isReached, TOO_MANY, type Belief, type Chance } from './belief.js'

/**
 * Drops steps that a plan does not need: every single step, then every group of steps in a row, as long as the rest
 * still reaches the goal (action elimination).
 */
export function shortened(
  domain: DataDomain,
  steps: readonly PlannedStep[],
  start: Belief,
  chance: Chance,
): readonly PlannedStep[] {
  let best = steps
  for (let length = 1; length <= Math.min(MOST_IN_A_ROW, best.length); length++) {
    for (let from = 0; from + length <= best.length; from++) {
      const rest = [...best.slice(0, from), ...best.slice(from + length)]
      if (!reaches(domain, rest, start, chance)) continue
      best = rest
      from = -1
      length = 1
    }
  }
  return best
}

const MOST_IN_A_ROW = 6

function reaches(domain: DataDomain, steps: readonly PlannedStep[], start: Belief, chance: Chance): boolean {
  let beliefs: readonly Belief[] = [start]
  for (const step of steps) {
    const next = beliefs.map((belief) => after(domain, belief, step, chance))
    if (next.includes(TOO_MANY)) return false
    beliefs = next.flatMap((ends) => (ends === TOO_MANY ? [] : ends))
    if (beliefs.length === 0 || beliefs.length > MOST_WAYS) return false
  }
  return beliefs.some((belief) => isReached(domain, belief))
}

/** Ways that a weak plan can go, followed at once. */
const MOST_WAYS = 256
