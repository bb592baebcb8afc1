import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** What the probe in the service has kept since it was asked last: how late turns and timers came, ms. */
export interface Lateness {
  readonly reflex: readonly number[]
  readonly eventLoop: readonly number[]
}

export interface ServiceOptions {
  /** `0-1`: where the service and its children run */
  readonly cores: string
  /** as the unit gives it once the service is ready; else it keeps the normal one */
  readonly realTime: boolean
  /** of Node; by default as the unit starts it */
  readonly flags?: readonly string[]
}

/** The real service, built, with a virtual robot in real time, its console on loopback, and a probe. */
export class MeasuredService {
  readonly state = mkdtempSync(join(tmpdir(), 'graft-bench-viewer-'))
  readonly #child: ChildProcess
  #output = ''
  #read = 0

  private constructor({ cores, flags = unitFlags() }: ServiceOptions) {
    mkdirSync(join(this.state, 'state'))
    const config = join(this.state, 'graft.yaml')
    writeFileSync(config, CONFIG)
    // root would take every right itself; the unit's user has none
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    if ('uid' in user)
      for (const path of [this.state, config, join(this.state, 'state')]) chownSync(path, NOBODY, NOBODY)
    const probe = new URL('probe.mjs', import.meta.url).href
    const args = [...flags, '--import', probe, LAUNCHER, 'serve', '--config', config, '--state', this.#folder]
    this.#child = spawn('taskset', ['-c', cores, process.execPath, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '16', GRAFT_PROBED: 'yes' },
      ...user,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += String(chunk)))
  }

  static async start(options: ServiceOptions): Promise<MeasuredService> {
    const service = new MeasuredService(options)
    for (let left = 600; !service.#output.includes('is ready'); left--) {
      if (left === 0 || service.#child.exitCode !== null) throw new Error(`no service:\n${service.#output}`)
      await pause(100)
    }
    // as ExecStartPost= of the unit does it
    if (options.realTime) spawnSync('chrt', ['--rr', '--reset-on-fork', '--pid', '20', String(service.pid)])
    return service
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get endpoint(): string {
    return /console at (tcp:[^\s",]+)/.exec(this.#output)?.[1] ?? ''
  }

  /** warnings and errors of its log so far */
  get warnings(): readonly string[] {
    return this.#output.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line))
  }

  /** what its log says of the console, of who may stop it, and of time, since this was asked last */
  get events(): readonly string[] {
    const lines = this.#output.slice(this.#read).split('\n')
    this.#read = this.#output.length
    return lines.filter((line) =>
      /"level":"(warn|error|fatal)".*"source":"(console|access|loop|scheduling|health|serve)"/.test(line),
    )
  }

  /** what the kernel says of the reflex loop's thread */
  get rank(): string {
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
    const [policy = 0, priority = 0] = [38, 37].map((at) =>
      Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[at]),
    )
    return policy === 0 ? 'normal' : `real-time, policy ${policy}, ${priority}`
  }

  /** of the process that owns the console's sockets */
  get consolePid(): number | undefined {
    const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8').trim().split(' ')
    const found = children.find((pid) => commandOf(pid).includes('console-sockets/console-server/program'))
    return found === undefined ? undefined : Number(found)
  }

  /** @returns path of the key file */
  key(name: string, role: string): string {
    const out = join(this.state, `${name}.graft-key`)
    const args = ['keys', 'new', name, '--role', role, '--state', this.#folder, '--endpoint', this.endpoint]
    execFileSync(process.execPath, [LAUNCHER, ...args, '--out', out], { stdio: 'pipe' })
    return out
  }

  async lateness(): Promise<Lateness> {
    const answer = once(this.#child, 'message') as Promise<[Lateness]>
    this.#child.send('take')
    return (await answer)[0]
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 10_000)
    if (this.#child.exitCode === null && this.#child.signalCode === null) await gone
    clearTimeout(late)
    rmSync(this.state, { recursive: true, force: true })
  }

  get #folder(): string {
    return join(this.state, 'state')
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const LAUNCHER = fileURLToPath(new URL('../../bin/graft.js', import.meta.url))
const NOBODY = 65_534
/** below the ports that the kernel gives away */
const PORT = 20_000 + 4 * (process.pid % 3000)
const CONFIG = `version: 1
robot: { body: virtual, pace: real, restSeconds: 0 }
models: { actor: rules }
alarm: { hold: none }
console: { listen: 'tcp://127.0.0.1:${PORT}' }
dashboard: { enabled: false }
store: { lowMiB: 32, fullMiB: 16 }
`

const UNIT = new URL('../../systemd/graft.service', import.meta.url)

/** The flags of Node with which the unit starts the service. @throws Error when the unit says it in another way */
export function unitFlags(): readonly string[] {
  const flags = /^ExecStart=\/usr\/bin\/node ((?:--\S+ )+)/m.exec(readFileSync(UNIT, 'utf8'))?.[1]
  if (flags === undefined) throw new Error(`${UNIT.pathname}: ExecStart= has no flags of Node`)
  return flags.trim().split(' ')
}
