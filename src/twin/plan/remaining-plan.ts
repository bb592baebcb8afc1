import { childrenOf, type NodeOf, type Notes, type PlanNode } from './plan-node.js'

/** Progress of a running tree, by node path. */
export interface PlanProgress {
  /** the node's current status; a skipped or reset node is `idle` */
  status(path: string): 'running' | 'succeeded' | 'failed' | 'idle'
  /** how often the node's only child has ended since the node started */
  iterations(path: string): number
}

/**
 * Returns what remains of a running plan: finished parts are dropped, running parts restart from the current world, and
 * later parts are unchanged. Notes written so far are kept where they are certain.
 */
export function remainingPlan(plan: PlanNode, progress: PlanProgress): PlanNode {
  const rest = (node: PlanNode): PlanNode =>
    isRunning(node, progress) ? remainingPlan(node, progress) : node
  switch (plan.kind) {
    case 'step':
    case 'test':
    case 'result':
    case 'broken':
    case 'unknown':
      return plan
    case 'in-order':
      return remainingInOrder(plan, progress)
    case 'reactive':
      return { ...plan, children: plan.children.map(rest) }
    case 'choice': {
      const running = plan.options.find(({ node }) => isRunning(node, progress))
      if (running === undefined) return plan
      const node = remainingPlan(running.node, progress)
      if (plan.again !== true) return node
      return { ...plan, options: plan.options.map((each) => (each === running ? { ...each, node } : each)) }
    }
    case 'if': {
      if (isRunning(plan.condition, progress)) return { ...plan, condition: rest(plan.condition) }
      const { otherwise } = plan
      if (plan.again)
        return { ...plan, then: rest(plan.then), ...(otherwise && { otherwise: rest(otherwise) }) }
      if (isRunning(plan.then, progress)) return rest(plan.then)
      return otherwise !== undefined && isRunning(otherwise, progress) ? rest(otherwise) : plan
    }
    case 'try':
      if (!isRunning(plan.last, progress)) return { ...plan, body: remainingPlan(plan.body, progress) }
      return { kind: 'becomes', success: 'FAILURE', failure: 'FAILURE', child: rest(plan.last) }
    case 'parallel':
      return { ...plan, children: plan.children.map((child) => resultOf(child, progress) ?? rest(child)) }
    case 'becomes':
    case 'once':
    case 'noting':
      return { ...plan, child: rest(plan.child) }
    case 'repeat':
    case 'retry':
    case 'until-failure':
    case 'each':
      return remainingLoop(plan, rest(plan.child), progress.iterations(plan.path ?? ''))
  }
}

/** Whether a node is running; a wrapper without a path is running if its contents are. */
function isRunning(node: PlanNode, progress: PlanProgress): boolean {
  if (node.path !== undefined) return progress.status(node.path) === 'running'
  if (node.kind === 'noting' || node.kind === 'becomes') return isRunning(node.child, progress)
  if (node.kind === 'choice') return node.options.some((option) => isRunning(option.node, progress))
  if (node.kind === 'in-order') return node.children.some((child) => isRunning(child, progress))
  return false
}

function resultOf(node: PlanNode, progress: PlanProgress): PlanNode | undefined {
  if (node.path === undefined) {
    if (node.kind === 'noting') return resultOf(node.child, progress)
    const inside = node.kind === 'choice' ? node.options.map((option) => resultOf(option.node, progress)) : []
    return inside.find((each) => each !== undefined)
  }
  const status = progress.status(node.path)
  if (status === 'succeeded') return { kind: 'result', end: 'SUCCESS' }
  return status === 'failed' ? { kind: 'result', end: 'FAILURE' } : undefined
}

function remainingInOrder(plan: NodeOf<'in-order'>, progress: PlanProgress): PlanNode {
  const { children } = plan
  const running = children.findLastIndex((child) => isRunning(child, progress))
  const done = children.findLastIndex((child) => resultOf(child, progress) !== undefined)
  const next = running === -1 ? done + 1 : running
  const from = children[next]
  const before = children.slice(0, next).flatMap((child) => notesOf(child, true))
  const rest: PlanNode = {
    kind: 'in-order',
    until: plan.until,
    ...(plan.yields !== undefined && { yields: plan.yields }),
    // a child that has already run keeps the sequence from counting as skipped
    children: [
      ...(done >= 0 && done < next ? [PASSED[plan.until]] : []),
      ...(from === undefined ? [] : [running === -1 ? from : remainingPlan(from, progress)]),
      ...children.slice(next + 1),
    ],
  }
  return before.length === 0 ? rest : { kind: 'noting', before, child: rest }
}

const PASSED = {
  failure: { kind: 'result', end: 'SUCCESS' },
  success: { kind: 'result', end: 'FAILURE' },
} as const

/** Returns the notes that a finished part may have written; null where the value depends on a choice. */
function notesOf(node: PlanNode, sure: boolean): Notes {
  const allRun = node.kind === 'noting' || (node.kind === 'in-order' && node.until === 'failure')
  const inside = childrenOf(node).flatMap((child) => notesOf(child, sure && allRun))
  if (node.kind === 'each' && node.key !== null) return [[node.key, null], ...inside]
  if (node.kind !== 'noting') return inside
  const own = [...(node.before ?? []), ...(node.onSuccess ?? []), ...(node.onFailure ?? [])]
  const known = sure && (node.onSuccess === undefined || node.onFailure === undefined)
  return [...inside, ...own.map(([key, value]) => [key, known ? value : null] as const)]
}

/** Returns the running round followed by the remaining rounds. */
function remainingLoop(
  plan: NodeOf<'repeat' | 'retry' | 'until-failure' | 'each'>,
  now: PlanNode,
  done: number,
): PlanNode {
  switch (plan.kind) {
    case 'repeat':
    case 'retry': {
      const left = plan.times === null ? null : plan.times - done - 1
      const until = plan.kind === 'repeat' ? 'failure' : 'success'
      const more: PlanNode[] = left === null || left > 0 ? [{ ...plan, times: left }] : []
      return { kind: 'in-order', until, children: [now, ...more] }
    }
    case 'until-failure':
      return { kind: 'in-order', until: 'failure', children: [now, plan] }
    case 'each': {
      const { key, items } = plan
      const before: Notes = key === null ? [] : [[key, items?.[done] ?? null]]
      const more: PlanNode = { ...plan, items: items?.slice(done + 1) ?? null }
      return { kind: 'noting', before, child: { kind: 'in-order', until: 'failure', children: [now, more] } }
    }
  }
}
