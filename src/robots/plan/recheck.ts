import type { Domain } from '#twin/domain/domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanLimits } from '#twin/plan/limits.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import type { PlanReport } from '#twin/plan/report.js'
import { remainingPlan } from '#twin/plan/remaining-plan.js'
import { TreeProgress } from './progress.js'

/** A few milliseconds at most, since it runs between two ticks; a mission has about 20 steps. */
const RECHECK_LIMITS: PlanLimits = {
  steps: 120,
  visits: 1500,
  depth: 300,
  worlds: 200,
  maxReported: 4,
  fixes: 0,
}

/** A running tree, which can be rechecked from its current position (MOD-14). */
export interface RunningPlan<S> {
  /**
   * Checks the remaining steps from the current belief. The command in progress is assumed to complete.
   * @param now with the body at rest: a plan starts from there, never from the middle of a motion
   */
  checkRest(progress: TreeProgress, now: S): PlanReport<S>
}

/** @param start the belief before the first step */
export function runningPlan<S, C>(plan: PlanNode, domain: Domain<S, C>, start: S): RunningPlan<S> {
  const checkRest: RunningPlan<S>['checkRest'] = (progress, now) => {
    // before the first tick the whole tree remains
    const begun = progress.status('/') !== 'idle'
    return checkPlan(begun ? remainingPlan(plan, progress) : plan, now, domain, RECHECK_LIMITS)
  }
  // the first check in a process is slow; run here, before anything moves, it delays no tick
  checkRest(new TreeProgress(), start)
  return { checkRest }
}
