import type { Limits } from '#console/ports.js'
import type { Each } from './wire.js'

/**
 * What a connection may do before libzmq reads a byte of it. libzmq bounds a frame and a number of whole messages; of a
 * message's frames, of subscriptions and of connections it takes any number.
 */
export interface GuardRules {
  /** longest frame, bytes on the wire */
  readonly frame: number
  /** hears news and asks nothing: what is not answered by a PONG is a subscription, and stays one */
  readonly listens: boolean
  /** frames without an answer: then the connection waits, and is cut when none comes */
  readonly unanswered: number
  /** connections that are in; the one silent for longest makes room */
  readonly connections: number
  /** work a second for long and at once, of a connection and of all: a frame is 1, and each kilobyte 1 more */
  readonly load: { readonly perSecond: number; readonly atOnce: number; readonly ofAll: number }
  /** bytes that wait for a reader that does not read: then a listener is cut, and whoever asks is read no more */
  readonly backlog: number
}

export const HANDSHAKE = {
  ms: 2500,
  /** greeting, HELLO and INITIATE of CURVE with names that a client gives itself */
  bytes: 64 + 4096,
  /**
   * connections at a time that have said nothing, and as many that have and have not shown their key; the
   * oldest makes room
   */
  connections: 64,
} as const
/** without an answer, with half a frame, or with bytes that nobody takes, ms: then a connection is cut */
export const STALLED_MS = 2000
export const STUCK_MS = 15_000

export function guardRules({ request }: Pick<Limits, 'request'>): Each<GuardRules> {
  const asking = (longest: number, ofAll: number): GuardRules => ({
    // the frame on the wire has the encryption's bytes too
    frame: longest + CURVE,
    listens: false,
    unanswered: 32,
    connections: 64,
    load: { perSecond: 400, atOnce: 800, ofAll },
    backlog: 262_144,
  })
  return {
    viewer: asking(request.viewer, 1200),
    operator: asking(request.operator, 4000),
    maintainer: asking(request.maintainer, 4000),
    news: {
      // the longest kind is `alarm-acknowledged`
      frame: 64,
      listens: true,
      // 64 subscriptions, and a heartbeat
      unanswered: 65,
      connections: 32,
      load: { perSecond: 200, atOnce: 400, ofAll: 1200 },
      backlog: 1_048_576,
    },
  }
}

/** A frame longer than this is no kind of news and no PONG: it is the text of the news. */
export const LONGEST_KIND = 64
const CURVE = 256
