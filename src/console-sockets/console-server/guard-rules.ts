import type { Limits } from '#console/ports.js'
import type { PerPurpose } from './wire.js'

/**
 * Limits of a connection, enforced before libzmq reads a byte. libzmq limits the size of a frame and the number of
 * complete messages, but accepts any number of frames per message, subscriptions and connections.
 */
export interface GuardRules {
  /** longest frame, bytes on the wire */
  readonly frame: number
  /** the client only listens to events: a frame not answered by a PONG is a subscription and counts permanently */
  readonly listens: boolean
  /** limit of unanswered frames: at the limit the connection is paused, and cut if no answer comes */
  readonly unanswered: number
  /** authenticated connections; beyond the limit, the one silent for longest is closed */
  readonly connections: number
  /**
   * work budget: sustained per second and burst of one connection, and of all together; a frame costs 1, each kilobyte
   * 1 more
   */
  readonly load: { readonly perSecond: number; readonly atOnce: number; readonly ofAll: number }
  /** backlog of a client that does not read, bytes: beyond it a listener is cut, and requests are no longer read */
  readonly backlog: number
}

export const HANDSHAKE = {
  ms: 2500,
  /** greeting, and HELLO and INITIATE of CURVE with client-chosen metadata */
  bytes: 64 + 4096,
  /**
   * simultaneous connections that have sent nothing, and as many again that have not shown their key yet; beyond the
   * limit the oldest is closed
   */
  connections: 64,
} as const
/** A connection is cut after STALLED_MS without an answer, or STUCK_MS with a partial frame or unread bytes. */
export const STALLED_MS = 2000
export const STUCK_MS = 15_000

export function guardRules({ request }: Pick<Limits, 'request'>): PerPurpose<GuardRules> {
  const asking = (longest: number, ofAll: number): GuardRules => ({
    // includes the overhead of encryption
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

/** A longer frame is neither an event kind nor a PONG, but the text of an event. */
export const MAX_KIND_LENGTH = 64
const CURVE = 256
