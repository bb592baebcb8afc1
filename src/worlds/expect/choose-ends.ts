import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import { scoreOf } from '../task/score.js'
import { mindsIn } from '../task/task.js'
import type { TaskDomain } from '../task/with-task.js'
import type { Fluents } from '../value.js'
import { Seen } from './choose-examples.js'
import { changedFluents, judgementOf } from './judgement.js'

/** What a task says of one state. */
export interface EndExample {
  /** facts that are other than at the start of the task */
  readonly where: Fluents
  /** the goals that are missed there */
  readonly missed: readonly string[]
  readonly minded: readonly string[]
  /** without what time costs */
  readonly points: number
  /** steps that the task forbids in this state, by the rule that does */
  readonly steps: ReadonlyMap<string, string>
}

/** Chooses states in which goals, score rules and constraints of a task differ, out of those that were found. */
export function chooseEnds(
  domain: TaskDomain,
  states: readonly Fluents[],
  steps: readonly PlannedStep[],
): readonly EndExample[] {
  const seen = new Seen()
  return states.flatMap((state) => {
    const { lines } = scoreOf(domain.task, { start: domain.start, end: state, seconds: 0 })
    const keys = [
      ...(domain.goal ?? []).map((one, index) => `goal ${index} ${one.holds(state)}`),
      ...lines.map(({ label, count }) => `score ${label} ${count}`),
      ...mindsIn(domain.task, state, domain.start).map((text) => `mind ${text}`),
    ]
    const forbidden = forbiddenIn(domain, state, steps, seen)
    if (!seen.isFirst(keys) && forbidden.size === 0) return []
    return [{ ...saidOf(domain, state), where: changedFluents(domain.initial, state), steps: forbidden }]
  })
}

/** What a task says of a state, whichever way it was reached. */
export function saidOf(
  { task, start, goal = [] }: TaskDomain,
  state: Fluents,
): Pick<EndExample, 'missed' | 'minded' | 'points'> {
  return {
    missed: goal.filter((one) => !one.holds(state)).map(({ text }) => text),
    minded: mindsIn(task, state, start),
    points: pointsAfter({ task, start }, state, 0),
  }
}

/** @returns points rounded to what a file can hold */
export const pointsAfter = (
  { task, start }: Pick<TaskDomain, 'task' | 'start'>,
  end: Fluents,
  seconds: number,
): number => Math.round(1000 * scoreOf(task, { start, end, seconds }).total) / 1000

function forbiddenIn(
  domain: TaskDomain,
  state: Fluents,
  steps: readonly PlannedStep[],
  seen: Seen,
): ReadonlyMap<string, string> {
  const { never, before } = domain.task
  if (never.length + before.length === 0) return new Map()
  return new Map(
    steps.flatMap((step): readonly (readonly [string, string])[] => {
      const { text } = judgementOf(domain, state, step)
      if (!text.startsWith('refused task.')) return []
      const keys = Object.values(step.args).map((value) => `${step.skill} ${value} ${text}`)
      return seen.isFirst([`${step.skill} ${text}`, ...keys]) ? [[formatStep(step), text]] : []
    }),
  )
}
