import { randomInt } from 'node:crypto'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Role } from '#console/ports.js'

/** The purpose of one socket of the console: requests of a role, or events. */
export type Purpose = Role | 'news'

export const PURPOSES: readonly Purpose[] = ['viewer', 'operator', 'maintainer', 'news']

/**
 * `tcp://HOST:PORT` means four ports starting at PORT, `ipc://PATH` four sockets `PATH.viewer` and so on.
 * @param base the configured address
 */
export function addressesOf(base: string): Result<Readonly<Record<Purpose, string>>, Diagnostic> {
  const tcp = /^tcp:\/\/(\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9.*-]+):(\d{1,5})$/.exec(base)
  if (tcp !== null) {
    const port = Number(tcp[2])
    if (port < 1 || port > 65_532)
      return invalid(`port ${port} in ${base}`, 'a port from 1 to 65532: the three after it are used too')
    return ok(forEachPurpose((_, index) => `tcp://${tcp[1]}:${port + index}`))
  }
  if (/^ipc:\/\/[^\0]+$/.test(base)) {
    if (base.length - 'ipc://'.length + '.maintainer'.length > MAX_IPC)
      return invalid(base, `a path of at most ${MAX_IPC - '.maintainer'.length} characters`)
    return ok(forEachPurpose((purpose) => `${base}.${purpose}`))
  }
  return invalid(base, 'tcp://ADDRESS:PORT or ipc://PATH')
}

/** Replaces port 0 by four random ports that are probably free: retry if they are not. */
export const withRandomPorts = (base: string): string =>
  base.replace(/^(tcp:\/\/.*):0$/, (_, head: string) => `${head}:${randomInt(20_000, 60_000)}`)

export const hasPortZero = (base: string): boolean => /^tcp:\/\/.*:0$/.test(base)

export const isIPv6 = (base: string): boolean => base.startsWith('tcp://[')

const forEachPurpose = (
  address: (purpose: Purpose, index: number) => string,
): Readonly<Record<Purpose, string>> => ({
  viewer: address('viewer', 0),
  operator: address('operator', 1),
  maintainer: address('maintainer', 2),
  news: address('news', 3),
})

const invalid = (got: string, expected: string): Result<never, Diagnostic> =>
  err({
    code: 'console.endpoint',
    severity: 'error',
    message: 'invalid console address',
    expected,
    got,
    hint: 'tcp://127.0.0.1:5870 or ipc:///run/graft/console',
  })

/** longest sun_path of a Unix socket, bytes */
const MAX_IPC = 107
