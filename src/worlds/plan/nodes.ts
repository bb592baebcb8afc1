import type { PlannedStep } from '#twin/domain/domain.js'
import type { GroundTask } from '../ground/ground-task.js'
import type { Operator } from '../ground/operators.js'
import { stateKey, type State } from '../ground/state-codec.js'
import { UNREACHABLE, type Estimate, type Relaxation } from './relaxation.js'

/** The states that the world can be in after the same steps: a plan must work in each. Nearly always one. */
export interface SearchNode {
  readonly states: readonly State[]
  readonly key: string
  readonly depth: number
  readonly parent: SearchNode | undefined
  readonly operator: Operator | undefined
}

export const rootOf = (task: GroundTask): SearchNode => ({
  states: [task.start],
  key: stateKey(task.start),
  depth: 0,
  parent: undefined,
  operator: undefined,
})

/** The steps that lead to a node. */
export function stepsTo(node: SearchNode): readonly PlannedStep[] {
  const steps: PlannedStep[] = []
  for (let at: SearchNode | undefined = node; at?.operator !== undefined; at = at.parent)
    steps.push(at.operator.step)
  return steps.toReversed()
}

export const isGoal = (task: GroundTask, { states }: SearchNode): boolean =>
  states.every((state) => task.isGoal(state))

/** What follows a node. Where a step leads to more states than can be followed, it is left out and `lost` is called. */
export function childrenOf(
  task: GroundTask,
  node: SearchNode,
  operators: readonly Operator[],
  lost: () => void,
): readonly SearchNode[] {
  const [first, ...others] = node.states
  if (first === undefined) return []
  if (others.length === 0)
    return task.successors(first, operators).flatMap(({ operator, ends }) => {
      if (ends.length <= MOST_STATES) return [childOf(node, operator, ends)]
      lost()
      return []
    })
  return ofMany(task, node, operators, lost)
}

/** The least number of steps that the goal is away from each of the states. */
export const boundOf = (relaxation: Relaxation, { states }: SearchNode, most: number): number =>
  states.slice(0, ESTIMATED).reduce((least, state) => Math.max(least, relaxation.bound(state, most)), 0)

export function estimateOf(relaxation: Relaxation, { states }: SearchNode): Estimate {
  let worst: Estimate = { steps: -1, preferred: new Set() }
  for (const state of states.slice(0, ESTIMATED)) {
    const estimate = relaxation.estimate(state)
    if (estimate.steps > worst.steps) worst = estimate
    if (worst.steps >= UNREACHABLE) break
  }
  return worst
}

function ofMany(
  task: GroundTask,
  node: SearchNode,
  operators: readonly Operator[],
  lost: () => void,
): readonly SearchNode[] {
  const ends = new Map<Operator, State[]>()
  let possible = operators
  for (const state of node.states) {
    const after = new Map(task.successors(state, possible).map((one) => [one.operator, one.ends]))
    possible = possible.filter((operator) => after.has(operator) || isIdle(task, operator, state))
    for (const operator of possible)
      ends.set(operator, [...(ends.get(operator) ?? []), ...(after.get(operator) ?? [state])])
  }
  return possible.flatMap((operator) => {
    const states = [...new Map((ends.get(operator) ?? []).map((end) => [stateKey(end), end])).values()]
    if (states.length <= MOST_STATES) return [childOf(node, operator, states)]
    lost()
    return []
  })
}

/** A step of which nothing is left to do leaves the world as it is. */
function isIdle(
  { graph, codec, domain }: GroundTask,
  { idle, exact, step }: Operator,
  state: State,
): boolean {
  graph.look(state)
  if (graph.holds(idle)) return true
  if (exact) return false
  const commands = domain.intend(step, codec.decode(state))
  return commands.ok && commands.value.length === 0
}

function childOf(parent: SearchNode, operator: Operator, states: readonly State[]): SearchNode {
  const [only] = states
  const key =
    states.length === 1 && only !== undefined ? stateKey(only) : states.map(stateKey).toSorted().join('\n')
  return { states, key, depth: parent.depth + 1, parent, operator }
}

/** A plan that must work in more states at once is not looked for. */
const MOST_STATES = 64

/** Of the states that the world can be in, as many are estimated. */
const ESTIMATED = 4
