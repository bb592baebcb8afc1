import type { GroundTask } from '../ground/ground-task.js'
import type { Condition } from '../ground/condition-graph.js'
import { relaxedGraph } from './relaxed-graph.js'
import { Relaxation } from './relaxation.js'

/** Why there is no plan. */
export interface Obstacles {
  readonly text: string
  /** goals and constraints, in their words */
  readonly obstacles: readonly string[]
}

/** What stands in the way of a task that has been proved to have no plan, by what the relaxed task cannot reach. */
export function obstaclesOf(task: GroundTask): Obstacles {
  const { graph, start } = task
  graph.look(start)
  const broken = task.never.filter(({ truth }) => graph.holds(truth.yes())).map(({ text }) => text)
  if (broken.length > 0)
    return { text: `it is so already, and must never be: ${broken.join('; ')}`, obstacles: broken }
  const unreached = (constraints: boolean): readonly string[] => {
    const goals: readonly { readonly text: string; readonly condition: Condition }[] = [
      ...task.goals.map(({ text, truth }) => ({ text, condition: truth.yes() })),
      ...task.sometime.map(({ text, truth }) => ({ text: `at some time: ${text}`, condition: truth.yes() })),
    ]
    const relaxation = new Relaxation(relaxedGraph(task, task.operators, task.goal, constraints))
    relaxation.reachable(start)
    return goals.filter(({ condition }) => !relaxation.isReached(condition)).map(({ text }) => text)
  }
  const never = unreached(false)
  if (never.length > 0)
    return { text: `nothing that can be done leads to this: ${never.join('; ')}`, obstacles: never }
  const kept = unreached(true)
  const constraints = [...task.never, ...task.before].map(({ text }) => text)
  if (kept.length > 0)
    return {
      text: `${kept.join('; ')}: not while this is kept: ${constraints.join('; ')}`,
      obstacles: [...kept, ...constraints],
    }
  const goals = task.goals.map(({ text }) => text)
  const within = constraints.length === 0 ? '' : `, with this kept: ${constraints.join('; ')}`
  return {
    text: `no sequence of steps achieves together: ${goals.join('; ')}${within}`,
    obstacles: [...goals, ...constraints],
  }
}
