import type { Ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'
import type { DriftRecord } from '#learning/episode.js'
import { TreeProgress } from '#robots/plan/progress.js'
import type { RunningPlan } from '#robots/plan/recheck.js'

/** drifts kept per episode; later ones are not recorded */
const MAX_RECORDS = 100

/**
 * Records where the world differs from the belief (MOD-14) and re-checks the rest of the tree against the current
 * belief. The check is bounded to a few milliseconds and runs between telemetry and tick; the next command is judged
 * on the new state in any case.
 */
export class DriftMonitor<S> {
  readonly #plan: RunningPlan<S>
  readonly #progress = new TreeProgress()
  readonly #records: DriftRecord[] = []

  constructor(plan: RunningPlan<S>) {
    this.#plan = plan
  }

  /** takes each event of the tree's trace, in order */
  readonly trace = (event: TraceEvent): void => {
    this.#progress.add(event)
  }

  get records(): readonly DriftRecord[] {
    return this.#records
  }

  /**
   * @param drifts of one look at the world, already applied to the belief
   * @param now the belief with the body at rest
   */
  note(drifts: readonly SeenDrift[], now: S): void {
    if (drifts.length === 0 || this.#records.length >= MAX_RECORDS) return
    const { verdict: decision, failures } = this.#plan.checkRest(this.#progress, now)
    const recheck = { verdict: decision, text: failures[0]?.text ?? null }
    for (const { t, kind, text } of drifts) this.#records.push({ t, kind, text, recheck })
  }
}

/** One change of the world that no command explains. */
export interface SeenDrift {
  readonly t: Ms
  readonly kind: DriftRecord['kind']
  /** what has changed, for people and prompts */
  readonly text: string
}
