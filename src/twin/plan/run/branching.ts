import type { Branching, Choice, PlanNode } from '../plan-node.js'
import { Flow, rebase, keyOf, afterTick, type Branch, type Runner } from './flow.js'

/** Runs every option; if the choice is re-evaluated on every tick, also every switch from one to another. */
export function runChoice<S>(node: Choice, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const visited = new Set<string>()
  const pending: { readonly index: number; readonly at: Branch<S> }[] = []
  const push = (index: number, at: Branch<S>): void => {
    const key = `${index} ${keyOf(at)}`
    if (visited.has(key)) return
    visited.add(key)
    pending.push({ index, at })
  }
  for (const index of node.options.keys()) push(index, start)
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { index } = next
    const option = node.options[index] as Choice['options'][number]
    const at = option.label === undefined ? next.at : labelled(next.at, option.label)
    const childFlow = node.again === true ? runner.runStoppable(option.node, at) : runner.run(option.node, at)
    addResults(flow, childFlow)
    if (node.again !== true) continue
    for (const stopped of childFlow.halted) {
      for (const other of node.options.keys()) if (other !== index) push(other, stopped)
    }
  }
  return flow
}

/** Runs IfThenElse and WhileDoElse. */
export function runIf<S>(
  node: Branching & { readonly path?: string },
  start: Branch<S>,
  runner: Runner<S>,
): Flow<S> {
  const flow = new Flow<S>()
  const visited = new Set<string>()
  const pending: { readonly yes: boolean; readonly at: Branch<S> }[] = []
  const push = (yes: boolean, at: Branch<S>): void => {
    const key = `${yes ? 'yes' : 'no'} ${keyOf(at)}`
    if (visited.has(key)) return
    visited.add(key)
    pending.push({ yes, at })
  }
  const ask = (at: Branch<S>, running: boolean | null): void => {
    // what matters is whether the condition itself takes time, not what came before it
    const childFlow = runner.run(node.condition, { ...at, tookTime: false })
    flow.propagateHaltsAndErrors(childFlow)
    for (const each of childFlow.SUCCESS)
      if (running !== true || differs(each, at)) push(true, at.tookTime ? afterTick(each) : each)
    for (const each of childFlow.FAILURE)
      if (running !== false || differs(each, at)) push(false, at.tookTime ? afterTick(each) : each)
    for (const each of childFlow.SKIPPED) {
      const text = `the condition of ${node.what} was skipped, so there is no branch to take`
      flow.broken.add(runner.breakTree(node.what, text, each, node.path ?? ''))
    }
  }
  ask(start, null)
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { yes, at } = next
    const branch: PlanNode | undefined = yes ? node.then : node.otherwise
    if (branch === undefined) {
      flow.end('FAILURE', at)
      continue
    }
    // a refusal inside the condition only selects the other branch, so it is not carried along
    const from = { ...at, refusals: [] }
    const childFlow = node.again ? runner.runStoppable(branch, from) : runner.run(branch, from)
    addResults(flow, childFlow)
    if (node.again) for (const stopped of childFlow.halted) ask(stopped, yes)
  }
  return flow
}

/** Whether a condition took time or changed anything, so that the running branch is halted or restarts. */
export const differs = <S>(after: Branch<S>, before: Branch<S>): boolean =>
  after.tookTime || after.config !== before.config

function addResults<S>(flow: Flow<S>, childFlow: Flow<S>): void {
  for (const each of childFlow.SUCCESS) flow.end('SUCCESS', each)
  for (const each of childFlow.FAILURE) flow.end('FAILURE', each)
  for (const each of childFlow.SKIPPED) flow.end('SKIPPED', each)
  flow.propagateHaltsAndErrors(childFlow)
}

const labelled = <S>(at: Branch<S>, text: string): Branch<S> =>
  rebase(at, { config: at.config, trail: { entry: { kind: 'label', text } }, refusals: [], tookTime: false })
