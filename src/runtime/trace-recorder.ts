import type { TreeDoc } from '../bt/document.js'
import type { TraceEvent } from '../bt/trace.js'
import { unitEndedBy, units, type UnitInfo } from '../bt/units.js'

/** Keeps the trace of an episode and tells where units of the tree ended (AMB-05). */
export class TraceRecorder {
  readonly #units: readonly UnitInfo[]
  readonly #events: TraceEvent[] = []
  #ended: UnitEnd[] = []

  constructor(doc: TreeDoc) {
    this.#units = units(doc)
  }

  get events(): readonly TraceEvent[] {
    return this.#events
  }

  readonly add = (event: TraceEvent): void => {
    this.#events.push(event)
    const unit = unitEndedBy(this.#units, event)
    if (unit !== undefined) this.#ended.push({ unit, event })
  }

  /** Units that ended since the last call, in order. */
  takeEnded(): readonly UnitEnd[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  /** The unit that runs now, for people who watch. */
  runningUnit(): UnitInfo | undefined {
    return this.#units.findLast(
      (unit) => this.#events.findLast((event) => event.path === unit.path)?.to === 'RUNNING',
    )
  }
}

export interface UnitEnd {
  readonly unit: UnitInfo
  readonly event: TraceEvent
}
