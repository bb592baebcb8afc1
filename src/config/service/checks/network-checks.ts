import { error, warning, type Finding, type SiteDraft } from './finding.js'
import { isLocal, parseListen, type ListenAddress } from './listen-address.js'

/** Checks where the service listens: valid addresses, no port collisions, and who can reach them. */
export function networkFindings(draft: SiteDraft): Finding[] {
  const { console: consoleDraft, dashboard, teleop, robot } = draft
  const findings: Finding[] = []
  if (consoleDraft?.enabled === false && robot?.body === 'serial')
    findings.push(
      error('console', 'nobody could arm the robot', ['console', 'enabled'], {
        expected: 'true with body: serial',
        got: 'false',
        hint: 'a real robot is armed at the console; with ipc:///run/graft/console it opens no port',
      }),
    )
  if (consoleDraft?.enabled === false && teleop?.enabled === true)
    findings.push(
      warning('teleop', 'nobody can drive manually without the console', ['console', 'enabled'], {
        expected: 'console.enabled: true with teleop.enabled: true',
        got: 'false',
        hint: 'write teleop.enabled: false to confirm that this is intended',
      }),
    )
  return [
    ...findings,
    ...addressFindings('console', consoleDraft),
    ...addressFindings('dashboard', dashboard),
    ...checkPorts(draft),
  ]
}

function addressFindings(
  name: 'console' | 'dashboard',
  part: { readonly enabled: boolean; readonly listen: string } | undefined,
): Finding[] {
  if (part === undefined) return []
  const address = parseListen(part.listen)
  const path = [name, 'listen']
  const form = name === 'console' ? 'tcp://127.0.0.1:5870' : '127.0.0.1:8087'
  const wrong = typeof address === 'string' ? address : portRangeError(name, address)
  if (wrong !== undefined)
    return [
      error('listen', `${name}.listen: ${wrong}`, path, {
        expected: `such as ${form}`,
        got: part.listen.slice(0, 80),
        hint: 'name an address of this machine by its number; 127.0.0.1 is the machine itself, * every address of it',
      }),
    ]
  if (typeof address === 'string' || isLocal(address) || !part.enabled) return []
  return [
    name === 'console'
      ? warning('listen', 'the console can be reached from the network', path, {
          expected: 'a loopback address, unless operators come over the network',
          got: part.listen,
          hint: 'only keys on the list are served; allow the subnet in the unit too (IPAddressAllow)',
        })
      : warning('listen', 'the page can be seen by everybody on the network', path, {
          expected: 'a loopback address',
          got: part.listen,
          hint: 'it asks for no key: leave it on 127.0.0.1 and reach it through ssh -L 8087:127.0.0.1:8087',
        }),
  ]
}

const CONSOLE_PORTS = 4
const GROOT_PORTS = 2

const portRangeError = (name: string, address: ListenAddress): string | undefined =>
  name === 'console' &&
  address.kind === 'tcp' &&
  (address.port === 0 || address.port + CONSOLE_PORTS - 1 > 65_535)
    ? 'the console takes four ports, from this one on'
    : undefined

function checkPorts({ console: consoleDraft, dashboard, groot }: SiteDraft): Finding[] {
  const taken: {
    readonly name: string
    readonly path: readonly string[]
    readonly from: number
    readonly to: number
  }[] = []
  const claim = (name: string, key: string, from: number, count: number): Finding[] => {
    const to = from + count - 1
    const other = from === 0 ? undefined : taken.find((each) => from <= each.to && each.from <= to)
    taken.push({ name, path: [name, key], from, to })
    if (other === undefined) return []
    return [
      error('ports', `${name} and ${other.name} use the same port`, [name, key], {
        expected: `a port outside ${span(other)}, those of ${other.name}`,
        got: span({ from, to }),
        hint:
          `${name} takes ${count === 1 ? 'one port' : `${count} ports, from the one named on`}` +
          `: try ${other.to + 1}`,
      }),
    ]
  }
  return [
    ...(consoleDraft?.enabled === true
      ? withPort(consoleDraft.listen, (port) => claim('console', 'listen', port, CONSOLE_PORTS))
      : []),
    ...(groot?.enabled === true ? claim('groot', 'port', groot.port, GROOT_PORTS) : []),
    ...(dashboard?.enabled === true
      ? withPort(dashboard.listen, (port) => claim('dashboard', 'listen', port, 1))
      : []),
  ]
}

function withPort(listen: string, use: (port: number) => Finding[]): Finding[] {
  const address = parseListen(listen)
  return typeof address === 'string' || address.kind === 'ipc' ? [] : use(address.port)
}

const span = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? String(from) : `${from} to ${to}`
