import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** Finds the addresses of a name. */
export type Lookup = (name: string) => Promise<readonly string[]>

/**
 * Where requests to an endpoint may go: to this computer, or to hosts that the configuration lists. A name that is not
 * listed is resolved, and the addresses found are what is connected to, so that it cannot mean another computer a
 * moment later. Over https it stays a name: the certificate is what tells there.
 * @returns the base URLs to try, in their order
 */
export async function targetsOf(
  base: string,
  hosts: readonly string[],
  find: Lookup = systemLookup,
): Promise<Result<readonly URL[], Diagnostic>> {
  const url = baseUrl(base)
  if (!url.ok) return url
  const name = hostOf(url.value)
  if (hosts.some((host) => host.toLowerCase() === name)) return ok([url.value])
  const found = isIP(name) === 0 ? await addressesOf(name, find) : ok([name])
  if (!found.ok) return found
  const other = found.value.find((address) => !isLoopback(address))
  if (other !== undefined) return err(notListed(base, name, other))
  if (url.value.protocol === 'https:') return ok([url.value])
  return ok(found.value.map((address) => withHost(url.value, address)))
}

/** Whether an address is that of this computer, seen from itself. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** The base of an endpoint without `/v1`, which people write or leave out. */
function baseUrl(base: string): Result<URL, Diagnostic> {
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return err(badUrl(base, 'the address of a chat server', 'write it as in http://127.0.0.1:8080'))
  if (url.username !== '' || url.password !== '')
    return err(badUrl(url.origin, 'an address without a name or password', KEY_ELSEWHERE))
  if (url.search !== '' || url.hash !== '')
    return err(badUrl(url.origin, 'an address without ? and #', KEY_ELSEWHERE))
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  return ok(url)
}

const KEY_ELSEWHERE = 'put the key into a file, and name it as chat.keyFile (docs/language-models.md)'

/** Without the brackets around an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

function withHost(url: URL, address: string): URL {
  const own = new URL(url)
  own.hostname = isIP(address) === 6 ? `[${address}]` : address
  return own
}

async function addressesOf(name: string, find: Lookup): Promise<Result<readonly string[], Diagnostic>> {
  try {
    const found = await find(name)
    if (found.length > 0) return ok(found)
  } catch {
    // said below: a name without an address
  }
  return err({
    code: 'chat.unknown-host',
    severity: 'error',
    message: `no computer is called ${name}`,
    expected: 'a name that has an address, or an address',
    got: name,
    hint: 'for a server on this computer write http://127.0.0.1 and its port',
  })
}

/** IPv4 first: most servers listen there only. */
const systemLookup: Lookup = async (name) => {
  const all = await lookup(name, { all: true })
  return [...new Set(all.sort((a, b) => a.family - b.family).map(({ address }) => address))]
}

const badUrl = (got: string, expected: string, hint: string): Diagnostic => ({
  code: 'chat.address',
  severity: 'error',
  message: 'this is not where a chat model can be asked',
  expected,
  got: got.slice(0, 120),
  hint,
})

const notListed = (base: string, name: string, address: string): Diagnostic => ({
  code: 'chat.host',
  severity: 'error',
  message: `${name} is another computer: orders and pictures would leave this one`,
  expected: 'an address of this computer, or a host that the configuration allows',
  got: name === address ? base.slice(0, 120) : `${base.slice(0, 120)}, which is at ${address}`,
  hint: `if that is meant, list it in the configuration: chat: { hosts: '${name}' }`,
})
