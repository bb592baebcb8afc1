import { connect } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { DriverStream } from '#drivers/line-peer.js'
import { NodeStream } from './node-stream.js'

/** Where a driver listens: a Unix socket, or TCP on this computer. */
export type DriverAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** longest path of a Unix socket that Linux takes, bytes */
const MAX_PATH = 107

/**
 * Connects to a driver that runs already. That nobody listens, and that the connection ends, shows as `closed`.
 * Addresses of other computers are refused: the contract has no keys, and a network adds delays that no heartbeat
 * explains.
 */
export function connectDriver(address: DriverAddress): Result<DriverStream, Diagnostic> {
  const objection = objectionTo(address)
  if (objection !== undefined) return err(objection)
  const socket = connect(
    'path' in address ? { path: address.path } : { host: address.host, port: address.port },
  )
  socket.setNoDelay(true)
  const where = 'path' in address ? address.path : `${address.host}:${address.port}`
  const stream = new NodeStream(socket, socket, () => {
    // what was handed over may still leave; a driver that does not read must not keep the socket
    const late = setTimeout(() => socket.destroy(), 1000)
    socket.once('close', () => clearTimeout(late))
  })
  socket.once('error', (cause) => stream.ended(`the driver at ${where}: ${cause.message}`))
  socket.once('close', () => stream.ended(`the driver at ${where} has closed the connection`))
  return ok(stream)
}

function objectionTo(address: DriverAddress): Diagnostic | undefined {
  if ('path' in address) {
    if (address.path.startsWith('/') && Buffer.byteLength(address.path) <= MAX_PATH) return undefined
    return refusal(`an absolute path of at most ${MAX_PATH} bytes`, address.path)
  }
  const { host, port } = address
  if (!isLoopback(host)) return refusal('an address of this computer: 127.0.0.1 or ::1', host)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return undefined
  return refusal('a port from 1 to 65535', String(port))
}

/** By number only: a name is whatever a resolver says that it is. */
const isLoopback = (host: string): boolean =>
  host === '::1' || /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)

const refusal = (expected: string, got: string): Diagnostic => ({
  code: 'driver.bad-address',
  severity: 'error',
  message: 'the address of the driver cannot be used',
  expected,
  got,
  hint: 'run a bridge on this computer for a robot that is reached over a network',
})
