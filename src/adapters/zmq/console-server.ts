import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { Context } from 'zeromq'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { ConsolePort } from '../../console/ports.js'
import type { LogLevel } from '../../runtime/station/news.js'
import type { StationView } from '../../runtime/station/station.js'
import { AllowList } from './allow-list.js'
import { addressesOf, isIPv6, isLucky, luckyBase, PURPOSES, type Purpose } from './endpoints.js'
import type { KeyStore } from './key-store.js'
import { bindNews, bindRequests, type Endpoint, type SocketOptions } from './sockets.js'
import { ZapHandler } from './zap-handler.js'

export interface ConsoleServerOptions {
  /** `tcp://ADDRESS:PORT` or `ipc://PATH`; four sockets come of it. Port 0: any four that are free */
  readonly listen: string
  readonly keys: KeyStore
  readonly desk: ConsolePort
  readonly station: Pick<StationView, 'listen'>
  /** the console's loops have turned: called about once a second */
  readonly beat?: () => void
  /** the console has closed itself and nobody gets in any more: it must be started anew */
  readonly failed?: (why: string) => void
  readonly tell?: (level: LogLevel, text: string) => void
}

export interface ConsoleServer {
  /** what clients connect to: `tcp://ADDRESS:PORT` or `ipc://PATH` */
  readonly endpoint: string
  /** Reads the keys anew; it does so itself when their folder changes. Resolves when those who are out are out. */
  reloadKeys(): Promise<void>
  close(): Promise<void>
}

/** Opens the console to the network. Nobody gets in whose key is not in the folder. */
export async function openConsoleServer(
  options: ConsoleServerOptions,
): Promise<Result<ConsoleServer, Diagnostic>> {
  for (let left = isLucky(options.listen) ? TRIES : 0; ; left--) {
    const opened = await open({ ...options, listen: luckyBase(options.listen) })
    if (opened.ok || left === 0) return opened
  }
}

async function open(options: ConsoleServerOptions): Promise<Result<ConsoleSockets, Diagnostic>> {
  const addresses = addressesOf(options.listen)
  if (!addresses.ok) return addresses
  const server = new ConsoleSockets(options, addresses.value)
  try {
    await server.open()
    const local = options.keys.keepLocal(options.listen)
    if (local.ok) return ok(server)
    await server.close()
    return local
  } catch (error) {
    await server.close()
    const why = error instanceof Error ? error.message : String(error)
    return err({
      code: 'console.bind',
      severity: 'error',
      message: `the console cannot listen on ${options.listen}: ${why}`,
      hint: 'does another graft run? console.listen chooses another address',
    })
  }
}

/** Three ROUTER sockets, one for each role, a PUB socket for the news, and the handler that lets people in. */
export class ConsoleSockets implements ConsoleServer {
  readonly endpoint: string
  readonly #options: ConsoleServerOptions
  readonly #addresses: Readonly<Record<Purpose, string>>
  readonly #context = new Context({ blocky: false })
  readonly #allowed = new AllowList()
  readonly #endpoints = new Map<Purpose, Endpoint>()
  readonly #turned = new Set<string>()
  #zap: ZapHandler | undefined
  #watcher: FSWatcher | undefined
  #reloading: Promise<void> = Promise.resolve()
  #closed = false
  #beatAt = 0
  #generation = 0
  #refused = 0
  #refusedLast = ''

  constructor(options: ConsoleServerOptions, addresses: Readonly<Record<Purpose, string>>) {
    this.endpoint = options.listen
    this.#options = options
    this.#addresses = addresses
  }

