import type { FieldMap } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import type { DriftRecord } from '#learning/episode.js'
import { TreeProgress } from '#robots/plan/progress.js'
import { RunningPlan } from '#robots/plan/recheck.js'
import type { Drift } from '#twin/observation.js'
import type { WorldState } from '#twin/world.js'

/** drifts kept per episode; later ones are not recorded */
const MAX_RECORDS = 100

/**
 * Records where the world differs from the belief (MOD-14) and re-checks the rest of the tree against the current
 * belief. The check is bounded to a few milliseconds and runs between telemetry and tick; the next command is judged
 * on the new state in any case.
 */
export class DriftMonitor {
  readonly #plan: RunningPlan
  readonly #progress = new TreeProgress()
  readonly #records: DriftRecord[] = []

  constructor(doc: TreeDoc, map: FieldMap, library: NodeLibrary) {
    this.#plan = new RunningPlan(doc, map, library)
  }

  /** takes each event of the tree's trace, in order */
  readonly trace = (event: TraceEvent): void => {
    this.#progress.add(event)
  }

  get records(): readonly DriftRecord[] {
    return this.#records
  }

  /** @param drifts of one telemetry frame, already applied to the belief */
  note(drifts: readonly Drift[], now: WorldState): void {
    if (drifts.length === 0 || this.#records.length >= MAX_RECORDS) return
    const { verdict: decision, failures } = this.#plan.checkRest(this.#progress, now)
    const recheck = { verdict: decision, text: failures[0]?.text ?? null }
    for (const { t, kind, text } of drifts) this.#records.push({ t, kind, text, recheck })
  }
}
