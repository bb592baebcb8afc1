import { childrenOf, type ParallelNode, type PlanNode } from '../plan-node.js'
import { Flow, keyOf, type Branch, type Runner } from './flow.js'

type Parallel = ParallelNode & { readonly path?: string }

/**
 * Runs children concurrently on one body: their steps interleave in any order. A child that is a plain sequence of
 * steps is interleaved step by step; any other child runs as a whole, and if two of those contain steps the check
 * reports that it did not explore their interleavings.
 */
export function runParallel<S>(node: Parallel, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const lines = node.children.map(stepsOf)
  remarkOneBody(node, lines, runner)
  const visited = new Set<string>()
  const pending: State<S>[] = []
  const push = (place: State<S>): void => {
    const key = `${place.at.map((each) => `${each}`).join(' ')} ${keyOf(place.branch)}`
    if (visited.has(key)) return
    visited.add(key)
    pending.push(place)
  }
  push({ at: lines.map(() => 0), branch: start })
  for (let place = pending.shift(); place !== undefined; place = pending.shift()) {
    if (!runner.budget.fits(visited.size)) return flow
    // the thresholds are tested after each child, never before the first
    const end = visited.size === 1 ? undefined : endOf(node, place.at)
    if (end !== undefined) {
      flow.end(end, place.branch)
      continue
    }
    if (place.at.some((each) => typeof each === 'number' && each > 0)) flow.halt(place.branch)
    for (const [child, position] of place.at.entries()) {
      if (position === 'SUCCESS' || position === 'FAILURE' || position === 'MIDWAY') continue
      const line = lines[child] as readonly PlanNode[]
      if (place.at.includes('MIDWAY') && line.some(hasStep)) continue
      const index = position === 'SKIPPED' ? 0 : position
      if (position === 'SKIPPED' && !place.at.some((each) => typeof each === 'number')) continue
      const part = line[index] as PlanNode
      const childFlow =
        part.kind === 'step' ? runner.run(part, place.branch) : runner.runStoppable(part, place.branch)
      flow.propagateHaltsAndErrors(childFlow)
      const put = (to: Position, branch: Branch<S>): void =>
        push({ at: place.at.map((each, other) => (other === child ? to : each)), branch })
      const after: Position = index + 1 < line.length ? index + 1 : 'SUCCESS'
      for (const each of childFlow.SUCCESS) put(after, each)
      for (const each of childFlow.FAILURE) put('FAILURE', each)
      if (part.kind !== 'step' && hasStep(part)) for (const each of childFlow.halted) put('MIDWAY', each)
      for (const each of childFlow.SKIPPED) put(line.length === 1 ? 'SKIPPED' : after, each)
    }
  }
  return flow
}

/** index of the child's next step, or its result; MIDWAY: a child run as a whole is still running */
type Position = number | 'SUCCESS' | 'FAILURE' | 'SKIPPED' | 'MIDWAY'

interface State<S> {
  readonly at: readonly Position[]
  readonly branch: Branch<S>
}

function endOf(
  { need, limit, skippedCounts }: ParallelNode,
  at: readonly Position[],
): 'SUCCESS' | 'FAILURE' | 'SKIPPED' | undefined {
  const count = (what: Position): number => at.filter((each) => each === what).length
  const [succeeded, failed, skipped] = [count('SUCCESS'), count('FAILURE'), count('SKIPPED')]
  if (need === null) {
    if (skipped === at.length) return 'SKIPPED'
    if (succeeded + failed + skipped < at.length) return undefined
    return failed >= limit ? 'FAILURE' : 'SUCCESS'
  }
  if (succeeded + (skippedCounts ? skipped : 0) >= need) return 'SUCCESS'
  if (at.length - failed < need || failed === limit) return 'FAILURE'
  return skipped === at.length ? 'SKIPPED' : undefined
}

/** Flattens a child into its sequence of steps, if it is one. */
function stepsOf(node: PlanNode): readonly PlanNode[] {
  if (node.kind !== 'in-order' || node.until !== 'failure' || node.memory !== undefined) return [node]
  const parts = node.children.flatMap(stepsOf)
  return parts.every(({ kind }) => kind === 'step') ? parts : [node]
}

function remarkOneBody<S>(node: Parallel, lines: readonly (readonly PlanNode[])[], runner: Runner<S>): void {
  const busy = lines.filter((line) => line.some(hasStep))
  if (busy.length < 2) return
  const text =
    'steps in more than one child of a parallel node: the robot has one body, so each waits for the one before, ' +
    'in an unspecified order'
  runner.addRemark({ kind: 'remark', code: 'one-body', text, path: node.path ?? '' })
  if (busy.some(([first]) => first?.kind !== 'step')) {
    runner.reportGap(
      `the children of the parallel node ${node.path ?? ''} were run as wholes, in any order, not step by step`,
    )
  }
}

const hasStep = (node: PlanNode): boolean => node.kind === 'step' || childrenOf(node).some(hasStep)
