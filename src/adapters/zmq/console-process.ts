import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Access, ConsolePort } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import { Child } from './door/child.js'
import type { Said } from './door/wire.js'
import type { KeyStore } from './key-store.js'

export interface ConsoleServerOptions {
  /** `tcp://ADDRESS:PORT` or `ipc://PATH`; four sockets are derived from it. Port 0: any four free ports */
  readonly listen: string
  readonly keys: KeyStore
  readonly manager: ConsolePort
  readonly statusPublisher: Pick<StatusView, 'listen'>
  /** a console process that is already waiting for its orders (`startProgram`); used for the first start */
  readonly started?: ChildProcess | undefined
  /** heartbeat of the console: called several times a second */
  readonly beat?: () => void
  /**
   * ms since the last turn of the reflex loop, infinite while it is not running: viewers are served right after a turn
   */
  readonly sinceTurn?: () => number
  /** called when no client can connect; the console keeps retrying, and a beat signals recovery */
  readonly failed?: (why: string) => void
  readonly tell?: (level: LogLevel, text: string) => void
  /** reports which clients may stop the robot: on every change, and several times a second */
  readonly access?: (now: Access) => void
}

export interface ConsoleServer {
  /** address for clients: `tcp://ADDRESS:PORT` or `ipc://PATH` */
  readonly endpoint: string
  /** PID of the process that owns the sockets; undefined while there is none */
  readonly pid: number | undefined
  /**
   * Reloads the keys; also done automatically when their folder changes. Resolves once revoked clients are
   * disconnected.
   */
  reloadKeys(): Promise<void>
  close(): Promise<void>
}

/**
 * Supervises the process that owns the console's sockets (docs/adr/0021): starts it, restarts it when it exits, kills
 * it when it uses too much memory or stops responding, and reports which clients may stop the robot through it.
 */
export class ConsoleProcess implements ConsoleServer {
  readonly endpoint: string
  readonly #options: ConsoleServerOptions
  readonly #reloads = new Map<number, () => void>()
  readonly #deaf: () => void
  #child: Child | undefined
  #opened: ((why: string | undefined) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false
  #lives = 0
  #reloadCount = 0
  #waitMs = FIRST_WAIT_MS
  #startedAt = 0
  /** its sockets are open */
  #stands = false
  #heardAt = 0
  #lookedAt = 0
  #weighedAt = 0
  #droppedAt = -Infinity
  #reportedDrops = 0
  #access: Access = { mayStop: [], why: STARTING }

  constructor(options: ConsoleServerOptions) {
    this.endpoint = options.listen
    this.#options = options
    this.#deaf = options.statusPublisher.listen((statusEvent) => {
      const text = JSON.stringify(statusEvent)
      if (text.length <= LONGEST_EVENT) this.#child?.tell(statusEvent.kind, text)
    })
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** @returns why the console cannot be opened; undefined on success */
  async open(): Promise<string | undefined> {
    const opened = new Promise<string | undefined>((resolve) => (this.#opened = resolve))
    this.#start()
    const why = await opened
    this.#opened = undefined
    if (why !== undefined) return why
    this.#lookedAt = performance.now()
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    return undefined
  }

  reloadKeys(): Promise<void> {
    const child = this.#child
    if (child === undefined) return Promise.resolve()
    const n = ++this.#reloadCount
    return new Promise((resolve) => {
      this.#reloads.set(n, resolve)
      child.reload(n)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#deaf()
    clearInterval(this.#timer)
    clearTimeout(this.#again)
    await this.#child?.close()
  }

  #start(): void {
    const { listen, keys, manager: dispatcher, started, sinceTurn } = this.#options
    this.#lives += 1
    this.#stands = false
    this.#startedAt = this.#heardAt = performance.now()
    this.#child = new Child({
      orders: {
        listen,
        allowed: join(keys.folder, 'allowed'),
        secretKey: keys.server.secretKey,
        limits: dispatcher.limits,
        prefix: this.#lives === 1 ? '' : `${this.#lives}.`,
      },
      dispatcher,
      ...(started !== undefined && { started }),
      ...(sinceTurn !== undefined && { sinceTurn }),
      said: (said) => this.#hear(said),
      ended: (why) => this.#ended(why),
    })
  }

  #hear(said: Said): void {
    switch (said.what) {
      case 'open':
        this.#stands = true
        this.#heardAt = performance.now()
        this.#opened?.(undefined)
        return
      case 'failed':
        if (this.#opened !== undefined) this.#opened(said.why)
        else this.#options.failed?.(said.why)
        return
      case 'beat':
        this.#beat(said)
        return
      case 'log':
        this.#options.tell?.(said.level, said.text)
        return
      case 'reloaded':
        this.#reloads.get(said.n)?.()
        this.#reloads.delete(said.n)
        return
      case 'gone':
    }
  }

  #beat({ mayStop, why }: Access): void {
    const now = performance.now()
    this.#heardAt = now
    if (now - this.#startedAt > STEADY_MS) this.#waitMs = FIRST_WAIT_MS
    this.#say({ mayStop, why })
    this.#options.beat?.()
    if (now - this.#droppedAt < BEAT_MS) return
    this.#droppedAt = now
    const dropped = this.#child?.dropped ?? 0
    if (dropped > this.#reportedDrops)
      this.#options.tell?.('warn', `${dropped - this.#reportedDrops} news were too many for the console`)
    this.#reportedDrops = dropped
  }

  #ended(why: string): void {
    this.#child = undefined
    this.#reportedDrops = 0
    for (const resolve of this.#reloads.values()) resolve()
    this.#reloads.clear()
    if (this.#opened !== undefined) return this.#opened(`its process has ended: ${why}`)
    if (this.#closed) return
    const said = `the process of the console has ended (${why}); it is started anew`
    this.#options.tell?.('error', said)
    this.#say({ mayStop: [], why: said })
    this.#again = setTimeout(() => this.#start(), this.#waitMs)
    this.#waitMs = Math.min(2 * this.#waitMs, LAST_WAIT_MS)
  }

  /** Checks that the process exists, responds, and stays within its memory limit. */
  #look(): void {
    const now = performance.now()
    // if this loop itself was blocked, beats from that time are still unread
    const late = now - this.#lookedAt > 2 * LOOK_MS
    this.#lookedAt = now
    const child = this.#child
    if (child === undefined) return this.#say(this.#access)
    const silent = now - this.#heardAt
    if (!late && silent > SILENT_MS)
      this.#say({ mayStop: [], why: `the console has not answered for ${Math.round(silent / 100) / 10} s` })
    // on a busy computer the program may take seconds to load; killing it then would only restart the loading
    if (!late && silent > (this.#stands ? DEAD_MS : START_MS)) child.kill('it did not answer')
    if (now - this.#weighedAt < WEIGH_MS) return
    this.#weighedAt = now
    const resident = child.resident ?? 0
    if (resident > MOST_BYTES) child.kill(`it took ${Math.round(resident / 1e6)} MB of memory`)
  }

  #say(access: Access): void {
    this.#access = access
    this.#options.access?.(access)
  }
}

const STARTING = 'the console is being opened'
/** larger events are not pushed; the command `news` returns them */
const LONGEST_EVENT = 65_536
const LOOK_MS = 100
const WEIGH_MS = 250
const BEAT_MS = 1000
/** after this long without a beat the console counts as unreachable; after DEAD_MS it is killed */
const SILENT_MS = 500
const DEAD_MS = 2000
const START_MS = 30_000
const MOST_BYTES = 400e6
const STEADY_MS = 10_000
const FIRST_WAIT_MS = 50
const LAST_WAIT_MS = 1000
