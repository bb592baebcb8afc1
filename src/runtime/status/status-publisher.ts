import type { StatusEvent, StatusEventBody } from './status-event.js'
import type { ServiceStatus } from './service-status.js'

/** A picture from the camera's adapter, encoded once for all observers. */
export interface Picture {
  readonly id: string
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly width: number
  readonly height: number
  readonly jpeg: Uint8Array
}

/** The parts of a snapshot that its owners set; the publisher adds the rest. */
export type StatusParts = Omit<ServiceStatus, 'at' | 'uptimeMs' | 'seq' | 'version'>

/** Read-only view of the publisher: all that console, page and recorder get. */
export interface StatusView {
  status(): ServiceStatus
  /** the newest picture */
  picture(): Picture | undefined
  /** Returns the events after `seq` that are still kept, oldest first, and whether older ones are gone. */
  since(seq: number): { readonly events: readonly StatusEvent[]; readonly missed: boolean }
  /**
   * Subscribes to every event from now on, in order, in the turn in which it happens. A listener must be quick and
   * keep its own bounded queue; one that throws is dropped, which is logged.
   * @returns a function that unsubscribes
   */
  listen(listener: (statusEvent: StatusEvent) => void): () => void
}

/** events kept for listeners that come late or have missed some */
const MAX_EVENTS = 2000

/**
 * The one place where the service publishes what it is doing. Owners set parts and publish events; observers read
 * whole snapshots and numbered events, and can neither wait for anything here nor hold it up.
 */
export class StatusPublisher implements StatusView {
  readonly #now: () => number
  readonly #version: string
  readonly #startedAt: number
  #parts: StatusParts
  #seq = 0
  #events: StatusEvent[] = []
  #picture: Picture | undefined
  readonly #pending: StatusEvent[] = []
  #delivering = false
  readonly #listeners = new Set<(statusEvent: StatusEvent) => void>()

  /** @param options.now wall clock, milliseconds since the epoch */
  constructor(options: {
    readonly now: () => number
    readonly version: string
    readonly parts: StatusParts
  }) {
    this.#now = options.now
    this.#version = options.version
    this.#startedAt = options.now()
    this.#parts = options.parts
  }

  status(): ServiceStatus {
    const at = this.#now()
    return { at, uptimeMs: at - this.#startedAt, version: this.#version, seq: this.#seq, ...this.#parts }
  }

  set(parts: Partial<StatusParts>): void {
    this.#parts = { ...this.#parts, ...parts }
  }

  publish(body: StatusEventBody): void {
    const statusEvent: StatusEvent = { ...body, seq: ++this.#seq, at: this.#now() }
    this.#events.push(statusEvent)
    // dropped in batches: shifting an array of thousands fifty times a second would cost more
    if (this.#events.length > 2 * MAX_EVENTS) this.#events = this.#events.slice(-MAX_EVENTS)
    this.#pending.push(statusEvent)
    if (this.#delivering) return
    // an event told by a listener is delivered after the one it is handling, to every listener
    this.#delivering = true
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift())
      for (const listener of [...this.#listeners]) this.#call(listener, next)
    this.#delivering = false
  }

  setPicture(picture: Picture): void {
    this.#picture = picture
  }

  picture(): Picture | undefined {
    return this.#picture
  }

  since(seq: number): { readonly events: readonly StatusEvent[]; readonly missed: boolean } {
    const kept = this.#events.slice(-MAX_EVENTS)
    const first = kept[0]?.seq ?? this.#seq + 1
    return { events: kept.filter((statusEvent) => statusEvent.seq > seq), missed: seq + 1 < first }
  }

  listen(listener: (statusEvent: StatusEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #call(listener: (statusEvent: StatusEvent) => void, statusEvent: StatusEvent): void {
    try {
      listener(statusEvent)
    } catch (error) {
      this.#listeners.delete(listener)
      const why = error instanceof Error ? error.message : String(error)
      this.publish({ kind: 'log', level: 'error', source: 'status', text: `a listener was dropped: ${why}` })
    }
  }
}
