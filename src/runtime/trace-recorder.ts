import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { unitEndedBy, units, type UnitInfo } from '#bt/units.js'
import { Pauses } from './ending/pauses.js'

/**
 * A mission has about a hundred events; a reactive tree that changes its mind at every tick has about ten thousand
 * (law 9).
 */
export const MAX_TRACE_EVENTS = 50_000
/** A mission has about twenty units, and the critic judges each one that has ended. */
export const MAX_UNITS_ENDED = 200

/**
 * Records the trace of an episode and detects where units of the tree end (AMB-05). What a turn queries is updated
 * event by event: no turn may take longer because the episode is long.
 */
export class TraceRecorder {
  readonly pauses = new Pauses()
  readonly #units: readonly UnitInfo[]
  readonly #events: TraceEvent[] = []
  readonly #statusAt = new Map<string, TraceEvent['to']>()
  readonly #successOf = new Map<string, number>()
  #ended: UnitEnd[] = []
  #unitsEnded = 0

  constructor(doc: TreeDoc) {
    this.#units = units(doc)
  }

  get events(): readonly TraceEvent[] {
    return this.#events
  }

  /** The events in operating time, by which critic and actor judge; a pause does not count. */
  get operating(): readonly TraceEvent[] {
    return this.pauses.without(this.#events)
  }

  /** Whether the trace is full: further events are not kept, and the tree must be ended. */
  get full(): boolean {
    return this.#events.length >= MAX_TRACE_EVENTS || this.#unitsEnded >= MAX_UNITS_ENDED
  }

  readonly add = (event: TraceEvent): void => {
    if (this.full) return
    this.#events.push(event)
    this.#statusAt.set(event.path, event.to)
    if (event.to === 'SUCCESS') this.#successOf.set(event.node, event.seq)
    const unit = unitEndedBy(this.#units, event)
    if (unit === undefined) return
    this.#unitsEnded++
    this.#ended.push({ unit, event })
  }

  /** Units that ended since the last call, in order. */
  takeEnded(): readonly UnitEnd[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  /** The unit that runs now, for observers. */
  runningUnit(): UnitInfo | undefined {
    return this.#units.findLast((unit) => this.#statusAt.get(unit.path) === 'RUNNING')
  }

  /** Sequence number of the latest success of a node of this type. */
  lastSuccess(node: string): number | undefined {
    return this.#successOf.get(node)
  }
}

export interface UnitEnd {
  readonly unit: UnitInfo
  readonly event: TraceEvent
}
