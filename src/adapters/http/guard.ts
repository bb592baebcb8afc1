import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { textReply, type GuardedRequest, type BodyReply } from './reply.js'
import { err, ok, type Result } from '#base/result.js'

const MAX_PATH_LENGTH = 512
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Rejects every request that a reader has no reason to send.
 *
 * The name in `Host` must be loopback, the address connected to, or one of `hosts`: a hostile page whose name was made
 * to resolve to this server (DNS rebinding) sends its own name. The port may differ, because the near end of a tunnel
 * often uses another one.
 */
export function guard(request: IncomingMessage, hosts: readonly string[]): Result<GuardedRequest, BodyReply> {
  const { method, url = '', headers } = request
  if (method !== 'GET' && method !== 'HEAD')
    return err(textReply(405, 'this server is read-only: GET and HEAD'))
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return err(textReply(400, 'this server accepts no content'))
  if (url.length > MAX_PATH_LENGTH) return err(textReply(414, 'this address is too long'))
  if (!isKnownHost(headers.host, request.socket.localAddress, hosts))
    return err(textReply(421, 'this server is not known by that name'))
  if (isCrossSite(headers)) return err(textReply(403, 'other sites may not read this one'))
  const path = pathOf(url)
  return path === undefined ? err(textReply(400, 'invalid path')) : ok({ path })
}

/** Any site may link to this page, but requests made by pages of other sites are refused. */
function isCrossSite({ origin, host = '', ...headers }: IncomingHttpHeaders): boolean {
  // https: a TLS tunnel set up by the user
  if (origin !== undefined && origin.replace(/^https?:\/\//i, '').toLowerCase() !== host.toLowerCase())
    return true
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return headers['sec-fetch-dest'] !== 'document'
}

function isKnownHost(host: string | undefined, local: string | undefined, hosts: readonly string[]): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase()
  if (name === undefined) return false
  const here = (local ?? '').replace(/^::ffff:/, '')
  return [...LOOPBACK, isIP(here) === 6 ? `[${here}]` : here, ...hosts].includes(name)
}

function pathOf(url: string): string | undefined {
  const path = url.replace(/[?#].*$/s, '')
  if (!path.startsWith('/')) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
