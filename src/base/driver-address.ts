import type { Diagnostic } from './diagnostic.js'

/** Where a driver listens: a Unix socket, or TCP on this computer. */
export type DriverAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** longest path of a Unix socket that Linux takes, bytes */
const MAX_PATH = 107

/** Why nobody may listen there, or connect to it. */
export function objectionToAddress(address: DriverAddress): Diagnostic | undefined {
  if ('path' in address) {
    if (address.path.startsWith('/') && Buffer.byteLength(address.path) <= MAX_PATH) return undefined
    return refusal(`an absolute path of at most ${MAX_PATH} bytes`, address.path)
  }
  const { host, port } = address
  if (!isLoopback(host)) return refusal('an address of this computer: 127.0.0.1 or ::1', host)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return undefined
  return refusal('a port from 1 to 65535', String(port))
}

/** For people. */
export const sayAddress = (address: DriverAddress): string =>
  'path' in address ? address.path : `${address.host}:${address.port}`

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
