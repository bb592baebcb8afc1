import { isIP } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

export interface ListenAddress {
  /** IP address without brackets */
  readonly host: string
  /** 0: any free port */
  readonly port: number
}

/** Parses `127.0.0.1:8087`, `localhost:8087` or `[::1]:8087`; names are not resolved, because the robot is offline. */
export function readListenAddress(text: string): Result<ListenAddress, Diagnostic> {
  const parts = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text)
  const host = (parts?.[1] ?? parts?.[2] ?? '').replace(/^localhost$/, '127.0.0.1')
  const port = Number(parts?.[3])
  if (isIP(host) !== 0 && port <= 65_535) return ok({ host, port })
  return err({
    code: 'http.listen-address',
    severity: 'error',
    message: 'invalid listen address',
    expected: 'an IP address and a port, such as 127.0.0.1:8087 or [::1]:8087',
    got: text,
  })
}

/** Turns an operating-system error from listening into a diagnostic for whoever set the address. */
export function listenProblem(code: string | undefined, address: string): Diagnostic {
  const [kind, got, hint] = KNOWN[code ?? ''] ?? ['listen-failed', code ?? 'an unknown error']
  const base = { code: `http.${kind}`, severity: 'error', message: `cannot listen on ${address}` } as const
  return hint === undefined ? { ...base, got } : { ...base, got, hint }
}

const KNOWN: Readonly<Record<string, readonly [kind: string, got: string, hint?: string]>> = {
  EADDRINUSE: ['port-in-use', 'another program is listening there', 'end it, or choose another port'],
  EACCES: ['port-forbidden', 'this user may not use that port', 'choose a port above 1023'],
  EADDRNOTAVAIL: ['address-foreign', 'this computer does not have that address', '127.0.0.1 is always there'],
}
