import { rmSync } from 'node:fs'
import { connect, createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ThrottledReporter, TokenBucket } from '#console/ports.js'
import type { Purpose } from '../endpoints.js'
import { Connection } from './connection.js'
import { HANDSHAKE, type GuardRules } from './guard-rules.js'
import { KeyQueue } from './key-queue.js'
import { closeAtOnce, PendingConnections } from './pending-connections.js'

export interface GuardOptions {
  readonly purpose: Purpose
  /** `tcp://ADDRESS:PORT` or `ipc://PATH` */
  readonly address: string
  readonly rules: GuardRules
  readonly log: (level: 'info' | 'warn', text: string) => void
}

/**
 * A proxy in front of one libzmq socket that forwards only traffic within the rules: libzmq itself accepts any number
 * of frames per message, subscriptions and connections, and keeps them all in memory.
 */
export class Guard {
  readonly #server: Server
  readonly #options: GuardOptions
  readonly #connections = new Set<Connection>()
  readonly #pending: PendingConnections
  readonly #keys = new KeyQueue()
  readonly #ofAll: TokenBucket
  readonly #cut: ThrottledReporter
  readonly #refused: ThrottledReporter
  readonly #timer: NodeJS.Timeout
  #upstream = ''

  private constructor(options: GuardOptions) {
    const { purpose, rules, log } = options
    this.#options = options
    this.#ofAll = new TokenBucket(rules.load.ofAll, rules.load.ofAll, performance.now())
    this.#cut = new ThrottledReporter((count, last) =>
      log('warn', `${count} connections to the ${purpose} endpoint were cut; the last: ${last}`),
    )
    this.#refused = new ThrottledReporter((count, last) =>
      log('warn', `${count} connections were refused at the ${purpose} endpoint; the last: ${last}`),
    )
    this.#pending = new PendingConnections({
      onFirstBytes: (socket, bytes) => this.#connect(socket, bytes),
      onRefused: (why) => this.#refused.count(why),
    })
    this.#server = createServer((socket) => this.#accept(socket))
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
  }

  /** @throws Error when the address is in use */
  static async listen(options: GuardOptions): Promise<Guard> {
    const guard = new Guard(options)
    try {
      await guard.#listen()
      return guard
    } catch (error) {
      guard.close()
      throw error
    }
  }

  /** open connections, with or without a key */
  get connections(): number {
    return this.#connections.size + this.#pending.size
  }

  /** Call when libzmq asks whether this key may connect here. */
  keyRequested(publicKey: string): void {
    this.#keys.requested(publicKey)
  }

  /** Routes clients to this socket from now on; undefined: accepts no clients. Existing connections are closed. */
  setUpstream(upstream: string | undefined): void {
    this.#upstream = upstream ?? ''
    this.#pending.clear()
    for (const connection of [...this.#connections]) connection.end()
  }

  close(): void {
    clearInterval(this.#timer)
    this.setUpstream(undefined)
    this.#server.close()
  }

  async #listen(): Promise<void> {
    const where = listenOptions(this.#options.address)
    if (where.path !== undefined && !where.path.startsWith('\0')) await removeStaleSocket(where.path)
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(where, () => {
        this.#server.off('error', reject)
        // for example too many open files: only that connection is lost
        this.#server.on('error', () => undefined)
        resolve()
      })
    })
  }

  #accept(socket: Socket): void {
    if (this.#upstream === '') closeAtOnce(socket)
    else this.#pending.add(socket)
  }

  #connect(socket: Socket, bytes: Buffer): void {
    const connection = new Connection(socket, {
      rules: this.#options.rules,
      upstream: this.#upstream,
      sharedBudget: this.#ofAll,
      onKey: (one, send) => this.#keys.present(one, send),
      onKeyAnswered: (one) => this.#keys.done(one),
      onAuthenticated: (one) => this.#makeRoom(one, this.#options.rules.connections),
      onEnd: (one, why) => {
        this.#connections.delete(one)
        this.#keys.done(one)
        if (!one.authenticated) this.#refused.count(`${why ?? 'no key allowed here'}, from ${one.remote}`)
        else if (why !== undefined) this.#cut.count(`${why}, from ${one.remote}`)
      },
    })
    this.#connections.add(connection)
    this.#makeRoom(connection, HANDSHAKE.connections)
    connection.receive(bytes)
  }

  /**
   * Enforces the limit among connections with the same authentication state: the key with the most connections loses
   * the one silent for longest. Connecting often cannot push out others.
   */
  #makeRoom({ authenticated }: Connection, most: number): void {
    const alike = [...this.#connections].filter((one) => one.authenticated === authenticated)
    if (alike.length <= most) return
    const ofKey = new Map<string | undefined, Connection[]>()
    for (const one of alike) ofKey.set(one.key, [...(ofKey.get(one.key) ?? []), one])
    const crowd = [...ofKey.values()].reduce((all, some) => (some.length > all.length ? some : all))
    crowd.reduce((all, one) => (one.lastDataAt < all.lastDataAt ? one : all)).end('too many connections')
  }

  #sweep(): void {
    const now = performance.now()
    this.#pending.sweep(now)
    for (const connection of [...this.#connections]) connection.sweep(now)
    this.#cut.sweep(now)
    this.#refused.sweep(now)
  }
}

/** Parses an address as libzmq does: an interface name means its first address, `*` means all. */
function listenOptions(address: string): ListenOptions {
  if (address.startsWith('ipc://')) return { path: address.slice('ipc://'.length).replace(/^@/, '\0') }
  const [, host = '', port = ''] = /^tcp:\/\/(.*):(\d+)$/.exec(address) ?? []
  const named = networkInterfaces()[host]?.find(({ family }) => family === 'IPv4')?.address
  return {
    host: host === '*' ? '0.0.0.0' : (named ?? host.replace(/^\[(.*)\]$/, '$1')),
    port: Number(port),
    backlog: 256,
  }
}

/** Removes a stale socket left by an earlier process, but not one with a listener. */
async function removeStaleSocket(path: string): Promise<void> {
  const left = await new Promise<boolean>((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => (probe.destroy(), resolve(false)))
    probe.once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED'))
  })
  if (left) rmSync(path, { force: true })
}

const SWEEP_MS = 50
