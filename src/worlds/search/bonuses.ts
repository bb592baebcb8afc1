import { isTrue, taskEnv, type ScoreRule } from '../task/task.js'
import type { TaskDomain } from '../task/with-task.js'
import type { Fluents } from '../value.js'
import type { Target } from './means-ends.js'

/** Something that earns points beyond the goals. */
export interface Bonus {
  /** What would earn more than a state does; undefined where nothing would. */
  above(state: Fluents): Target | undefined
}

/** What earns points beyond the goals, the most valuable first: a rule that counts is worth its points each time. */
export function bonusesOf({ task, start }: TaskDomain): readonly Bonus[] {
  const bonuses: readonly Pick<ScoreRule, 'formula' | 'points' | 'per'>[] = [
    ...task.score,
    ...task.preferences.map(({ holds, penalty }) => ({
      formula: holds,
      points: penalty,
      per: 'holds' as const,
    })),
  ]
  return bonuses
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ formula, per }, i) =>
      per === 'holds' ? onceTrue(formula, start, `bonus ${i}`) : eachCounted(formula, start, `bonus ${i}`),
    )
}

function onceTrue(formula: ScoreRule['formula'], start: Fluents, key: string): Bonus {
  const target: Target = { key, holds: (state) => isTrue(formula, taskEnv(state, start)) }
  return { above: (state) => (target.holds(state) ? undefined : target) }
}

function eachCounted({ term }: ScoreRule['formula'], start: Fluents, key: string): Bonus {
  const countIn = (state: Fluents): number => {
    const value = term.run(taskEnv(state, start))
    return typeof value === 'number' ? value : 0
  }
  const most = term.sort.kind === 'number' ? term.sort.max : 0
  return {
    above: (state) => {
      const now = countIn(state)
      return now >= most ? undefined : { key: `${key} above ${now}`, holds: (after) => countIn(after) > now }
    },
  }
}
