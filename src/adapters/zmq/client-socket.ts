import { context } from 'zeromq'
import { isIPv6 } from './endpoints.js'
import type { ClientKey } from './key-files.js'

/** What a client's sockets have in common. */
export function clientSocket(address: string, key: ClientKey): object {
  // a command line must end although somebody is not there to take its last message
  context.blocky = false
  return {
    ipv6: isIPv6(address),
    linger: 0,
    curveServerKey: key.serverPublicKey,
    curvePublicKey: key.publicKey,
    curveSecretKey: key.secretKey,
    maxMessageSize: LONGEST,
    handshakeInterval: 5000,
    ...KEEPALIVE,
    reconnectInterval: 100,
    reconnectMaxInterval: 1000,
    connectTimeout: 3000,
  }
}

const LONGEST = 4_194_304

/**
 * How a connection notices that its other end has vanished without a word: by TCP. ZMTP's own heartbeats
 * would do it too, but libzmq 4.3.5 ends the whole process (`!_io_error`, stream_engine_base.cpp) when one
 * falls due on a connection that was cut while its queue was full: anybody with a key could stop the robot's
 * service by sending much and hanging up.
 */
export const KEEPALIVE = {
  tcpKeepalive: 1,
  /** seconds */
  tcpKeepaliveIdle: 5,
  tcpKeepaliveInterval: 2,
  tcpKeepaliveCount: 3,
  /** milliseconds until what was sent must have arrived */
  tcpMaxRetransmitTimeout: 5000,
} as const
