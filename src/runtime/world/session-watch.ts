import type { Clock } from '#base/clock.js'
import type { DriverEvent } from '#drivers/session/driver-event.js'
import type { LinkNote, LinkTrouble } from '#learning/episode.js'
import type { LineMonitor } from '../reflex.js'

/** notes kept for the record of an episode */
const MAX_NOTES = 100

interface EventSource {
  takeEvents(): readonly DriverEvent[]
}

/** Reports to people what happens on the line to a driver. */
export class SessionWatch implements LineMonitor {
  readonly #source: EventSource
  readonly #clock: Clock
  readonly #onNote: (note: LinkNote) => void
  readonly #notes: LinkNote[] = []
  #leftOut = 0
  #degraded = 0

  /** @param onNote called with each note in the turn in which it is made, so it must be quick */
  constructor(source: EventSource, clock: Clock, onNote: (note: LinkNote) => void) {
    this.#source = source
    this.#clock = clock
    this.#onNote = onNote
  }

  get trouble(): LinkTrouble | undefined {
    return this.#notes.length === 0 ? undefined : { notes: [...this.#notes], leftOut: this.#leftOut }
  }

  /** How often the session was degraded. */
  get degraded(): number {
    return this.#degraded
  }

  /** The newest note above level `debug`. */
  get last(): LinkNote | undefined {
    return this.#notes.at(-1)
  }

  poll(): void {
    for (const event of this.#source.takeEvents()) {
      if (event.kind === 'degraded') this.#degraded++
      const described = describe(event)
      if (described !== undefined) this.#report({ t: Math.round(this.#clock.now()), ...described })
    }
  }

  settle(): void {
    this.poll()
  }

  #report(note: LinkNote): void {
    this.#onNote(note)
    if (note.level === 'debug') return
    // the final note, why the session was lost, is always kept
    if (this.#notes.length < MAX_NOTES || note.level === 'error') this.#notes.push(note)
    else this.#leftOut++
  }
}

/** undefined for what belongs to a command or an observation, which the tree's trace tells */
function describe(event: DriverEvent): Omit<LinkNote, 't'> | undefined {
  switch (event.kind) {
    case 'up':
      return { level: 'debug', text: `the driver is connected: ${event.hello.robot}` }
    case 'degraded':
      return { level: 'warn', text: 'the driver is late, or does not hear us' }
    case 'recovered':
      return { level: 'warn', text: 'the driver answers again' }
    case 'lost':
      return { level: 'error', text: `the session with the driver is over: ${event.text}` }
    case 'refused':
      return { level: 'error', text: `the driver was refused: ${event.text}` }
    case 'safe':
      // a robot that has just started, or was told so, is SAFE: nothing has happened
      return {
        level: event.why === 'start' || event.asked ? 'debug' : 'warn',
        text: `the robot is SAFE: ${event.why}`,
      }
    case 'breach':
      return { level: 'warn', text: `the driver broke the contract (${event.breach}): ${event.text}` }
    case 'outcomeUnknown':
      return { level: 'warn', text: `how command ${event.id} ended is not known` }
    case 'resetRefused':
      return { level: 'warn', text: `the driver did not leave its safe state: ${event.text}` }
    case 'accepted':
    case 'commandRefused':
    case 'done':
    case 'progress':
    case 'observed':
    case 'observeRefused':
    case 'noticed':
    case 'ready':
      return undefined
  }
}
