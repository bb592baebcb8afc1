import type { EachNode, NodeOf, PlanNode } from '../plan-node.js'
import { Branches, Flow, afterTick, type Branch, type Runner } from './flow.js'

/** Runs Repeat (again after success) and Retry (again after failure), `times` rounds in all. */
export function runTimes<S>(
  node: NodeOf<'repeat'> | NodeOf<'retry'>,
  start: Branch<S>,
  runner: Runner<S>,
): Flow<S> {
  const [again, over] =
    node.kind === 'repeat' ? (['SUCCESS', 'FAILURE'] as const) : (['FAILURE', 'SUCCESS'] as const)
  const { times } = node
  if (times === null) return forever(node, start, runner, { again: [again], ends: [over, 'SKIPPED'] })
  const flow = new Flow<S>()
  const iterations: Branches<S>[] = [new Branches([start])]
  const seen = new Map<string, number>()
  for (let round = 0; round < times; round++) {
    const now = iterations[round] as Branches<S>
    if (now.size === 0) return flow
    const key = now.key()
    const before = seen.get(key)
    if (before !== undefined) {
      // from here on the rounds cycle
      iterations[times] = iterations[before + ((times - before) % (round - before))] as Branches<S>
      break
    }
    seen.set(key, round)
    if (!runner.budget.fits(now.size) || !runner.budget.fits(round)) return flow
    const next = new Branches<S>()
    for (const branch of now) {
      const childFlow = runner.run(node.child, branch)
      next.addAll(childFlow[again])
      for (const each of childFlow[over]) flow.end(over, each)
      for (const each of childFlow.SKIPPED) flow.end('SKIPPED', each)
      flow.propagateHaltsAndErrors(childFlow)
    }
    if (round < times - 1) for (const branch of next) flow.halt(branch)
    iterations.push(round < times - 1 ? new Branches([...next].map(afterTick)) : next)
  }
  for (const branch of iterations[times] ?? []) flow.end(again, branch)
  return flow
}

/** Runs KeepRunningUntilFailure: it can only end in failure. */
export function runUntilFailure<S>(
  node: NodeOf<'until-failure'>,
  start: Branch<S>,
  runner: Runner<S>,
): Flow<S> {
  return forever(node, start, runner, { again: ['SUCCESS', 'SKIPPED'], ends: ['FAILURE'] })
}

interface LoopResults {
  readonly again: readonly ('SUCCESS' | 'FAILURE' | 'SKIPPED')[]
  readonly ends: readonly ('SUCCESS' | 'FAILURE' | 'SKIPPED')[]
}

/** Runs rounds until no new starting world appears. */
function forever<S>(
  node: { readonly child: PlanNode; readonly path?: string },
  start: Branch<S>,
  runner: Runner<S>,
  { again, ends }: LoopResults,
): Flow<S> {
  const flow = new Flow<S>()
  const visited = new Branches([start])
  const pending = [start]
  for (let branch = pending.shift(); branch !== undefined; branch = pending.shift()) {
    if (!runner.budget.fits(visited.size)) return flow
    const childFlow = runner.run(node.child, branch)
    for (const end of ends) for (const each of childFlow[end]) flow.end(end, each)
    flow.propagateHaltsAndErrors(childFlow)
    for (const each of again.flatMap((end) => [...childFlow[end]])) {
      flow.halt(each)
      if (visited.add(afterTick(each))) pending.push(afterTick(each))
    }
  }
  if (flow.SUCCESS.size + flow.FAILURE.size + flow.SKIPPED.size + flow.broken.size === 0) {
    const text = 'this never ends, so nothing after it runs'
    runner.addRemark({ kind: 'remark', code: 'never-ends', text, path: node.path ?? '' })
  }
  return flow
}

/** Runs the Loop nodes: one round per item. */
export function runEach<S>(node: EachNode & { path?: string }, start: Branch<S>, runner: Runner<S>): Flow<S> {
  const flow = new Flow<S>()
  const round = (from: Iterable<Branch<S>>, item: string | null): Branches<S> => {
    const next = new Branches<S>()
    for (const branch of from) {
      const config = node.key === null ? branch.config : runner.withNotes(branch.config, [[node.key, item]])
      const childFlow = runner.run(node.child, { ...branch, config })
      next.addAll(childFlow.SUCCESS)
      next.addAll(childFlow.SKIPPED)
      for (const each of childFlow.FAILURE) flow.end('FAILURE', each)
      flow.propagateHaltsAndErrors(childFlow)
    }
    for (const branch of next) flow.halt(branch)
    return new Branches([...next].map(afterTick))
  }
  let now = new Branches([start])
  if (node.items !== null) {
    for (const item of node.items) {
      if (!runner.budget.fits(now.size)) return flow
      now = round(now, item)
    }
    for (const branch of now) flow.end(node.ifEmpty, branch)
    return flow
  }
  const all = new Branches(now)
  while (now.size > 0 && runner.budget.fits(all.size)) {
    now = new Branches([...round(now, null)].filter((branch) => all.add(branch)))
  }
  for (const branch of all) flow.end(node.ifEmpty, branch)
  return flow
}
