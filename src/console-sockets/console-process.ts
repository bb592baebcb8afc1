import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Access, ConsolePort } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import { Child } from './console-server/child.js'
import type { Report } from './console-server/wire.js'
import type { KeyStore } from './key-store.js'

export interface ConsoleOptions {
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
  readonly log?: (level: LogLevel, text: string) => void
  /** reports which clients may stop the robot: on every change, and several times a second */
  readonly access?: (now: Access) => void
}

export interface ConsoleHandle {
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
export class ConsoleProcess implements ConsoleHandle {
  readonly endpoint: string
  readonly #options: ConsoleOptions
  readonly #reloads = new Map<number, () => void>()
  readonly #unsubscribe: () => void
  #child: Child | undefined
  #opened: ((why: string | undefined) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #restartTimer: NodeJS.Timeout | undefined
  #closed = false
  #starts = 0
  #reloadCount = 0
  #backOffMs = MIN_BACK_OFF_MS
  #startedAt = 0
  /** its sockets are open */
  #isOpen = false
  #lastBeatAt = 0
  #checkedAt = 0
  #measuredAt = 0
  #dropsReportedAt = -Infinity
  #reportedDrops = 0
  #access: Access = { mayStop: [], why: STARTING }

  constructor(options: ConsoleOptions) {
    this.endpoint = options.listen
    this.#options = options
    this.#unsubscribe = options.statusPublisher.listen((statusEvent) => {
      const text = JSON.stringify(statusEvent)
      if (text.length <= MAX_EVENT_LENGTH) this.#child?.sendEvent(statusEvent.kind, text)
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
    this.#checkedAt = performance.now()
    this.#timer = setInterval(() => this.#check(), CHECK_MS)
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
    this.#unsubscribe()
    clearInterval(this.#timer)
    clearTimeout(this.#restartTimer)
    await this.#child?.close()
  }

  #start(): void {
    const { listen, keys, manager: dispatcher, started, sinceTurn } = this.#options
    this.#starts += 1
    this.#isOpen = false
    this.#startedAt = this.#lastBeatAt = performance.now()
    this.#child = new Child({
      orders: {
        listen,
        allowed: join(keys.folder, 'allowed'),
        secretKey: keys.server.secretKey,
        limits: dispatcher.limits,
        prefix: this.#starts === 1 ? '' : `${this.#starts}.`,
      },
      dispatcher,
      ...(started !== undefined && { started }),
      ...(sinceTurn !== undefined && { sinceTurn }),
      onReport: (report) => this.#onReport(report),
      onExit: (why) => this.#onExit(why),
    })
  }

  #onReport(report: Report): void {
    switch (report.what) {
      case 'open':
        this.#isOpen = true
        this.#lastBeatAt = performance.now()
        this.#opened?.(undefined)
        return
      case 'failed':
        if (this.#opened !== undefined) this.#opened(report.why)
        else this.#options.failed?.(report.why)
        return
      case 'beat':
        this.#beat(report)
        return
      case 'log':
        this.#options.log?.(report.level, report.text)
        return
      case 'reloaded':
        this.#reloads.get(report.n)?.()
        this.#reloads.delete(report.n)
        return
      case 'gone':
    }
  }

  #beat({ mayStop, why }: Access): void {
    const now = performance.now()
    this.#lastBeatAt = now
    if (now - this.#startedAt > STABLE_MS) this.#backOffMs = MIN_BACK_OFF_MS
    this.#reportAccess({ mayStop, why })
    this.#options.beat?.()
    if (now - this.#dropsReportedAt < DROP_REPORT_MS) return
    this.#dropsReportedAt = now
    const dropped = this.#child?.dropped ?? 0
    if (dropped > this.#reportedDrops)
      this.#options.log?.(
        'warn',
        `${dropped - this.#reportedDrops} events were dropped: the console did not keep up`,
      )
    this.#reportedDrops = dropped
  }

  #onExit(why: string): void {
    this.#child = undefined
    this.#reportedDrops = 0
    for (const resolve of this.#reloads.values()) resolve()
    this.#reloads.clear()
    if (this.#opened !== undefined) return this.#opened(`its process exited: ${why}`)
    if (this.#closed) return
    const message = `the console process exited (${why}) and is being restarted`
    this.#options.log?.('error', message)
    this.#reportAccess({ mayStop: [], why: message })
    this.#restartTimer = setTimeout(() => this.#start(), this.#backOffMs)
    this.#backOffMs = Math.min(2 * this.#backOffMs, MAX_BACK_OFF_MS)
  }

  /** Checks that the process exists, responds, and stays within its memory limit. */
  #check(): void {
    const now = performance.now()
    // if this loop itself was blocked, beats from that time are still unread
    const late = now - this.#checkedAt > 2 * CHECK_MS
    this.#checkedAt = now
    const child = this.#child
    if (child === undefined) return this.#reportAccess(this.#access)
    const silent = now - this.#lastBeatAt
    if (!late && silent > SILENT_MS)
      this.#reportAccess({
        mayStop: [],
        why: `the console process has not answered for ${Math.round(silent / 100) / 10} s`,
      })
    // on a busy computer the program may take seconds to load; killing it then would only restart the loading
    if (!late && silent > (this.#isOpen ? DEAD_MS : START_MS)) child.kill('it did not answer')
    if (now - this.#measuredAt < MEASURE_MS) return
    this.#measuredAt = now
    const resident = child.resident ?? 0
    if (resident > MAX_BYTES) child.kill(`it used ${Math.round(resident / 1e6)} MB of memory`)
  }

  #reportAccess(access: Access): void {
    this.#access = access
    this.#options.access?.(access)
  }
}

const STARTING = 'the console is being opened'
/** larger events are not pushed; the command `news` returns them */
const MAX_EVENT_LENGTH = 65_536
const CHECK_MS = 100
const MEASURE_MS = 250
const DROP_REPORT_MS = 1000
/** after this long without a beat the console counts as unreachable; after DEAD_MS it is killed */
const SILENT_MS = 500
const DEAD_MS = 2000
const START_MS = 30_000
const MAX_BYTES = 400e6
const STABLE_MS = 10_000
const MIN_BACK_OFF_MS = 50
const MAX_BACK_OFF_MS = 1000
