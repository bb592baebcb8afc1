import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsolePort } from '#console/ports.js'
import { untilSlack } from '#adapters/scheduling/slack.js'
import { startProgram } from './start.js'
import {
  frame,
  FrameReader,
  jsonFrame,
  KIND,
  numbered,
  type ForwardedRequest,
  type Orders,
  type Report,
} from './wire.js'

export interface ChildOptions {
  readonly orders: Omit<Orders, 'folder'>
  readonly dispatcher: ConsolePort
  /** a process that is already waiting for its orders */
  readonly started?: ChildProcess
  /** ms since the last turn of the reflex loop, infinite while it is not running */
  readonly sinceTurn?: () => number
  readonly onReport: (report: Report) => void
  /** called when the process and all its clients are gone */
  readonly onExit: (why: string) => void
}

/**
 * One instance of the console's process, seen from the service. The service never blocks on it, and memory use here
 * stays bounded whatever it does.
 */
export class Child {
  /** events dropped because the process did not read them */
  dropped = 0
  readonly #options: ChildOptions
  readonly #process: ChildProcess
  readonly #channel: Socket
  readonly #folder = mkdtempSync(join(tmpdir(), 'graft-console-'))
  readonly #reader = new FrameReader()
  readonly #viewerRequests: Buffer[] = []
  readonly #clients = new Set<string>()
  #draining = false
  #killReason: string | undefined

  constructor(options: ChildOptions) {
    this.#options = options
    this.#process = isAlive(options.started) ? options.started : startProgram()
    this.#channel = this.#process.stdio[3] as Socket
    this.#channel.on('data', (chunk) => this.#onData(chunk))
    this.#channel.on('error', () => undefined)
    this.#process.once('error', ({ message }) => this.#end(message))
    this.#process.once('exit', (code, signal) =>
      this.#end(this.#killReason ?? signal ?? `exit code ${code ?? 'unknown'}`),
    )
    this.#write(jsonFrame(KIND.open, { ...options.orders, folder: this.#folder }), Infinity)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** its resident memory, bytes; undefined where it cannot be measured */
  get resident(): number | undefined {
    try {
      const pages = readFileSync(`/proc/${this.pid ?? 0}/statm`, 'utf8').split(' ')[1]
      return Number(pages) * PAGE
    } catch {
      return undefined
    }
  }

  /** @param text one event, as JSON */
  sendEvent(kind: string, text: string): void {
    const name = Buffer.from(kind, 'latin1')
    const sent = this.#write(
      frame(KIND.news, Uint8Array.of(name.length), name, Buffer.from(text)),
      MAX_BACKLOG_FOR_EVENTS,
    )
    if (!sent) this.dropped += 1
  }

  reload(n: number): void {
    this.#write(frame(KIND.reload, numbered(n)), MAX_BACKLOG_FOR_REPLIES)
  }

  kill(why: string): void {
    this.#killReason ??= why
    this.#process.kill('SIGKILL')
  }

  /** Lets the process close its sockets; resolves when it has exited. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#channel.end()
    const late = setTimeout(() => this.kill('it did not exit'), CLOSE_MS)
    await gone
    clearTimeout(late)
  }

  #onData(chunk: Buffer): void {
    try {
      for (const { kind, body } of this.#reader.read(chunk)) {
        if (kind === KIND.request) this.#handle(body)
        else if (kind === KIND.report) this.#onReport(JSON.parse(body.toString()) as Report)
        else if (kind === KIND.viewerRequest) {
          if (this.#viewerRequests.length < MAX_VIEWER_REQUESTS) this.#viewerRequests.push(body)
          if (!this.#draining) this.#drain()
        }
      }
    } catch (error) {
      this.kill(`it sent an invalid message: ${String(error)}`)
    }
  }

  /**
   * Serves one viewer request per turn of the event loop, right after a turn of the reflex loop, so that it cannot
   * delay the next one, and only while earlier output is being read: other roles never wait behind more than one viewer
   * request, in either process.
   */
  #drain(): void {
    this.#draining = true
    const waitMs = untilSlack(this.#options.sinceTurn?.() ?? Infinity)
    if (waitMs > 0) return void setTimeout(() => this.#drain(), waitMs).unref()
    setImmediate(() => {
      if (this.#channel.writableLength > MAX_BACKLOG_FOR_VIEWERS)
        return void this.#channel.once('drain', () => this.#drain())
      const body = this.#viewerRequests.shift()
      if (body !== undefined) this.#handle(body)
      if (this.#viewerRequests.length > 0) this.#drain()
      else this.#draining = false
    })
  }

  #handle(body: Buffer): void {
    const { n, from, request } = JSON.parse(body.toString()) as ForwardedRequest
    this.#clients.add(from.client)
    const reply = this.#options.dispatcher.handle(request, from)
    // viewers' replies never use the space reserved for other roles
    const maxBacklog = from.role === 'viewer' ? MAX_BACKLOG_FOR_EVENTS : MAX_BACKLOG_FOR_REPLIES
    const send = (bytes: Uint8Array): void =>
      void this.#write(frame(KIND.reply, numbered(n), bytes), maxBacklog)
    if (reply instanceof Promise) void reply.then(send)
    else send(reply)
  }

  #onReport(report: Report): void {
    if (report.what !== 'gone') return this.#options.onReport(report)
    this.#clients.delete(report.client)
    this.#options.dispatcher.releaseClient(report.client)
  }

  #write(bytes: Buffer, maxBacklog: number): boolean {
    if (this.#channel.destroyed || this.#channel.writableLength > maxBacklog) return false
    this.#channel.write(bytes)
    return true
  }

  #end(why: string): void {
    rmSync(this.#folder, { recursive: true, force: true })
    this.#channel.destroy()
    for (const client of this.#clients) this.#options.dispatcher.releaseClient(client)
    this.#clients.clear()
    this.#options.onExit(why)
  }
}

const isAlive = (started: ChildProcess | undefined): started is ChildProcess =>
  started?.pid !== undefined && started.exitCode === null && started.signalCode === null

const PAGE = 4096
const CLOSE_MS = 1000
const MAX_VIEWER_REQUESTS = 64
/**
 * Backlog of bytes for the process: above the first limit viewers wait, above the second events and viewers' replies
 * are dropped, above the third all replies.
 */
const MAX_BACKLOG_FOR_VIEWERS = 131_072
const MAX_BACKLOG_FOR_EVENTS = 1_048_576
const MAX_BACKLOG_FOR_REPLIES = 4_194_304
