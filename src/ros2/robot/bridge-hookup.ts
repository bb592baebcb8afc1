import type { BridgeLink } from '../bridge/bridge-link.js'
import type { Mapping } from '../mapping/mapping.js'

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

/** What a new connection needs: subscriptions to what is read, and an announcement of what a stop publishes. */
export function hookUp(link: BridgeLink, mapping: Mapping): void {
  for (const [topic, { type, throttle, queue }] of topicsOf(mapping))
    link.send({
      op: 'subscribe',
      id: `graft:subscribe:${topic}`,
      topic,
      type,
      throttle_rate: throttle,
      queue_length: queue,
    })
  for (const { topic, type } of mapping.stop.publish)
    link.send({ op: 'advertise', id: `graft:advertise:${topic}`, topic, type })
}

/** Sends what a stop means on this robot, besides cancelling. @param id of the calls; their answers end nothing */
export function sendStop(link: BridgeLink, { stop }: Mapping, id: (n: number) => string): void {
  for (const { topic, message } of stop.publish) link.send({ op: 'publish', topic, msg: message })
  for (const [n, { service, type, request }] of stop.call.entries())
    link.send({ op: 'call_service', id: id(n), service, type, args: request })
}

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
