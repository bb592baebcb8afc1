import type { StatusEvent, StatusEventBody } from './status-event.js'
import type { ServiceStatus } from './service-status.js'

/** A picture as the camera's adapter gave it, encoded once for all who look on. */
export interface Picture {
  readonly id: string
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly width: number
  readonly height: number
  readonly jpeg: Uint8Array
}

/** The parts of a snapshot that its owners set; the rest the station adds itself. */
export type StatusParts = Omit<ServiceStatus, 'at' | 'uptimeMs' | 'seq' | 'version'>

/** What anybody may ask of the station: console, page and recorder have no more than this. */
export interface StatusView {
  status(): ServiceStatus
  /** the newest picture */
  picture(): Picture | undefined
  /** News after `seq` that are still kept, oldest first. @returns whether older ones are gone */
  since(seq: number): { readonly events: readonly StatusEvent[]; readonly missed: boolean }
  /**
   * Every piece of news from now on, in order, in the turn in which it happens. A listener must be quick and
   * keep its own bounded queue; one that throws is dropped and named in the log. @returns ends it
   */
  listen(listener: (statusEvent: StatusEvent) => void): () => void
}

/** news kept for those who come late or have missed some */
const KEPT = 2000

/**
 * The one place where the service says what it is doing. Owners set parts and tell news; whoever looks on reads whole
 * snapshots and numbered news, and can neither wait for anything here nor hold it up.
 */
export class StatusPublisher implements StatusView {
  readonly #now: () => number
  readonly #version: string
  readonly #began: number
  #parts: StatusParts
  #seq = 0
  #events: StatusEvent[] = []
  #picture: Picture | undefined
  readonly #untold: StatusEvent[] = []
  #telling = false
  readonly #listeners = new Set<(statusEvent: StatusEvent) => void>()

  /** @param options.now wall clock, milliseconds since the epoch */
  constructor(options: {
    readonly now: () => number
    readonly version: string
    readonly parts: StatusParts
  }) {
    this.#now = options.now
    this.#version = options.version
    this.#began = options.now()
    this.#parts = options.parts
  }

  status(): ServiceStatus {
    const at = this.#now()
    return { at, uptimeMs: at - this.#began, version: this.#version, seq: this.#seq, ...this.#parts }
  }

  set(parts: Partial<StatusParts>): void {
    this.#parts = { ...this.#parts, ...parts }
  }

  tell(body: StatusEventBody): void {
    const statusEvent: StatusEvent = { ...body, seq: ++this.#seq, at: this.#now() }
    this.#events.push(statusEvent)
    // dropped in batches: shifting an array of thousands fifty times a second would cost more
    if (this.#events.length > 2 * KEPT) this.#events = this.#events.slice(-KEPT)
    this.#untold.push(statusEvent)
    if (this.#telling) return
    // what a listener tells comes after what it has heard, for the others too
    this.#telling = true
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift())
      for (const listener of [...this.#listeners]) this.#call(listener, next)
    this.#telling = false
  }

  show(picture: Picture): void {
    this.#picture = picture
  }

  picture(): Picture | undefined {
    return this.#picture
  }

  since(seq: number): { readonly events: readonly StatusEvent[]; readonly missed: boolean } {
    const kept = this.#events.slice(-KEPT)
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
      this.tell({ kind: 'log', level: 'error', source: 'station', text: `a listener was dropped: ${why}` })
    }
  }
}
