import type { Clock } from '#base/clock.js'
import type { LinkNote, LinkTrouble } from '#learning/episode.js'
import type { LinkEvent } from '#link/link-event.js'
import type { LinkSession } from '#link/link-session.js'
import { describeLinkEvent, describeReset, type NoteText } from './describe-link-event.js'
import { NoteRateLimiter } from './note-rate-limiter.js'
import { Tally } from './tally.js'
import type { LinkReport } from '../status/service-status.js'

/** period at which the controller's counters are requested and both sides' counters are checked */
const STATS_PERIOD_MS = 1000
/** period at which continuing noise is reported again; in between it is only counted */
const NOISE_PERIOD_MS = 10_000
/** notes kept for the record of an episode */
const MAX_NOTES = 100

/**
 * Reports link events to people: each event once, frequent ones as a count. It takes the session's events in every
 * turn of the reflex loop and has no influence on what is driven.
 */
export class LinkWatch {
  readonly #session: LinkSession
  readonly #clock: Clock
  readonly #onNote: (note: LinkNote) => void
  readonly #limiter = new NoteRateLimiter((note) => this.#deliver(note))
  readonly #tally = new Tally()
  readonly #notes: LinkNote[] = []
  #leftOut = 0
  #naks = 0
  #degraded = 0
  #degradedAt: number | undefined
  #last: LinkNote | undefined
  #statsRequestedAt = -Infinity
  #noiseReportedAt = -Infinity

  /** @param onNote called with each note in the turn in which it is made, so it must be quick */
  constructor(session: LinkSession, clock: Clock, onNote: (note: LinkNote) => void = () => undefined) {
    this.#session = session
    this.#clock = clock
    this.#onNote = onNote
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
    return this.#notes.length === 0 ? undefined : { notes: [...this.#notes], leftOut: this.#leftOut }
  }

  /** Call once per turn, before queued bytes are sent. */
  poll(): void {
    const now = this.#clock.now()
    for (const event of this.#session.takeEvents()) this.#handle(event, now)
    this.#limiter.poll(now)
    if (now - this.#statsRequestedAt < STATS_PERIOD_MS) return
    if (this.#session.status === 'connecting') return
    this.#statsRequestedAt = now
    this.#session.requestStats()
    if (now - this.#noiseReportedAt >= NOISE_PERIOD_MS) this.#countNoise(now)
  }

  /** Reports what has not been reported yet, once the session is over or no longer watched. */
  settle(): void {
    const now = this.#clock.now()
    for (const event of this.#session.takeEvents()) this.#handle(event, now)
    this.#countNoise(now)
    this.#limiter.flush(now)
  }

  #handle(event: LinkEvent, now: number): void {
    if (event.kind === 'nak') this.#naks++
    const described = describeLinkEvent(event)
    if (described === undefined) return
    if (event.kind === 'degraded') {
      this.#degraded++
      this.#degradedAt = now - (this.#session.silentMs ?? 0)
    }
    const from = event.kind === 'recovered' ? this.#degradedAt : undefined
    const after = from === undefined ? '' : ` after ${Math.round(now - from)} ms`
    const t = event.kind === 'firmware' ? this.#session.hostTime(event.at) : undefined
    this.#add({ ...described, text: described.text + after }, t ?? now)
  }

  #countNoise(now: number): void {
    const noise = this.#tally.since(this.#session.counters, this.#session.stats, this.#naks)
    if (noise === undefined) return
    this.#noiseReportedAt = now
    this.#add(noise, now)
  }

  #add(note: NoteText, t: number): void {
    this.#limiter.add({ t: Math.round(t), ...note })
  }

  #deliver(note: LinkNote): void {
    this.#onNote(note)
    if (note.level === 'debug') return
    this.#last = note
    // the final note, why the link was lost, is always kept
    if (this.#notes.length < MAX_NOTES || note.level === 'error') this.#notes.push(note)
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
    ...(session.stats === undefined ? {} : { started: describeReset(session.stats.resetCause) }),
    degraded: watch.degraded,
    last: watch.last?.text ?? '',
  }
}

/** The report once its session is closed: it is not up any more. How it was lost, or refused, stays said. */
export const closedLink = (report: LinkReport): LinkReport =>
  report.status === 'lost' || report.status === 'refused'
    ? report
    : { ...report, status: 'none', silentMs: null }

function countsOf({ stats }: LinkSession): LinkReport['controller'] {
  if (stats === undefined) return null
  const { kind: _, ...counts } = stats
  return counts
}
