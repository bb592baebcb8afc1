import type { Domain } from '#twin/domain/domain.js'
import type { Budget } from '../limits.js'
import type { NodeOf, Notes, PlanEnd, PlanNode } from '../plan-node.js'
import type { PlanRemark } from '../report.js'
import { runChoice, runIf } from './branching.js'
import { Configs, type Config } from './config.js'
import { startBranch, Flow, withRefusalsAbsorbed, type Branch, type Runner } from './flow.js'
import { runInOrder } from './in-order.js'
import { runEach, runTimes, runUntilFailure } from './loops.js'
import { runParallel } from './parallel.js'
import { runReactive } from './reactive.js'
import { Refusals } from './refusals.js'
import { SeenSteps } from './seen-steps.js'
import { runStep, type StepContext } from './step.js'
import { runTest } from './test.js'
import { join, type Trail } from './trail.js'

/**
 * Executes plan nodes symbolically. A node's results depend only on its starting config, so they are memoised per
 * config and node: branches that reconverge cost nothing.
 */
export class Executor<S, C> implements Runner<S> {
  readonly budget: Budget
  readonly configs: Configs<S>
  readonly refusals = new Refusals<S>()
  readonly seen = new SeenSteps<S>()
  readonly remarks = new Map<string, PlanRemark>()
  readonly #context: StepContext<S, C>
  readonly #flows = new Map<PlanNode, Map<string, Flow<S>>>()
  stoppable = false
  #here: Trail<S> = null
  #depth = 0

  constructor(domain: Domain<S, C>, budget: Budget) {
    this.budget = budget
    this.configs = new Configs((state) => domain.fingerprint(state))
    const { configs, refusals, seen } = this
    this.#context = { domain, configs, refusals, seen, here: () => this.#here }
  }

  run(node: PlanNode, at: Branch<S>): Flow<S> {
    const flows = this.#flows.get(node) ?? new Map<string, Flow<S>>()
    this.#flows.set(node, flows)
    const key = `${at.config.id}${this.stoppable ? '!' : ''}`
    let flow = flows.get(key)
    if (flow === undefined) {
      flow = this.#runUncached(node, at)
      flows.set(key, flow)
    }
    return flow.rebasedOn(at)
  }

  runStoppable(node: PlanNode, at: Branch<S>): Flow<S> {
    const outer = this.stoppable
    this.stoppable = true
    const flow = this.run(node, at)
    this.stoppable = outer
    return flow
  }

  withNotes(config: Config<S>, notes: Notes): Config<S> {
    return this.configs.withNotes(config, notes)
  }

