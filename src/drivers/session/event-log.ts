import type { BreachKind, DriverEvent } from './driver-event.js'

const MAX_EVENTS = 1024
const MAX_BREACHES = 32
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

  /** @returns why the session is over, where this was one too many */
  breach(breach: BreachKind, text: string): string | undefined {
    this.#counts.breaches++
    this.emit({ kind: 'breach', breach, text: text.slice(0, 300) })
    if (this.#counts.breaches < MAX_BREACHES) return undefined
    return `it broke the contract ${MAX_BREACHES} times, last: ${breach}: ${text.slice(0, 200)}`
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
