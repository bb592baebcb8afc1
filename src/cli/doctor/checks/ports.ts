import { dirname, join } from 'node:path'
import type { SiteConfig } from '#config/service/site-config.js'
import { findings, isRunning, type Check, type Finding } from '../check.js'

const { ok, fail } = findings('ports')

/** The ports of the service: free, or in use by the service itself. */
export const ports: Check = async ({ config, machine, unit }) => {
  const found: Finding[] = []
  const path = ipcPath(config)
  if (path !== undefined && (await machine.stat(dirname(path))) === undefined && !isRunning(unit))
    found.push(
      dirname(path) === '/run/graft'
        ? ok(`${dirname(path)} is created by systemd at start`)
        : fail(`${dirname(path)} is missing`, 'use ipc:///run/graft/console, whose folder systemd creates'),
    )
  const [started] = isRunning(unit) ? [] : await machine.holders(join(config.store.dir, 'lock'))
  const own = isRunning(unit) ? 'the service' : started && `graft serve on this state, process ${started}`
  for (const { what, host, port } of wanted(config)) {
    const why = await machine.portTaken(host, port)
    if (why === undefined) found.push(ok(`${what}: ${host}:${port} is free`))
    else if (own !== undefined) found.push(ok(`${what}: ${host}:${port} is in use by ${own}`))
    else
      found.push(
        fail(
          `${what}: ${host}:${port} is unavailable (${why})`,
          `ss -ltnp 'sport = :${port}' shows what uses it`,
        ),
      )
  }
  return found.length === 0 ? [ok('no port is needed')] : found
}

const ipcPath = ({ console: { enabled, listen } }: SiteConfig): string | undefined =>
  enabled && listen.startsWith('ipc://') ? listen.slice('ipc://'.length) : undefined

interface Wanted {
  readonly what: string
  readonly host: string
  readonly port: number
}

function wanted(config: SiteConfig): readonly Wanted[] {
  const { console: console_, dashboard, groot } = config
  const all: Wanted[] = []
  if (console_.enabled && console_.listen.startsWith('tcp://')) {
    const { host, port } = split(console_.listen.slice('tcp://'.length))
    for (let i = 0; i < 4; i++) all.push({ what: 'console', host, port: port + i })
  }
  if (dashboard.enabled) all.push({ what: 'page', ...split(dashboard.listen) })
  if (groot.enabled)
    for (const port of [groot.port, groot.port + 1]) all.push({ what: 'Groot2', host: '127.0.0.1', port })
  return all
}

function split(listen: string): { readonly host: string; readonly port: number } {
  const at = listen.lastIndexOf(':')
  const host = listen.slice(0, at).replace(/^\[|\]$/g, '')
  return { host: host === '*' ? '0.0.0.0' : host, port: Number(listen.slice(at + 1)) }
}
