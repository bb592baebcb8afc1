import type { Fluents } from '../value.js'
import { taskEnv, type Task } from './task.js'

/** How an episode went. */
interface Outcome {
  readonly start: Fluents
  readonly end: Fluents
  readonly seconds: number
}

interface ScoreLine {
  readonly label: string
  /** how often the points were given; of seconds, how many */
  readonly count: number
  readonly points: number
}

export interface TaskScore {
  readonly lines: readonly ScoreLine[]
  readonly total: number
}

/**
 * The score of an episode by the task's rules. It reads nothing but the facts it is given: the truth of a simulation,
 * or what a real robot believes. A formula whose value is unknown earns and costs nothing.
 */
export function scoreOf(task: Task, { start, end, seconds }: Outcome): TaskScore {
  const env = taskEnv(end, start)
  const lines: ScoreLine[] = task.score.map(({ label, points, per, formula }) => {
    const value = formula.term.run(env)
    const count = per === 'count' ? (typeof value === 'number' ? value : 0) : value === true ? 1 : 0
    return { label, count, points: count * points }
  })
  for (const { text, holds, penalty } of task.preferences) {
    const missed = holds.term.run(env) === false
    lines.push({ label: `not achieved: ${text}`, count: Number(missed), points: missed ? -penalty : 0 })
  }
  const { perSecond, limitSeconds, overLimit } = task.time
  if (perSecond !== 0) lines.push({ label: 'seconds', count: seconds, points: seconds * perSecond })
  if (limitSeconds !== undefined) {
    const late = seconds > limitSeconds ? 1 : 0
    lines.push({ label: `longer than ${limitSeconds} s`, count: late, points: late * overLimit })
  }
  return { lines, total: lines.reduce((total, { points }) => total + points, 0) }
}
