import { dirname, join } from 'node:path'
import { Context } from 'zeromq'
import type { Access, Limits, Role } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import { addressesOf, PURPOSES, type Purpose } from '../endpoints.js'
import { readAllowed } from '../key-store.js'
import { AllowList, whoMayStop } from './allow-list.js'
import { Guard } from './guard.js'
import { guardRules } from './guard-rules.js'
import { bindEvents, bindRequests, type RequestHandler, type Endpoint, type Subscribe } from './sockets.js'
import type { PerPurpose, Orders } from './wire.js'
import { ZapHandler } from './zap-handler.js'

export interface ConsoleServerOptions extends Orders {
  readonly dispatcher: RequestHandler & { closed(role: Role): void; sweep(): void }
  readonly subscribe: Subscribe
  readonly log: (level: LogLevel, text: string) => void
  /** called when everything has been shut down */
  readonly failed: (why: string) => void
}

/**
 * The sockets of the console: one ROUTER socket per role, a PUB socket for events, the ZAP handler that authenticates
 * clients, and a guard in front of each socket.
 */
export class ConsoleServer {
  readonly #options: ConsoleServerOptions
  readonly #context = new Context({ blocky: false })
  readonly #allowed = new AllowList()
  readonly #guards = new Map<Purpose, Guard>()
  readonly #endpoints = new Map<Purpose, Endpoint>()
  readonly #ranLoops = new Set<string>()
  #zap: ZapHandler | undefined
  #timer: NodeJS.Timeout | undefined
  #reloading: Promise<void> = Promise.resolve()
  #closed = false
  #sweptAt = 0
  #readAt = 0
  #generation = 0
  #problems = ''
  #access: Access = { mayStop: [], why: 'the keys have not been read' }

  constructor(options: ConsoleServerOptions) {
    this.#options = options
  }

