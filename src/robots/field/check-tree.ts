import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { initialBelief, next } from '#twin/field/belief.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS, type PlanLimits } from '#twin/plan/limits.js'
import type { PlanFailure, PlanReport } from '#twin/plan/report.js'
import { formatStep } from '#twin/domain/domain.js'
import type { WorldState } from '#twin/field/world.js'
import { planOf } from '../plan/plan-of.js'
import { runningPlan, type RunningPlan } from '../plan/recheck.js'

/** The context in which a tree is checked. */
export interface CheckSite {
  readonly map: FieldMap
  readonly library: NodeLibrary
}

/** Checks all nominal branches of a tree, from a belief about the robot's field, without moving anything (MOD-02). */
export function checkTree(
  doc: TreeDoc,
  start: WorldState,
  { map, library }: CheckSite,
  limits: PlanLimits = PLAN_LIMITS,
): PlanReport<WorldState> {
  return checkPlan(planOf(doc, library), start, fieldDomain(map), limits)
}

/**
 * Decides whether an actor's edit may be tried: fails with the first pair of steps that does not chain, if that makes
 * the tree fail.
 */
export function rehearseTree(
  doc: TreeDoc,
  start: WorldState,
  site: CheckSite,
): Result<PlanReport<WorldState>, PlanFailure<WorldState>> {
  const report = checkTree(doc, start, site, { ...PLAN_LIMITS, fixes: 0 })
  const [failure] = report.failures
  return failure === undefined ? ok(report) : err(failure)
}

/**
 * The steps of a tree that the twin refuses, in words, each with the steps it would insert before it; empty when the
 * tree passes.
 */
export function refusalsOf(doc: TreeDoc, start: WorldState, site: CheckSite): readonly string[] {
  const { failures } = checkTree(doc, start, site, { ...PLAN_LIMITS, maxReported: REPORTED, fixes: REPORTED })
  return failures.map(({ text, fix, step }) => {
    const steps = (fix ?? []).map(formatStep).join(', then ')
    return `${text}${steps === '' ? '' : ` (${steps} before ${step.skill} would fix it)`}`
  })
}

/** how many refusals are reported at once */
const REPORTED = 2

/** A tree that runs on a field, to be rechecked on the way. */
export const fieldPlan = (doc: TreeDoc, map: FieldMap, library: NodeLibrary): RunningPlan<WorldState> =>
  runningPlan(planOf(doc, library), fieldDomain(map), initialBelief(map))

/** The belief once the motion in progress has ended, and the pose has been seen: how sure it is now is no plan's. */
export function atRest(state: WorldState): WorldState {
  const { deviation, ...robot } = state.robot
  return robot.moving || deviation !== undefined ? next(state, { robot: { ...robot, moving: false } }) : state
}
