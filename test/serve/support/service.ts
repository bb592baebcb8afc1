import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import type { CommandName } from '#console/catalogue.js'

export const LAUNCHER = fileURLToPath(new URL('../../../bin/graft.js', import.meta.url))
/** a hang guard, ms */
const PATIENCE = 60_000

/** The real service as a child, with a state folder of its own, and a console that is connected to it. */
export class Service {
  readonly state = mkdtempSync(join(tmpdir(), 'graft-serve-'))
  readonly #config: string
  #child: ChildProcess | undefined
  #client: ConsoleClient | undefined
  #output = ''

  readonly #uid: number | undefined

  /**
   * @param config further lines of the configuration
   * @param options.page opens the web page as well, on a free port
   * @param options.uid runs it as another user, to whom permissions mean something
   */
  constructor(config: string, { page = false, uid }: { page?: boolean; uid?: number } = {}) {
    this.#uid = uid
    this.#config = join(this.state, 'graft.yaml')
    const quiet = [
      'version: 1',
      `console: { listen: 'ipc://${this.state}/c' }`,
      `dashboard: { ${page ? "listen: '127.0.0.1:0'" : 'enabled: false'} }`,
      'store: { lowMiB: 32, fullMiB: 16 }',
      config,
    ]
    writeFileSync(this.#config, `${quiet.join('\n')}\n`)
    if (uid !== undefined) chownSync(this.state, uid, uid)
  }

  /** where its console listens */
  get endpoint(): string {
    return `ipc://${this.state}/c`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** The signal that ended it unasked. */
  get endedBy(): NodeJS.Signals | undefined {
    return this.#child?.signalCode ?? undefined
  }

  get output(): string {
    return this.#output
  }

  /** The lines of its log so far. */
  get log(): readonly LogLine[] {
    return this.#output.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as LogLine]
      } catch {
        return []
      }
    })
  }

  /** What the web page shows, for whom no key is needed. */
  async shown(): Promise<Json> {
    return (await (await this.page('/api/snapshot')).json()) as Json
  }

  /** @param path of the web page */
  page(path: string): Promise<Response> {
    // after a restart the port is another one
    const url = [...this.#output.matchAll(/web page at (http:[^\s",]+)/g)].at(-1)?.[1] ?? ''
    return fetch(`${url}${path}`)
  }

  /** Resolves when it says that it is ready. */
  async start(): Promise<void> {
    const exit = await this.begin()
    if (exit !== undefined) throw new Error(`the service has ended with ${exit}\n${this.#output}`)
    this.connect()
  }

  /** Starts it. @returns its exit code when it does not begin; undefined: it is ready, and nobody is connected */
  async begin(): Promise<number | string | undefined> {
    const child = spawn(
      process.execPath,
      [LAUNCHER, 'serve', '--config', this.#config, '--state', join(this.state, 'state')],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NO_COLOR: '1' },
        ...(this.#uid !== undefined && { uid: this.#uid, gid: this.#uid }),
      },
    )
    this.#child = child
    const from = this.#output.length
    const hear = (chunk: Buffer): void => void (this.#output += chunk.toString())
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    let exit: number | string | undefined
    // `close`, not `exit`: then everything that it said has been read
    child.once('close', (code, by) => (exit = code ?? by ?? 'unknown'))
    await until(
      'the service is ready, or has ended',
      () => exit !== undefined || this.#output.slice(from).includes('is ready'),
      () => this.#output,
    )
    if (exit !== undefined) this.#child = undefined
    return exit
  }

  /** Comes in anew: who was turned away does not knock again. */
  connect(): void {
    this.#client?.close()
    const key = readClientKey(join(this.state, 'state/keys/local.graft-key'))
    if (!key.ok) throw new Error(key.error.message)
    const client = connectConsole({ endpoint: key.value.endpoint, key: key.value, name: 'anna' })
    if (!client.ok) throw new Error(client.error.message)
    this.#client = client.value
  }

  /** Asks again as the service tells it to while its models are loading. @throws Error when it is refused */
  async ask(command: CommandName, params: object = {}): Promise<Json> {
    let answer = await this.try(command, params)
    await this.until('its models are loaded', async () => {
      if (answer.refused === 'models.loading') answer = await this.try(command, params)
      return answer.refused !== 'models.loading'
    })
    if (answer.refused !== undefined) throw new Error(`${command}: ${answer.refused}`)
    return answer.value
  }

  /** @returns what came of it, or the code with which it was refused */
  async try(
    command: CommandName,
    params: object = {},
    timeoutMs = 20_000,
  ): Promise<{ readonly value: Json; readonly refused?: string }> {
    const client = this.#client
    if (client === undefined) throw new Error('the service was not started')
    const answer = await client.request(command, params as never, { timeoutMs })
    return answer.ok ? { value: answer.value as Json } : { value: {}, refused: answer.error.code }
  }

  async arm(): Promise<void> {
    let armed: Json = {}
    await this.until('the run is prepared', async () => {
      const answer = await this.try('arm')
      if (answer.refused !== undefined && answer.refused !== 'arm.not-yet') throw new Error(answer.refused)
      armed = answer.value
      return answer.refused === undefined
    })
    await this.ask('confirm', { token: armed['token'] })
  }

  /** Waits until the status is as wanted. */
  async status(what: string, wanted: (status: Json) => boolean): Promise<Json> {
    let last: Json = {}
    await until(
      what,
      async () => {
        last = await this.ask('status')
        return wanted(last)
      },
      () => JSON.stringify({ ...last, tree: null }).slice(0, 1500) + this.#output.slice(-1500),
    )
    return last
  }

  /** Waits until something holds, for as long as a hang guard allows. */
  until(what: string, holds: () => Promise<boolean>): Promise<void> {
    return until(what, holds, () => this.#output.slice(-1500))
  }

  /** @returns its exit code, or the signal that killed it */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    const child = this.#child
    this.#client?.close()
    this.#client = undefined
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? 0
    if (child.signalCode !== null) return child.signalCode
    const gone = new Promise<number | string>((resolve) =>
      child.once('exit', (code, by) => resolve(code ?? by ?? 'unknown')),
    )
    child.kill(signal)
    return gone
  }

  async close(): Promise<void> {
    await this.end('SIGKILL')
    rmSync(this.state, { recursive: true, force: true })
  }
}

/** A line as `graft serve` writes it. */
export interface LogLine {
  readonly time: string
  readonly level: string
  readonly source: string
  readonly msg: string
}

export type Json = Readonly<Record<string, unknown>>

async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  say: () => string,
): Promise<void> {
  const begin = performance.now()
  while (!(await holds())) {
    if (performance.now() - begin > PATIENCE) throw new Error(`not in time: ${what}\n${say()}`)
    await sleep(50)
  }
}
