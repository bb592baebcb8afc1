import type { InOrder } from '../plan-node.js'
import { Flow, keyOf, afterTick, type Branch, type Runner } from './flow.js'

/** Runs Sequence and Fallback, with or without memory. */
export function runInOrder<S>(node: InOrder, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const [go, stop] =
    node.until === 'failure' ? (['SUCCESS', 'FAILURE'] as const) : (['FAILURE', 'SUCCESS'] as const)
  const first = node.memory === undefined ? 0 : Number(start.config.notes.get(node.memory) ?? 0)
  let queues = new BranchQueues<S>()
  queues.add(start, first > 0)
  for (let index = first; index < node.children.length; index++) {
    const next = new BranchQueues<S>()
    for (const { branch, ran } of queues) {
      const childFlow = runner.run(node.children[index] as InOrder['children'][number], branch)
      for (const each of childFlow[go]) next.add(each, true)
      for (const each of childFlow.SKIPPED) next.add({ ...each, refusals: branch.refusals }, ran)
      for (const each of childFlow[stop]) flow.end(stop, remembering(each, index, node, runner))
      for (const each of childFlow.halted) flow.halt(remembering(each, index, node, runner))
      flow.broken.addAll(childFlow.broken)
    }
    if (node.yields === true && index < node.children.length - 1) {
      for (const { branch } of next) flow.halt(remembering(branch, index + 1, node, runner))
      queues = new BranchQueues<S>()
      for (const { branch, ran } of next) queues.add(afterTick(branch), ran)
      continue
    }
    queues = next
  }
  for (const { branch, ran } of queues)
    flow.end(ran ? go : 'SKIPPED', remembering(branch, null, node, runner))
  return flow
}

function remembering<S>(
  branch: Branch<S>,
  index: number | null,
  { memory }: InOrder,
  runner: Runner<S>,
): Branch<S> {
  if (memory === undefined) return branch
  return {
    ...branch,
    config: runner.withNotes(branch.config, [[memory, index === null ? null : `${index}`]]),
  }
}

/** Branches that continue, and whether any child has run on them: if all were skipped, the node is skipped. */
class BranchQueues<S> implements Iterable<{ branch: Branch<S>; ran: boolean }> {
  readonly #known = new Map<string, { branch: Branch<S>; ran: boolean }>()

  add(branch: Branch<S>, ran: boolean): void {
    const key = `${keyOf(branch)}${ran ? '' : '-'}`
    if (!this.#known.has(key)) this.#known.set(key, { branch, ran })
  }

  [Symbol.iterator](): Iterator<{ branch: Branch<S>; ran: boolean }> {
    return this.#known.values()
  }
}