  breakTree(what: string, text: string, at: Branch<S>, path: string): Branch<S> {
    const { after, state } = at.config
    const step = { skill: what, args: {}, path }
    const trail = join(this.#here, at.trail)
    const id = this.refusals.add({ kind: 'refused', after, step, checkId: 'tree-broken', text, state, trail })
    return { ...at, refusals: [id] }
  }

  addRemark(remark: PlanRemark): void {
    this.remarks.set(`${remark.code} ${remark.path}`, remark)
  }

  reportGap(text: string): void {
    this.budget.gaps.add(text)
  }

  #runUncached(node: PlanNode, at: Branch<S>): Flow<S> {
    if (!this.budget.takeVisit(this.#depth)) return new Flow<S>()
    const outer = this.#here
    this.#here = join(outer, at.trail)
    this.#depth += 1
    const flow = this.#execute(node, startBranch(at.config))
    this.#depth -= 1
    this.#here = outer
    if (!this.stoppable) flow.halted.clear()
    return flow
  }

  #execute(node: PlanNode, start: Branch<S>): Flow<S> {
    switch (node.kind) {
      case 'step':
        return runStep(node, start, this.#context, this)
      case 'test':
        return runTest(node, start, this.#context, this)
      case 'result':
        return ended(node.end, start)
      case 'broken': {
        const flow = new Flow<S>()
        flow.broken.add(this.breakTree(node.what, node.text, start, node.path ?? ''))
        return flow
      }
      case 'unknown':
        this.reportGap(node.text)
        return new Flow<S>()
      case 'in-order':
        return runInOrder(node, start, this)
      case 'reactive':
        return runReactive(node, start, this)
      case 'choice':
        return runChoice(node, start, this)
      case 'if':
        return runIf(node, start, this)
      case 'try':
        return this.#try(node, start)
      case 'parallel':
        return runParallel(node, start, this)
      case 'becomes':
        return this.#becomes(node, start)
      case 'repeat':
      case 'retry':
        return runTimes(node, start, this)
      case 'until-failure':
        return runUntilFailure(node, start, this)
      case 'once':
        return this.#once(node, start)
      case 'each':
        return runEach(node, start, this)
      case 'noting':
        return this.#noting(node, start)
    }
  }

  #try({ body, last }: NodeOf<'try'>, start: Branch<S>): Flow<S> {
    const flow = new Flow<S>()
    const tried = this.run(body, start)
    for (const each of tried.SUCCESS) flow.end('SUCCESS', each)
    for (const each of tried.SKIPPED) flow.end('SKIPPED', each)
    flow.propagateHaltsAndErrors(tried)
    for (const failed of tried.FAILURE) {
      const childFlow = this.run(last, failed)
      // however the last child ends, the node fails for the body's reason
      for (const end of ENDS)
        for (const each of childFlow[end]) flow.end('FAILURE', { ...each, refusals: failed.refusals })
      flow.propagateHaltsAndErrors(childFlow)
    }
    return flow
  }

  #becomes(node: NodeOf<'becomes'>, start: Branch<S>): Flow<S> {
    const flow = new Flow<S>()
    const childFlow = this.run(node.child, start)
    for (const each of childFlow.SUCCESS) flow.end(node.success, each)
    // a failure that happens in any case is not caused by the refusal
    const blame = node.success !== 'FAILURE'
    for (const each of childFlow.FAILURE) flow.end(node.failure, blame ? each : withRefusalsAbsorbed(each))
    for (const each of childFlow.SKIPPED) flow.end('SKIPPED', each)
    flow.propagateHaltsAndErrors(childFlow)
    return flow
  }

  #once(node: NodeOf<'once'>, start: Branch<S>): Flow<S> {
    const before = start.config.notes.get(node.key)
    if (before !== undefined) return ended(node.thenSkip ? 'SKIPPED' : (before as PlanEnd), start)
    const flow = new Flow<S>()
    const childFlow = this.run(node.child, start)
    const noted = (each: Branch<S>, end: PlanEnd): Branch<S> => ({
      ...each,
      config: this.withNotes(each.config, [[node.key, end]]),
    })
    for (const each of childFlow.SUCCESS) flow.end('SUCCESS', noted(each, 'SUCCESS'))
    for (const each of childFlow.FAILURE) flow.end('FAILURE', noted(each, 'FAILURE'))
    for (const each of childFlow.SKIPPED) flow.end('SKIPPED', each)
    flow.propagateHaltsAndErrors(childFlow)
    return flow
  }

  #noting(node: NodeOf<'noting'>, start: Branch<S>): Flow<S> {
    const flow = new Flow<S>()
    const noted = (each: Branch<S>, notes: Notes | undefined): Branch<S> =>
      notes === undefined ? each : { ...each, config: this.withNotes(each.config, notes) }
    const childFlow = this.run(node.child, noted(start, node.before))
    for (const each of childFlow.SUCCESS) flow.end('SUCCESS', noted(each, node.onSuccess))
    for (const each of childFlow.FAILURE) flow.end('FAILURE', noted(each, node.onFailure))
    for (const each of childFlow.SKIPPED) flow.end('SKIPPED', each)
    flow.propagateHaltsAndErrors(childFlow)
    return flow
  }
}

const ENDS = ['SUCCESS', 'FAILURE', 'SKIPPED'] as const

function ended<S>(end: PlanEnd, start: Branch<S>): Flow<S> {
  const flow = new Flow<S>()
  flow.end(end, start)
  return flow
}
