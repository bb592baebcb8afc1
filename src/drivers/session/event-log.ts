import type { BreachKind, DriverEvent } from './driver-event.js'

const MAX_EVENTS = 1024
/** messages in one second; ten times what a talkative driver sends */
export const MAX_A_SECOND = 5000

/** What a session has to tell and has counted: bounded, the oldest events go first. */
export class EventLog {
  #events: DriverEvent[] = []
  #counts = { messages: 0, breaches: 0, eventsDropped: 0 }
  #second = { since: -Infinity, messages: 0 }

  get counts(): Readonly<{ messages: number; breaches: number; eventsDropped: number }> {
    return this.#counts
  }

  emit(event: DriverEvent): void {
    this.#events.push(event)
    if (this.#events.length <= MAX_EVENTS) return
    this.#events.shift()
    this.#counts.eventsDropped++
  }

  breach(breach: BreachKind, text: string): void {
    this.#counts.breaches++
    this.emit({ kind: 'breach', breach, text: text.slice(0, 300) })
  }

  /** Counts a message that arrived. @returns whether there were too many in this second */
  isFlood(now: number): boolean {
    if (now - this.#second.since >= 1000) this.#second = { since: now, messages: 0 }
    this.#counts.messages++
    return ++this.#second.messages > MAX_A_SECOND
  }

  take(): DriverEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}
