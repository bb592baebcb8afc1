import type { Clock } from '#base/clock.js'
import type { LinkNote, LinkTrouble } from '#learning/episode.js'
import type { LinkEvent } from '#link/link-event.js'
import type { LinkSession } from '#link/link-session.js'
import { inWords, type Said } from './in-words.js'
import { Limit } from './limit.js'
import { Tally } from './tally.js'
import type { LinkReport } from '../status/service-status.js'

/** period at which the controller's counters are requested and both sides' counters are checked */
const LOOK_MS = 1000
/** period at which continuing noise is reported again; in between it is only counted */
const NOISE_MS = 10_000
/** notes kept for the record of an episode */
const MOST_KEPT = 100

/**
 * Reports link events to people: each event once, frequent ones as a count. It takes the session's events in every
 * turn of the reflex loop and has no influence on what is driven.
 */
export class LinkWatch {
  readonly #session: LinkSession
  readonly #clock: Clock
  readonly #tell: (note: LinkNote) => void
  readonly #limit = new Limit((note) => this.#reported(note))
  readonly #tally = new Tally()
  readonly #kept: LinkNote[] = []
  #leftOut = 0
  #naks = 0
  #degraded = 0
  #degradedAt: number | undefined
  #last: LinkNote | undefined
  #lookedAt = -Infinity
  #noiseAt = -Infinity

  /** @param tell called with each note in the turn in which it is made, so it must be quick */
  constructor(session: LinkSession, clock: Clock, tell: (note: LinkNote) => void = () => undefined) {
    this.#session = session
    this.#clock = clock
    this.#tell = tell
  }

  /** How often the link was degraded. */
  get degraded(): number {
    return this.#degraded
  }

  /** The newest note above level `debug`. */
  get last(): LinkNote | undefined {
    return this.#last
  }

  /** For the record of the episode; undefined if there is nothing to say. */
  get trouble(): LinkTrouble | undefined {
    return this.#kept.length === 0 ? undefined : { notes: [...this.#kept], leftOut: this.#leftOut }
  }

  /** Call once per turn, before queued bytes are sent. */
  look(): void {
    const now = this.#clock.now()
    for (const event of this.#session.takeEvents()) this.#hear(event, now)
    this.#limit.look(now)
    if (now - this.#lookedAt < LOOK_MS) return
    if (this.#session.status === 'connecting') return
    this.#lookedAt = now
    this.#session.requestStats()
    if (now - this.#noiseAt >= NOISE_MS) this.#countNoise(now)
  }

  /** Reports what has not been reported yet, once the session is over or no longer watched. */
  settle(): void {
    const now = this.#clock.now()
    for (const event of this.#session.takeEvents()) this.#hear(event, now)
    this.#countNoise(now)
    this.#limit.flush(now)
  }

  #hear(event: LinkEvent, now: number): void {
    if (event.kind === 'nak') this.#naks++
    const said = inWords(event)
    if (said === undefined) return
    if (event.kind === 'degraded') {
      this.#degraded++
      this.#degradedAt = now - (this.#session.silentMs ?? 0)
    }
    const from = event.kind === 'recovered' ? this.#degradedAt : undefined
    const after = from === undefined ? '' : ` after ${Math.round(now - from)} ms`
    const t = event.kind === 'firmware' ? this.#session.hostTime(event.at) : undefined
    this.#add({ ...said, text: said.text + after }, t ?? now)
  }

  #countNoise(now: number): void {
    const noise = this.#tally.since(this.#session.counters, this.#session.stats, this.#naks)
    if (noise === undefined) return
    this.#noiseAt = now
    this.#add(noise, now)
  }

  #add(said: Said, t: number): void {
    this.#limit.add({ t: Math.round(t), ...said })
  }

  #reported(note: LinkNote): void {
    this.#tell(note)
    if (note.level === 'debug') return
    this.#last = note
    // the final note, why the link was lost, is always kept
    if (this.#kept.length < MOST_KEPT || note.level === 'error') this.#kept.push(note)
    else this.#leftOut++
  }
}

/** Returns the link's part of the service status. */
export function linkReport(session: LinkSession, watch: LinkWatch, device: string | null): LinkReport {
  return {
    status: session.status,
    device,
    silentMs: session.silentMs ?? null,
    counters: session.counters,
    controller: countsOf(session),
    degraded: watch.degraded,
    last: watch.last?.text ?? '',
  }
}

function countsOf({ stats }: LinkSession): LinkReport['controller'] {
  if (stats === undefined) return null
  const { kind: _, ...counts } = stats
  return counts
}
