import type { BridgeLink } from '../bridge/bridge-link.js'
import type { Mapping } from '../mapping/mapping.js'

/** least time between two readings of a fact, and between two of odometry, ms */
const THROTTLE = { fact: 100, motion: 50 } as const

/** What a new connection needs: subscriptions to what is read, and an announcement of what a stop publishes. */
export function hookUp(link: BridgeLink, mapping: Mapping): void {
  for (const [topic, { type, throttle }] of topicsOf(mapping))
    link.send({
      op: 'subscribe',
      id: `graft:subscribe:${topic}`,
      topic,
      type,
      throttle_rate: throttle,
      queue_length: 1,
    })
  for (const { topic, type } of mapping.stop.publish)
    link.send({ op: 'advertise', id: `graft:advertise:${topic}`, topic, type })
}

/** Sends what a stop means on this robot, besides cancelling. @param id of the calls; their answers change nothing */
export function sendStop(link: BridgeLink, { stop }: Mapping, id: (n: number) => string): void {
  sendStill(link, stop.publish)
  for (const [n, { service, type, request }] of stop.call.entries())
    link.send({ op: 'call_service', id: id(n), service, type, args: request })
}

/** Only what is published: a velocity of 0 may be followed by another as long as the goal is not cancelled. */
export function sendStill(link: BridgeLink, publish: Mapping['stop']['publish']): void {
  for (const { topic, message } of publish) link.send({ op: 'publish', topic, msg: message })
}

/** Every topic that is read, once, at the pace of its most urgent use. */
function topicsOf({
  facts,
  standing,
  estop,
}: Mapping): ReadonlyMap<string, { readonly type: string; readonly throttle: number }> {
  const uses = [
    ...[...facts.values()].map(({ topic, type }) => ({ topic, type, throttle: THROTTLE.fact })),
    ...(standing === undefined ? [] : [{ ...standing, throttle: THROTTLE.motion }]),
    // no press of the emergency stop is left out
    ...(estop === undefined ? [] : [{ ...estop, throttle: 0 }]),
  ]
  const topics = new Map<string, { type: string; throttle: number }>()
  for (const { topic, type, throttle } of uses)
    topics.set(topic, { type, throttle: Math.min(throttle, topics.get(topic)?.throttle ?? Infinity) })
  return topics
}
