import type { GroundTask } from '../ground/ground-task.js'
import { FALSE, TRUE, type Condition } from '../ground/condition-graph.js'
import type { Operator } from '../ground/operators.js'
import type { State } from '../ground/state-codec.js'

/** A node of the graph: what is to be, or a step. */
export type RelaxedNode = number

/**
 * A task in which nothing that was true becomes false (delete relaxation): a graph of nodes that come about when all
 * (steps, conjunctions) or one (values of fluents, disjunctions) of those before them have. What is reached in it is
 * reached at no greater cost than in the task, so what is not reached in it never is.
 */
export interface RelaxedGraph {
  readonly size: number
  readonly goal: RelaxedNode
  /** how many nodes a node waits for; 0: for any one of them */
  readonly waits: Int32Array
  readonly before: readonly (readonly RelaxedNode[])[]
  readonly after: readonly (readonly RelaxedNode[])[]
  /** the first node that stands for a step */
  readonly firstStep: number
  readonly steps: number
  /** the nodes that a state makes true */
  trueIn(state: State): readonly RelaxedNode[]
}

/** @param goal what is to be reached */
export function relaxedGraph(
  task: GroundTask,
  operators: readonly Operator[],
  goal: Condition,
  constraints = true,
): RelaxedGraph {
  // first of all: what a constraint says may add conditions
  const limits = constraints ? limitsOf(task) : NO_LIMITS
  const { nodes } = task.graph
  const before: RelaxedNode[][] = nodes.map(() => [])
  const waits: number[] = nodes.map(() => 0)
  const values = task.codec.names.map(() => new Map<number, RelaxedNode>())
  for (const [condition, node] of nodes.entries()) {
    if (node.kind === 'is') values[node.fluent]?.set(node.value, condition)
    else if (node.kind !== 'constant') before[condition] = [...node.parts]
    if (node.kind === 'all') waits[condition] = node.parts.length
  }
  const add = (parts: readonly RelaxedNode[]): RelaxedNode => {
    waits.push(parts.length)
    return before.push([...parts]) - 1
  }
  const firstStep = before.length
  for (const { needs } of operators) add([needs])
  for (const [index, { endings }] of operators.entries())
    for (const { when, changes } of endings)
      for (const change of changes) {
        const value = values[change.fluent]?.get(change.value)
        if (value === undefined || limits.forbidden.has(value)) continue
        const gates = limits.gates.get(value) ?? []
        const parts = new Set([when, change.when, ...gates].filter((one) => one !== TRUE))
        if (parts.has(FALSE)) continue
        const step = firstStep + index
        before[value]?.push(parts.size === 0 ? step : add([step, ...parts]))
      }
  if (constraints) remember(task, values, before)
  return {
    size: before.length,
    goal,
    waits: Int32Array.from(waits),
    before,
    after: turned(before),
    firstStep,
    steps: operators.length,
    trueIn: (state) => [
      TRUE,
      ...Array.from(state, (value, fluent) => values[fluent]?.get(value) ?? -1).filter((node) => node >= 0),
    ],
  }
}

interface Limits {
  /** values that a constraint never lets a fluent have */
  readonly forbidden: ReadonlySet<Condition>
  /** what must have come before a value */
  readonly gates: ReadonlyMap<Condition, readonly Condition[]>
}

const NO_LIMITS: Limits = { forbidden: new Set(), gates: new Map() }

function limitsOf(task: GroundTask): Limits {
  for (const { first } of task.before) first.yes()
  for (const { truth } of task.sometime) truth.yes()
  const { graph, codec, start } = task
  graph.look(start)
  const forbidden = new Set<Condition>()
  const gates = new Map<Condition, Condition[]>()
  for (const { truth } of task.never) {
    const never = truth.exact ? truth.yes() : FALSE
    if (!graph.holds(never)) for (const value of alone(task, never)) forbidden.add(value)
  }
  for (const { truth, fluent } of task.before) {
    if (!truth.exact || start[fluent] !== codec.number(fluent, 'no')) continue
    const gate = graph.is(fluent, codec.number(fluent, 'yes'))
    for (const value of alone(task, truth.yes())) gates.set(value, [...(gates.get(value) ?? []), gate])
  }
  return { forbidden, gates }
}

/** The values each of which alone makes a condition true. */
function alone(task: GroundTask, condition: Condition): readonly Condition[] {
  const node = task.graph.nodes[condition]
  if (node?.kind === 'is') return [condition]
  return node?.kind === 'any' ? node.parts.flatMap((part) => alone(task, part)) : []
}

/** What a task remembers comes about by itself. */
function remember(
  { sometime, before: orders, codec }: GroundTask,
  values: readonly ReadonlyMap<number, RelaxedNode>[],
  before: RelaxedNode[][],
): void {
  for (const { fluent, truth } of sometime) {
    const value = values[fluent]?.get(codec.number(fluent, true))
    if (value !== undefined) before[value]?.push(truth.yes())
  }
  for (const { fluent, first } of orders) {
    const value = values[fluent]?.get(codec.number(fluent, 'yes'))
    if (value !== undefined) before[value]?.push(first.yes())
  }
}

function turned(before: readonly (readonly RelaxedNode[])[]): readonly (readonly RelaxedNode[])[] {
  const after: RelaxedNode[][] = before.map(() => [])
  for (const [node, parts] of before.entries()) for (const part of parts) after[part]?.push(node)
  return after
}
