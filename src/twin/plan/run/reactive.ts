import type { NodeOf, PlanNode } from '../plan-node.js'
import { differs } from './branching.js'
import { Flow, keyOf, afterTick, type Branch, type Runner } from './flow.js'

type Reactive = NodeOf<'reactive'>

/**
 * Runs ReactiveSequence and ReactiveFallback. While a child runs, those before it run again on every tick: they may
 * end the node or act themselves, which halts the child; it then restarts.
 */
export function runReactive<S>(node: Reactive, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const [go, stop] =
    node.until === 'failure' ? (['SUCCESS', 'FAILURE'] as const) : (['FAILURE', 'SUCCESS'] as const)
  const visited = new Set<string>()
  const pending: Place<S>[] = []
  const push = (place: Place<S>): void => {
    const key = `${place.index} ${place.ran ? 1 : 0} ${keyOf(place.at)}`
    if (visited.has(key)) return
    visited.add(key)
    pending.push(place)
  }
  push({ index: 0, ran: false, at: start })
  for (let place = pending.shift(); place !== undefined; place = pending.shift()) {
    const { index, ran, at } = place
    const child = node.children[index]
    if (child === undefined) {
      flow.end(ran ? go : 'SKIPPED', at)
      continue
    }
    const childFlow = runner.runStoppable(child, at)
    for (const each of childFlow[go]) push({ index: index + 1, ran: true, at: each })
    for (const each of childFlow.SKIPPED)
      push({ index: index + 1, ran, at: { ...each, refusals: at.refusals } })
    for (const each of childFlow[stop]) flow.end(stop, each)
    flow.propagateHaltsAndErrors(childFlow)
    if (index === 0) continue
    for (const stopped of childFlow.halted) {
      const again = runner.run(childrenBefore(node, index), { ...stopped, tookTime: false })
      flow.propagateHaltsAndErrors(again)
      for (const each of again[stop]) flow.end(stop, afterTick(each))
      for (const each of [...again[go], ...again.SKIPPED]) {
        if (!differs(each, stopped)) continue
        if (each.tookTime) remarkStartedAgain(node, runner)
        push({ index, ran, at: afterTick(each) })
      }
    }
  }
  return flow
}

interface Place<S> {
  readonly index: number
  readonly ran: boolean
  readonly at: Branch<S>
}

function remarkStartedAgain<S>(node: Reactive, runner: Runner<S>): void {
  const text =
    'a step of an earlier child is started again at every tick and stops the later one: ' +
    'put conditions first and the steps into one child'
  runner.addRemark({ kind: 'remark', code: 'started-again', text, path: node.path ?? '' })
}

/** Returns the children before one as a node of their own; cached, so that memoised results for it are found again. */
function childrenBefore(node: Reactive, index: number): PlanNode {
  const known = BEFORE.get(node) ?? []
  BEFORE.set(node, known)
  return (known[index] ??= { ...node, children: node.children.slice(0, index) })
}

const BEFORE = new WeakMap<Reactive, PlanNode[]>()
