import { parentPort, workerData } from 'node:worker_threads'
import type { SocketOptions } from '#adapters/groot/messages.js'
import { serveGroot } from '#adapters/groot/serve.js'
import { writeHit } from '#bt-tools/monitor/protocol.js'
import { Responder } from '#bt-tools/monitor/responder.js'

/** The socket thread: runs the protocol of `bt/monitor` over the sockets of `adapters/groot`. */
if (parentPort) {
  await serveGroot(parentPort, workerData as SocketOptions, {
    responder: (options) => new Responder(options),
    hit: writeHit,
  })
}
