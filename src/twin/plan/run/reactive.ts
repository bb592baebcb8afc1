import type { PlanNode } from '../plan-node.js'
import { differs } from './branching.js'
import { Flow, keyOf, later, type Branch, type Runner } from './flow.js'

type Reactive = Extract<PlanNode, { kind: 'reactive' }>

/**
 * Runs ReactiveSequence and ReactiveFallback. While a child runs, those before it run again on every tick: they may
 * end the node or act themselves, which halts the child; it then restarts.
 */
export function runReactive<S>(node: Reactive, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const [go, stop] =
    node.until === 'failure' ? (['SUCCESS', 'FAILURE'] as const) : (['FAILURE', 'SUCCESS'] as const)
  const begun = new Set<string>()
  const todo: Place<S>[] = []
  const push = (place: Place<S>): void => {
    const key = `${place.index} ${place.ran ? 1 : 0} ${keyOf(place.at)}`
    if (begun.has(key)) return
    begun.add(key)
    todo.push(place)
  }
  push({ index: 0, ran: false, at: start })
  for (let place = todo.shift(); place !== undefined; place = todo.shift()) {
    const { index, ran, at } = place
    const child = node.children[index]
    if (child === undefined) {
      flow.end(ran ? go : 'SKIPPED', at)
      continue
    }
    const came = runner.runStoppable(child, at)
    for (const each of came[go]) push({ index: index + 1, ran: true, at: each })
    for (const each of came.SKIPPED) push({ index: index + 1, ran, at: { ...each, open: at.open } })
    for (const each of came[stop]) flow.end(stop, each)
    flow.takeLoose(came)
    if (index === 0) continue
    for (const stopped of came.halted) {
      const again = runner.run(before(node, index), { ...stopped, took: false })
      flow.takeLoose(again)
      for (const each of again[stop]) flow.end(stop, later(each))
      for (const each of [...again[go], ...again.SKIPPED]) {
        if (!differs(each, stopped)) continue
        if (each.took) startedAgain(node, runner)
        push({ index, ran, at: later(each) })
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

function startedAgain<S>(node: Reactive, runner: Runner<S>): void {
  const text =
    'a step of an earlier child is started again at every tick and stops the later one: ' +
    'put conditions first and the steps into one child'
  runner.remark({ kind: 'remark', code: 'started-again', text, path: node.path ?? '' })
}

/** Returns the children before one as a node of their own; cached, so that memoised results for it are found again. */
function before(node: Reactive, index: number): PlanNode {
  const known = BEFORE.get(node) ?? []
  BEFORE.set(node, known)
  return (known[index] ??= { ...node, children: node.children.slice(0, index) })
}

const BEFORE = new WeakMap<Reactive, PlanNode[]>()
