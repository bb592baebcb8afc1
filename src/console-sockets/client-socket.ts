import { context } from 'zeromq'
import { isIPv6 } from './endpoints.js'
import type { ClientKey } from './key-files.js'

/** Common options of a client's sockets. */
export function clientSocket(address: string, key: ClientKey): object {
  // a command-line tool must exit even if nobody receives its last message
  context.blocky = false
  return {
    ipv6: isIPv6(address),
    linger: 0,
    curveServerKey: key.serverPublicKey,
    curvePublicKey: key.publicKey,
    curveSecretKey: key.secretKey,
    maxMessageSize: MAX_MESSAGE_BYTES,
    handshakeInterval: 5000,
    ...KEEPALIVE,
    reconnectInterval: 100,
    reconnectMaxInterval: 1000,
    connectTimeout: 3000,
  }
}

/** What answers belongs to another robot or is no console; a connection cut in its handshake looks the same. */
export const REFUSED = ['handshake:error:protocol', 'handshake:error:other'] as const

/** So long a socket rests after so many refusals in a row: 100 ms, then twice as long each time, up to 2 s. */
export const restMs = (refusals: number): number => Math.min(2000, 50 * 2 ** refusals)

const MAX_MESSAGE_BYTES = 4_194_304

/**
 * TCP keep-alive, to detect a peer that vanished silently. ZMTP heartbeats would do so too, but libzmq 4.3.5 aborts the
 * process (`!_io_error`, stream_engine_base.cpp) when one falls due on a connection that was cut while its queue was
 * full: anybody with a key could crash the robot's service by sending a lot and hanging up.
 */
export const KEEPALIVE = {
  tcpKeepalive: 1,
  /** seconds */
  tcpKeepaliveIdle: 5,
  tcpKeepaliveInterval: 2,
  tcpKeepaliveCount: 3,
  /** milliseconds within which sent data must be acknowledged */
  tcpMaxRetransmitTimeout: 5000,
} as const
