import { connect } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { DriverStream } from '#drivers/line-peer.js'
import { objectionToAddress, sayAddress, type DriverAddress } from '#base/driver-address.js'
import { NodeStream } from './node-stream.js'

export type { DriverAddress } from '#base/driver-address.js'

/**
 * Connects to a driver that runs already. That nobody listens, and that the connection ends, shows as `closed`.
 * Addresses of other computers are refused: the contract has no keys, and a network adds delays that no heartbeat
 * explains.
 */
export function connectDriver(address: DriverAddress): Result<DriverStream, Diagnostic> {
  const objection = objectionToAddress(address)
  if (objection !== undefined) return err(objection)
  const socket = connect(
    'path' in address ? { path: address.path } : { host: address.host, port: address.port },
  )
  socket.setNoDelay(true)
  const where = sayAddress(address)
  const stream = new NodeStream(socket, socket, () => {
    // what was handed over may still leave; a driver that does not read must not keep the socket
    const late = setTimeout(() => socket.destroy(), 1000)
    socket.once('close', () => clearTimeout(late))
  })
  socket.once('error', (cause) => stream.ended(`the driver at ${where}: ${cause.message}`))
  socket.once('close', () => stream.ended(`the driver at ${where} has closed the connection`))
  return ok(stream)
}
