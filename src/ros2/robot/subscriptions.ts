import type { Clock } from '#base/clock.js'
import type { BridgeLink } from '../bridge/bridge-link.js'
import type { Mapping } from '../mapping/mapping.js'

/** so long a first message is waited for before a topic is asked for anew, ms: doubled from the first to the last */
const SILENCE_MS = { first: 5000, last: 60_000 } as const

/** How often a topic is wanted: the least time between two messages, ms, and how many wait in the bridge. */
interface Pace {
  readonly throttle: number
  readonly queue: 0 | 1
}

const PACE = {
  /** a fact need not be newer than this, and a flood of joint states is kept away */
  fact: { throttle: 100, queue: 1 },
  /** what is newest counts, at once */
  motion: { throttle: 0, queue: 1 },
  /** no press of the emergency stop is left out */
  estop: { throttle: 0, queue: 0 },
} as const satisfies Readonly<Record<string, Pace>>

/**
 * The topics that are read, on the connection that stands now. rosbridge chooses the quality of service when it
 * subscribes, by the publishers that it knows then: one that comes later, with another, may never be heard. So a topic
 * that has said nothing yet is given up and asked for anew. One that has been heard is left alone, however silent it is
 * now: asked for anew, a latched topic would say its last message again, and that would count as new.
 */
export class Subscriptions {
  readonly #link: BridgeLink
  readonly #clock: Clock
  readonly #topics: ReadonlyMap<string, Pace & { readonly type: string }>
  /** topics that have said nothing on this connection: since when they were asked for, and how long to wait, ms */
  readonly #silent = new Map<string, { readonly since: number; readonly waitMs: number }>()

  constructor(mapping: Mapping, link: BridgeLink, clock: Clock) {
    this.#link = link
    this.#clock = clock
    this.#topics = topicsOf(mapping)
  }

  /** On a new connection nothing is subscribed. */
  begin(): void {
    for (const topic of this.#topics.keys()) this.#ask(topic, SILENCE_MS.first)
  }

  heard(topic: string): void {
    this.#silent.delete(topic)
  }

  /** Asks anew for what is due. */
  renew(): void {
    if (!this.#link.connected) return
    const now = this.#clock.now()
    for (const [topic, { since, waitMs }] of this.#silent) {
      if (now - since < waitMs) continue
      this.#link.send({ op: 'unsubscribe', id: idOf(topic), topic })
      this.#ask(topic, Math.min(2 * waitMs, SILENCE_MS.last))
    }
  }

  #ask(topic: string, waitMs: number): void {
    const wanted = this.#topics.get(topic)
    if (wanted === undefined) return
    this.#silent.set(topic, { since: this.#clock.now(), waitMs })
    this.#link.send({
      op: 'subscribe',
      id: idOf(topic),
      topic,
      type: wanted.type,
      throttle_rate: wanted.throttle,
      queue_length: wanted.queue,
    })
  }
}

const idOf = (topic: string): string => `graft:subscribe:${topic}`

/** Every topic that is read, once, at the pace of its most urgent use. */
function topicsOf({
  facts,
  standing,
  estop,
}: Mapping): ReadonlyMap<string, Pace & { readonly type: string }> {
  const topics = new Map<string, Pace & { readonly type: string }>()
  // the most urgent use comes last
  for (const { topic, type } of facts.values()) topics.set(topic, { type, ...PACE.fact })
  if (standing !== undefined) topics.set(standing.topic, { type: standing.type, ...PACE.motion })
  if (estop !== undefined) topics.set(estop.topic, { type: estop.type, ...PACE.estop })
  return topics
}
