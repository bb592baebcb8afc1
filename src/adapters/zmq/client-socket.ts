import { context } from 'zeromq'
import { isIPv6 } from './endpoints.js'
import type { ClientKey } from './key-files.js'
import { KEEPALIVE } from './keepalive.js'

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
