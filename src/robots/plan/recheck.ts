import type { FieldMap } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { initialBelief, next } from '#twin/belief.js'
import type { Domain } from '#twin/domain/domain.js'
import { fieldDomain } from '#twin/domain/field-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanLimits } from '#twin/plan/limits.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import type { PlanReport } from '#twin/plan/report.js'
import { remainingPlan } from '#twin/plan/remaining-plan.js'
import type { Command, WorldState } from '#twin/world.js'
import { planOf } from './plan-of.js'
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
export class RunningPlan {
  readonly #plan: PlanNode
  readonly #domain: Domain<WorldState, Command>

  constructor(doc: TreeDoc, map: FieldMap, library: NodeLibrary) {
    this.#plan = planOf(doc, library)
    this.#domain = fieldDomain(map)
    // the first check in a process is slow; run here, before anything moves, it delays no tick
    this.checkRest(new TreeProgress(), initialBelief(map))
  }

  /** Checks the remaining steps from the current belief. The command in progress is assumed to complete. */
  checkRest(progress: TreeProgress, now: WorldState): PlanReport<WorldState> {
    // before the first tick the whole tree remains
    const begun = progress.status('/') !== 'idle'
    const rest = begun ? remainingPlan(this.#plan, progress) : this.#plan
    return checkPlan(rest, atRest(now), this.#domain, RECHECK_LIMITS)
  }
}

/** The body at rest: a plan starts from there, never from the middle of a motion. */
function atRest(state: WorldState): WorldState {
  return state.robot.moving ? next(state, { robot: { ...state.robot, moving: false } }) : state
}
