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
import { restOf } from '#twin/plan/rest.js'
import type { Command, WorldState } from '#twin/world.js'
import { planOf } from './plan-of.js'
import { TreeProgress } from './progress.js'

/** Some milliseconds at most, since it is done between two ticks; a mission has about 20 steps. */
const RECHECK_LIMITS: PlanLimits = {
  steps: 120,
  visits: 1500,
  depth: 300,
  worlds: 200,
  maxReported: 4,
  mends: 0,
}

/** A tree that runs, to be checked again from wherever it has come to (MOD-14). */
export class RunningPlan {
  readonly #plan: PlanNode
  readonly #domain: Domain<WorldState, Command>

  constructor(doc: TreeDoc, map: FieldMap, library: NodeLibrary) {
    this.#plan = planOf(doc, library)
    this.#domain = fieldDomain(map)
    // the first check of a process is slow; no tick has to wait for it when it is done before anything moves
    this.checkRest(new TreeProgress(), initialBelief(map))
  }

  /** What is still to come, from the belief as it is now. The command under way is taken as brought to its end. */
  checkRest(progress: TreeProgress, now: WorldState): PlanReport<WorldState> {
    // before the first tick the whole tree is still to come
    const begun = progress.status('/') !== 'idle'
    const rest = begun ? restOf(this.#plan, progress) : this.#plan
    return checkPlan(rest, atRest(now), this.#domain, RECHECK_LIMITS)
  }
}

/** The body as it stands once it has stopped: a plan begins there, and never in the middle of a motion. */
function atRest(state: WorldState): WorldState {
  return state.robot.moving ? next(state, { robot: { ...state.robot, moving: false } }) : state
}
