import { type Domain, formatStep } from '../domain/domain.js'
import { reasonsFor } from './explain.js'
import { Budget, PLAN_LIMITS, type PlanLimits } from './limits.js'
import { findFix } from './find-fix.js'
import type { PlanNode } from './plan-node.js'
import type { PlanFailure, PlanRemark, PlanReport, TrailEntry } from './report.js'
import { Executor } from './run/executor.js'
import { type Branches, startBranch, type Branch, type Flow } from './run/flow.js'
import type { FoundRefusal } from './run/refusals.js'
import { entries } from './run/trail.js'

/**
 * Executes a plan symbolically over all its nominal branches (MOD-02): every step that the rules allow succeeds, with
 * each of its outcomes; every choice left to run time is taken every way; a step that the rules refuse fails.
 * Nothing moves, and the check always terminates: whatever exceeds the limits is listed in `gaps`.
 */
export function checkPlan<S, C>(
  plan: PlanNode,
  start: S,
  domain: Domain<S, C>,
  limits: PlanLimits = PLAN_LIMITS,
): PlanReport<S> {
  const budget = new Budget(limits)
  const executor = new Executor(domain, budget)
  const flow = executor.run(plan, startBranch(executor.configs.start(start)))
  const rootCauses = rootRefusals(flow)
  const reported = executor.refusals.all.slice(0, limits.maxReported).map((met, id): PlanFailure<S> => {
    const way = rootCauses.get(id)
    const before = worldBefore(met, start)
    const fix = id < limits.fixes ? findFix({ ...met, ...before, plan }, domain) : null
    return failure(met, way, start, fix)
  })
  const failures = reported.filter(({ swallowed }) => !swallowed)
  const complete = budget.gaps.size === 0
  const warnings = [
    ...reported.filter(({ swallowed }) => swallowed),
    ...remarks(flow, executor, rootCauses.size),
    ...unmetGoals(flow, domain),
  ]
  return {
    verdict: rootCauses.size > 0 ? 'fails' : complete ? 'passes' : 'passes-in-part',
    failures,
    warnings,
    steps: executor.seen.all(),
    example: example(flow),
    ends: {
      success: countWorlds(flow.SUCCESS),
      failure: countWorlds(flow.FAILURE),
      skipped: countWorlds(flow.SKIPPED),
    },
    explored: { steps: budget.steps, visits: budget.visits, worlds: executor.configs.worlds },
    complete,
    gaps: [...budget.gaps],
  }
}

/** Returns the refusals that make the whole plan fail, each with the first path on which it does. */
function rootRefusals<S>(flow: Flow<S>): Map<number, Branch<S>> {
  const rootCauses = new Map<number, Branch<S>>()
  for (const branch of [...flow.FAILURE, ...flow.broken]) {
    for (const id of branch.refusals) if (!rootCauses.has(id)) rootCauses.set(id, branch)
  }
  return rootCauses
}

function failure<S>(
  { trail, account, ...met }: FoundRefusal<S>,
  way: Branch<S> | undefined,
  start: S,
  fix: PlanFailure<S>['fix'],
): PlanFailure<S> {
  const path = entries(way?.trail ?? trail)
  const branch = path.flatMap((entry) => (entry.kind === 'label' ? [entry.text] : []))
  const history = entries(trail).flatMap((entry) =>
    entry.kind === 'did' ? [{ by: formatStep(entry.step), end: entry.end }] : [],
  )
  const because = account === undefined ? null : reasonsFor(account, met.state, start, history)
  return { ...met, branch, path, swallowed: way === undefined, fix, because }
}

/** The world before the last step that succeeded. */
function worldBefore<S>({ trail }: FoundRefusal<S>, start: S): { readonly before?: S } {
  const ends = entries(trail).flatMap((entry) => (entry.kind === 'did' ? [entry.end] : []))
  return ends.length === 0 ? {} : { before: ends.at(-2) ?? start }
}

function remarks<S>(
  flow: Flow<S>,
  executor: { readonly remarks: ReadonlyMap<string, PlanRemark> },
  failures: number,
): readonly PlanRemark[] {
  const all = [...executor.remarks.values()]
  if (flow.SUCCESS.size > 0 || failures > 0) return all
  const text = 'no branch that was looked at ends in success'
  return [...all, { kind: 'remark', code: 'never-succeeds', text, path: '' }]
}

/** Returns a remark for each goal that some world in which the plan succeeds does not satisfy. */
function unmetGoals<S, C>({ SUCCESS }: Flow<S>, { goal = [] }: Domain<S, C>): readonly PlanRemark[] {
  const ends = new Map([...SUCCESS].map(({ config }) => [config.world, config.state] as const))
  return goal.flatMap((wanted): PlanRemark[] => {
    const { text } = wanted
    const without = [...ends.values()].filter((state) => !wanted.holds(state)).length
    if (without === 0) return []
    const where =
      without === ends.size ? '' : ` in ${without} of ${ends.size} worlds that the plan may end in`
    return [
      {
        kind: 'remark',
        code: 'goal-missed',
        text: `the plan does not achieve: ${text}${where}`,
        path: '',
      },
    ]
  })
}

/** Returns the path to the first success or, failing that, to the first failure. */
function example<S>({ SUCCESS, FAILURE, broken, SKIPPED }: Flow<S>): readonly TrailEntry<S>[] {
  const [first] = [...SUCCESS, ...FAILURE, ...broken, ...SKIPPED]
  return first === undefined ? [] : entries(first.trail)
}

const countWorlds = (branches: Branches<unknown>): number =>
  new Set([...branches].map(({ config }) => config.world)).size
