import type { Expected, Test } from '../run/skill.js'
import type { Env } from '../formula/term.js'
import type { Fluents } from '../value.js'

/** What a robot is to do in a world, checked against the world's declarations. */
export interface Task {
  readonly name: string
  readonly text: string
  /** facts that are other than in the world file */
  readonly start: Fluents
  readonly goals: readonly Expected[]
  readonly never: readonly Expected[]
  readonly sometime: readonly Expected[]
  readonly before: readonly Order[]
  readonly preferences: readonly Preference[]
  readonly score: readonly ScoreRule[]
  readonly time: TimeRule
  readonly minds: readonly Mind[]
}

/** `then` only after `first` has been so: PDDL 3 calls it sometime-before. */
interface Order {
  readonly text: string
  readonly first: Test
  readonly then: Test
}

interface Preference {
  readonly text: string
  readonly holds: Test
  readonly penalty: number
}

export interface ScoreRule {
  readonly label: string
  readonly points: number
  /** `holds`: once, if true at the end; `count`: for each one counted */
  readonly per: 'holds' | 'count'
  readonly formula: Test
}

interface TimeRule {
  readonly perSecond: number
  /** undefined: the task may take as long as it does */
  readonly limitSeconds: number | undefined
  readonly overLimit: number
}

interface Mind {
  readonly text: string
  readonly holds: Test
}

/** The environment of a task's formulas: a state, and the one in which the task began. */
export const taskEnv = (state: Fluents, start: Fluents): Env => ({ state, before: state, start, bound: [] })

/** Whether a formula of a task is true; unknown is not. */
export const isTrue = ({ term }: Test, env: Env): boolean => term.run(env) === true

/** The words of a constraint, with values filled in; its formula if it has none. */
export const wordsOf = ({ text, holds }: Expected, env: Env): string => text?.render(env) ?? holds.source

/** The texts of what people mind in this state. */
export const mindsIn = ({ minds }: Task, state: Fluents, start: Fluents): readonly string[] =>
  minds.filter(({ holds }) => isTrue(holds, taskEnv(state, start))).map(({ text }) => text)

/** The formulas of a task, as they are written. */
export const formulasOf = (task: Task): readonly string[] =>
  [
    ...[...task.goals, ...task.never, ...task.sometime, ...task.preferences, ...task.minds].map(
      ({ holds }) => holds,
    ),
    ...task.before.flatMap(({ first, then }) => [first, then]),
    ...task.score.map(({ formula }) => formula),
  ].map(({ source }) => source)
