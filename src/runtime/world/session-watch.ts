import type { Clock } from '#base/clock.js'
import type { SessionEvent } from '#drivers/command-table.js'
import type { LinkNote, LinkTrouble } from '#learning/episode.js'
import type { LineMonitor } from '../reflex.js'

/** notes kept for the record of an episode */
const MAX_NOTES = 100

/** Reports to people what happens on the line to a driver. */
export class SessionWatch implements LineMonitor {
  readonly #session: { takeEvents(): readonly SessionEvent[] }
  readonly #clock: Clock
  readonly #onNote: (note: LinkNote) => void
  readonly #notes: LinkNote[] = []
  #leftOut = 0

  /** @param onNote called with each note in the turn in which it is made, so it must be quick */
  constructor(
    session: { takeEvents(): readonly SessionEvent[] },
    clock: Clock,
    onNote: (note: LinkNote) => void,
  ) {
    this.#session = session
    this.#clock = clock
    this.#onNote = onNote
  }

  get trouble(): LinkTrouble | undefined {
    return this.#notes.length === 0 ? undefined : { notes: [...this.#notes], leftOut: this.#leftOut }
  }

  poll(): void {
    for (const event of this.#session.takeEvents()) this.#report(event)
  }

  settle(): void {
    this.poll()
  }

  #report({ kind, text }: SessionEvent): void {
    const level = LEVELS[kind]
    const note: LinkNote = {
      t: Math.round(this.#clock.now()),
      level,
      text: `${WORDS[kind]}${text && `: ${text}`}`,
    }
    this.#onNote(note)
    if (level === 'debug') return
    // the final note, why the session was lost, is always kept
    if (this.#notes.length < MAX_NOTES || level === 'error') this.#notes.push(note)
    else this.#leftOut++
  }
}

const LEVELS: Readonly<Record<SessionEvent['kind'], LinkNote['level']>> = {
  up: 'debug',
  degraded: 'warn',
  recovered: 'warn',
  lost: 'error',
  refused: 'warn',
  unasked: 'warn',
}

const WORDS: Readonly<Record<SessionEvent['kind'], string>> = {
  up: 'the driver is connected',
  degraded: 'the driver is late',
  recovered: 'the driver answers again',
  lost: 'the session with the driver is over',
  refused: 'the driver refused',
  unasked: 'the driver sent what nobody asked for',
}