  /** @throws Error when an address is in use */
  async open(): Promise<void> {
    const { listen, limits } = this.#options
    const addresses = addressesOf(listen)
    if (!addresses.ok) throw new Error(addresses.error.message)
    this.#readKeys()
    this.#zap = await ZapHandler.bind(this.#context, (domain, key) => this.#admit(domain, key))
    void this.#failOnEnd(
      'the key handler',
      this.#zap.serve(() => this.#markRan('zap')),
      () => this.#closed,
    )
    for (const purpose of PURPOSES) await this.#guard(purpose, addresses.value, limits)
    for (const purpose of PURPOSES) await this.#bind(purpose)
    this.#timer = setInterval(() => this.#poll(), POLL_MS)
  }

  /** Which clients may stop the robot; none when the console is closed. */
  access(): Access {
    if (this.#closed) return { mayStop: [], why: 'the console is closed' }
    return this.#access
  }

  /** Have the loops of all sockets run since the last call? */
  allLoopsRan(): boolean {
    // the event socket has no loop of its own; the ZAP handler has one
    if (this.#ranLoops.size < PURPOSES.length) return false
    this.#ranLoops.clear()
    return true
  }

  /** Reloads the keys. Resolves once revoked clients are disconnected. */
  reloadKeys(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload())
    return this.#reloading
  }

  async close(): Promise<void> {
    this.#closeAll()
    await this.#reloading
  }

  /** @internal simulates a crash of the ZAP handler */
  killZap(): void {
    this.#zap?.close()
  }

  async #guard(purpose: Purpose, addresses: PerPurpose<string>, limits: Limits): Promise<void> {
    const guard = await Guard.listen({
      purpose,
      address: addresses[purpose],
      rules: guardRules(limits)[purpose],
      log: this.#options.log,
    })
    if (this.#closed) guard.close()
    this.#guards.set(purpose, guard)
  }

  async #bind(purpose: Purpose): Promise<void> {
    const { dispatcher, subscribe, secretKey, folder, prefix } = this.#options
    this.#generation += 1
    const path = join(folder, `${purpose}-${this.#generation}`)
    const shared = { context: this.#context, secretKey }
    const endpoint =
      purpose === 'news'
        ? await bindEvents(`ipc://${path}`, subscribe, shared)
        : await bindRequests(`ipc://${path}`, purpose, dispatcher, {
            ...shared,
            prefix: `${purpose}-${prefix}${this.#generation}-`,
          })
    if (this.#closed) return endpoint.close()
    this.#endpoints.set(purpose, endpoint)
    this.#guards.get(purpose)?.setUpstream(path)
    const over = (): boolean => this.#closed || this.#endpoints.get(purpose) !== endpoint
    void this.#failOnEnd(
      `the ${purpose} endpoint`,
      endpoint.serve(() => this.#markRan(purpose)),
      over,
    )
  }

  /** If any part ends unexpectedly, the whole console is closed: it must never be half open. */
  async #failOnEnd(what: string, served: Promise<void>, over: () => boolean): Promise<void> {
    const why = await served.then(
      () => 'it ended',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (over()) return
    this.#fail(`${what} has failed: ${why}; the console is closed`)
  }

  #fail(why: string): void {
    this.#closeAll()
    this.#options.failed(why)
  }

  #admit(domain: string, publicKey: string): string | undefined {
    const purpose = PURPOSES.find((one) => domain === `graft.${one}`)
    if (purpose === undefined) return undefined
    this.#guards.get(purpose)?.keyRequested(publicKey)
    const known = this.#allowed.admit(purpose, publicKey)
    // reload so that a brand-new key is accepted, but rate-limited, so that unknown clients cannot force a reload every
    // time
    if (known !== undefined || performance.now() - this.#readAt < RELOAD_MS) return known
    this.#readKeys()
    return this.#allowed.admit(purpose, publicKey)
  }

  #markRan(who: string): void {
    this.#ranLoops.add(who)
  }

  /** Polls several times a second: there is no event when a parent folder is moved away or locked. */
  #poll(): void {
    const now = performance.now()
    if (now - this.#sweptAt >= SWEEP_MS) {
      this.#sweptAt = now
      this.#options.dispatcher.sweep()
    }
    void this.reloadKeys()
  }

  async #reload(): Promise<void> {
    if (this.#closed) return
    for (const purpose of this.#readKeys()) {
      this.#options.log('info', `a key may no longer use the ${purpose} endpoint: it is reopened`)
      const endpoint = this.#endpoints.get(purpose)
      this.#endpoints.delete(purpose)
      this.#guards.get(purpose)?.setUpstream(undefined)
      endpoint?.close()
      this.#allowed.closed(purpose)
      if (purpose !== 'news') this.#options.dispatcher.closed(purpose)
      try {
        await this.#bind(purpose)
      } catch (error) {
        this.#fail(`the ${purpose} endpoint cannot be reopened: ${String(error)}`)
        return
      }
    }
  }

  /** @returns endpoints from which a client must be disconnected */
  #readKeys(): readonly Purpose[] {
    this.#readAt = performance.now()
    let problems: string
    let purposes: readonly Purpose[]
    try {
      const { allowed: folder } = this.#options
      const allowed = readAllowed(folder)
      problems = allowed.problems.map(({ message, hint }) => `${message} (${hint ?? ''})`).join('; ')
      purposes = this.#allowed.replace(allowed.keys)
      this.#access = whoMayStop({ folder: dirname(folder) }, allowed)
    } catch (error) {
      problems = `the keys cannot be read, so all connections are refused: ${String(error)}`
      purposes = this.#allowed.replace([])
      this.#access = { mayStop: [], why: problems }
    }
    if (problems !== this.#problems && problems !== '') this.#options.log('error', problems)
    this.#problems = problems
    return purposes
  }

  #closeAll(): void {
    this.#closed = true
    clearInterval(this.#timer)
    for (const guard of this.#guards.values()) guard.close()
    for (const endpoint of this.#endpoints.values()) endpoint.close()
    this.#endpoints.clear()
    this.#zap?.close()
  }
}

/** period of the check of who may stop, ms: if nobody may, everything that moves must stop within a second */
const POLL_MS = 200
const RELOAD_MS = 20
const SWEEP_MS = 1000
