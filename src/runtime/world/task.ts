import { InvariantError } from '#base/result.js'
import type { EpisodeOutcome, ScoreSheet } from '#learning/episode.js'
import type { TaskRules } from '#learning/score.js'
import type { WorldEvidence } from '#learning/world/critic.js'
import { scoreOf } from '#worlds/task/score.js'
import { taskEnv, wordsOf } from '#worlds/task/task.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

/** How an episode in a world ended: the facts at its start and at its end, as the referee knows them. */
export interface WorldOutcome extends EpisodeOutcome {
  readonly start: Readonly<Record<string, Value>>
  readonly end: Readonly<Record<string, Value>>
  /** the same as the twin believed it; absent in records of earlier versions */
  readonly believed?: {
    readonly start: Readonly<Record<string, Value>>
    readonly end: Readonly<Record<string, Value>>
  }
}

interface StartAndEnd {
  readonly start: Fluents
  readonly end: Fluents
}

export const worldOutcome = (
  source: WorldOutcome['source'],
  operatingSeconds: number,
  { start, end, believed }: StartAndEnd & { readonly believed: StartAndEnd },
): WorldOutcome => ({
  source,
  operatingSeconds,
  start: Object.fromEntries(start),
  end: Object.fromEntries(end),
  believed: { start: Object.fromEntries(believed.start), end: Object.fromEntries(believed.end) },
})

/** The task's score rules, applied to what the referee saw. */
export function worldRules({ task }: Pick<TaskDomain, 'task'>): TaskRules {
  const isEarned = ({ label }: ScoreSheet['lines'][number]): boolean => earning.has(label)
  const earning = new Set(task.score.filter(({ points }) => points > 0).map(({ label }) => label))
  return {
    score: (outcome) => {
      const { start, end, operatingSeconds } = worldOutcomeOf(outcome)
      return scoreOf(task, { start: mapOf(start), end: mapOf(end), seconds: operatingSeconds })
    },
    achieved: ({ lines }) => {
      const worth = lines.filter(isEarned)
      return worth.length === 0 ? 1 : worth.filter(({ count }) => count > 0).length / worth.length
    },
    worked: ({ lines }) => lines.some((line) => isEarned(line) && line.count > 0),
  }
}

/** What the critic hears of the goals: whether they hold in what is believed now. */
export function goalsSeen({ task, start }: TaskDomain, facts: Fluents): WorldEvidence['goals'] {
  const env = taskEnv(facts, start)
  return task.goals.map((goal) => {
    const value = goal.holds.term.run(env)
    return { text: wordsOf(goal, env), holds: value === UNKNOWN ? 'unknown' : value === true }
  })
}

export function worldOutcomeOf(outcome: EpisodeOutcome): WorldOutcome {
  if (!('end' in outcome)) throw new InvariantError('an outcome of another kind of world')
  return outcome as WorldOutcome
}

const mapOf = (facts: Readonly<Record<string, Value>>): Fluents => new Map(Object.entries(facts))
