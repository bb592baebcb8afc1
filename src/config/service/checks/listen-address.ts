import { isIP } from 'node:net'

/** A listen address from the configuration. */
export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'ipc'; readonly path: string }

/**
 * Parses `tcp://HOST:PORT`, `ipc:///PATH` or `HOST:PORT`, with IPv6 in brackets.
 * @returns the address, or what is wrong with it
 */
export function parseListen(text: string): ListenAddress | string {
  if (text.startsWith('ipc://')) {
    const path = text.slice('ipc://'.length)
    return path.length <= MAX_SOCKET_PATH
      ? { kind: 'ipc', path }
      : `the path is longer than ${MAX_SOCKET_PATH} bytes`
  }
  const [, host = '', digits = ''] = /^(?:tcp:\/\/)?(.*):(\d+)$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > 65_535) return 'the port is not a number from 0 to 65535'
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (host !== '*' && isIP(bare) === 0) return `${host} is not an address`
  if (isIP(host) === 6) return 'write IPv6 addresses in brackets'
  return { kind: 'tcp', host: bare, port }
}

/** Whether only this machine can reach the address. */
export const isLocal = (address: ListenAddress): boolean =>
  address.kind === 'ipc' || address.host.startsWith('127.') || address.host === '::1'

/** sun_path holds 108 bytes; the console's longest socket name ends in `.maintainer`. */
const MAX_SOCKET_PATH = 107 - '.maintainer'.length