  /** @throws Error of zeromq */
  async open(): Promise<void> {
    this.#readKeys()
    this.#zap = await ZapHandler.bind(
      this.#context,
      (domain, key) => this.#admit(domain, key),
      (why) => {
        this.#refused += 1
        this.#refusedLast = why
      },
    )
    void this.#watchOver(
      'the handler of keys',
      this.#zap.serve(() => this.#turn('zap')),
      () => this.#closed,
    )
    for (const purpose of PURPOSES) await this.#bind(purpose)
    this.#watch()
  }

  reloadKeys(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload())
    return this.#reloading
  }

  async close(): Promise<void> {
    this.#shut()
    await this.#reloading
  }

  /** @internal what happens when the handler of keys dies */
  killZap(): void {
    this.#zap?.close()
  }

  async #bind(purpose: Purpose): Promise<void> {
    const { desk, station, keys, listen } = this.#options
    const address = this.#addresses[purpose]
    const shared: SocketOptions = {
      context: this.#context,
      secretKey: keys.server.secretKey,
      ipv6: isIPv6(listen),
    }
    this.#generation += 1
    const endpoint =
      purpose === 'news'
        ? await bindNews(address, (listener) => station.listen(listener), shared)
        : await bindRequests(address, purpose, desk, { ...shared, prefix: `${purpose}-${this.#generation}-` })
    if (this.#closed) return endpoint.close()
    this.#endpoints.set(purpose, endpoint)
    const over = (): boolean => this.#closed || this.#endpoints.get(purpose) !== endpoint
    void this.#watchOver(
      `the ${purpose} endpoint`,
      endpoint.serve(() => this.#turn(purpose)),
      over,
    )
  }

  /** Whatever ends without having been told to takes the whole console with it: it must never stand half open. */
  async #watchOver(what: string, served: Promise<void>, over: () => boolean): Promise<void> {
    const why = await served.then(
      () => 'it ended',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (over()) return
    this.#shut()
    this.#options.failed?.(`${what} has failed: ${why}; the console is closed`)
  }

  #admit(domain: string, publicKey: string): string | undefined {
    const purpose = PURPOSES.find((one) => domain === `graft.${one}`)
    return purpose === undefined ? undefined : this.#allowed.admit(purpose, publicKey)
  }

  #turn(who: string): void {
    this.#turned.add(who)
    const now = performance.now()
    // the news have no loop of their own
    if (this.#turned.size < PURPOSES.length || now - this.#beatAt < BEAT_MS) return
    this.#turned.clear()
    this.#beatAt = now
    this.#options.desk.sweep()
    this.#options.beat?.()
    void this.reloadKeys()
    if (this.#refused === 0) return
    this.#options.tell?.('warn', `${this.#refused} connections were refused; the last: ${this.#refusedLast}`)
    this.#refused = 0
  }

  #watch(): void {
    try {
      this.#watcher = watch(join(this.#options.keys.folder, 'allowed'), () => void this.reloadKeys())
      this.#watcher.on('error', () => this.#watcher?.close())
      this.#watcher.unref()
    } catch {
      // the folder is read once a second anyway
    }
  }

  async #reload(): Promise<void> {
    if (this.#closed) return
    for (const purpose of this.#readKeys()) {
      this.#options.tell?.('info', `a key may no longer use the ${purpose} endpoint: it is opened anew`)
      const endpoint = this.#endpoints.get(purpose)
      this.#endpoints.delete(purpose)
      endpoint?.close()
      this.#allowed.closed(purpose)
      if (purpose !== 'news') this.#options.desk.closed(purpose)
      try {
        await this.#bind(purpose)
      } catch (error) {
        this.#shut()
        this.#options.failed?.(`the ${purpose} endpoint cannot be opened anew: ${String(error)}`)
        return
      }
    }
  }

  #problems = ''

  /** @returns endpoints that somebody must leave */
  #readKeys(): readonly Purpose[] {
    let said: string
    let purposes: readonly Purpose[]
    try {
      const { keys, problems } = this.#options.keys.allowed()
      said = problems.map(({ message, hint }) => `${message} (${hint ?? ''})`).join('; ')
      purposes = this.#allowed.replace(keys)
    } catch (error) {
      said = `the keys cannot be read, so nobody gets in: ${String(error)}`
      purposes = this.#allowed.replace([])
    }
    if (said !== this.#problems && said !== '') this.#options.tell?.('error', said)
    this.#problems = said
    return purposes
  }

  #shut(): void {
    this.#closed = true
    this.#watcher?.close()
    for (const endpoint of this.#endpoints.values()) endpoint.close()
    this.#endpoints.clear()
    this.#zap?.close()
  }
}

const BEAT_MS = 1000
const TRIES = 20
