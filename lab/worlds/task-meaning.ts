import { mean } from '#test/twin/worlds/reference/mean.js'
import { readFormula, type Node } from '#test/twin/worlds/reference/parse.js'
import type { State, Val, World } from '#test/twin/worlds/reference/world.js'
import { holdsOf } from './places.js'
import type { Constraint, TaskWritten } from './written.js'

/** What a task means. */
export interface TaskMeaning {
  readonly start: State
  /** what does not depend on a state: its start, the price of time */
  readonly fixed: string
  /** what it says of a state: goals reached, something forbidden, what comes before what, points */
  readonly of: (state: State) => string
}

/** Reads a task with the second evaluator. Throws where a formula is none. */
export function meanTask(task: TaskWritten, world: World): TaskMeaning {
  const start = Object.fromEntries(
    Object.entries(task.start ?? {}).map(([fact, value]) => [fact, value === 'unknown' ? '?' : value]),
  ) as State
  const read = (list: Constraint[] = []): readonly Node[] => list.map((one) => readFormula(holdsOf(one)))
  const [goals, never, sometime] = [read(task.goals), read(task.never), read(task.sometime)]
  const orders = (task.before ?? []).map(
    ({ first, then }) => [readFormula(first), readFormula(then)] as const,
  )
  const wishes = (task.preferences ?? []).map(({ holds, penalty }) => [readFormula(holds), penalty] as const)
  const rules = (task.score ?? []).map(
    ({ holds, count, points }) => [readFormula(holds ?? count ?? 'false'), points] as const,
  )
  for (const fact of Object.keys(start))
    if (world.start[fact] === undefined) throw new Error(`no fact ${fact}`)
  return {
    start,
    fixed: JSON.stringify([start, task.perSecond ?? 0, task.limitSeconds, task.overLimit ?? 0]),
    of: (state) => {
      const value = (node: Node): Val =>
        mean(node, {
          world,
          now: state,
          before: state,
          names: new Map(),
          mistake: undefined,
          spill: undefined,
        })
      const points = rules.reduce((sum, [node, each]) => sum + each * amount(value(node)), 0)
      const lost = wishes.reduce((sum, [node, penalty]) => sum + (value(node) === false ? penalty : 0), 0)
      return JSON.stringify([
        goals.every((node) => value(node) === true),
        never.some((node) => value(node) === true),
        sometime.map(value),
        orders.map(([first, then]) => [value(first), value(then)]),
        points - lost,
      ])
    },
  }
}

const amount = (value: Val): number => (typeof value === 'number' ? value : Number(value === true))
