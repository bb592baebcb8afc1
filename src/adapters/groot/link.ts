import { MessageChannel, receiveMessageOnPort, type MessagePort, type Worker } from 'node:worker_threads'
import { err, ok, type Result } from '#base/result.js'
import type { PublishedTree } from '#bt-tools/monitor/responder.js'
import { startThread } from '../side-process/launch.js'
import {
  LINE,
  type BlackboardQuestion,
  type FromSockets,
  type SocketOptions,
  type ToSockets,
} from './messages.js'

export type LinkOptions = Omit<SocketOptions, 'mail' | 'line'>

/** @returns MessagePack, or an error text when there is no answer */
export type BlackboardReader = (names: readonly string[]) => Uint8Array | string

/** The ticking thread's end of the link to the socket thread. Neither end keeps the process alive. */
export class GrootLink {
  /** request port; publications use the next port */
  readonly port: number
  readonly #worker: Worker
  readonly #mail: MessagePort
  readonly #line: Int32Array
  readonly #atExit = (): void => this.#closeOnExit()
  #read: BlackboardReader = () => 'no tree is shown yet'
  #closed = false

  private constructor(worker: Worker, mail: MessagePort, line: Int32Array, port: number) {
    this.port = port
    this.#worker = worker
    this.#mail = mail
    this.#line = line
    mail.on('message', (question: BlackboardQuestion) => this.#answer(question))
    mail.unref()
    worker.unref()
    // when the socket thread dies only monitoring ends; the tree keeps ticking
    worker.on('error', () => this.#onEnd())
    worker.on('exit', () => this.#onEnd())
    process.once('exit', this.#atExit)
  }

  /**
   * @param program module that the thread runs; it calls `serveGroot`
   * @returns the link, or an error text when the sockets could not be opened
   */
  static async open(program: URL, options: LinkOptions): Promise<Result<GrootLink, string>> {
    const { port1, port2 } = new MessageChannel()
    const line = new Int32Array(new SharedArrayBuffer(8))
    const workerData = { ...options, mail: port2, line } satisfies SocketOptions
    const worker = startThread(program, { workerData, transferList: [port2] })
    const message = await firstMessage(worker)
    if (message.kind === 'open') return ok(new GrootLink(worker, port1, line, message.port))
    port1.close()
    await worker.terminate()
    return err(message.reason)
  }

  /** @param read reads the blackboards of the tree shown from now on */
  show(shown: PublishedTree, read: BlackboardReader): void {
    this.#read = read
    this.#send({ kind: 'show', shown })
  }

  /** @param ms time after which the breakpoints of a silent client are released */
  patience(ms: number): void {
    this.#send({ kind: 'silence', ms })
  }

  /** Publishes a breakpoint hit. Hits are dropped while the socket thread lags behind. */
  hit(uid: number): void {
    if (Atomics.load(this.#line, LINE.unread) >= MAX_UNREAD) return
    Atomics.add(this.#line, LINE.unread, 1)
    this.#send({ kind: 'hit', uid })
  }

  /** Answers pending questions; for a thread whose event loop does not run. */
  service(): void {
    if (this.#closed) return
    for (;;) {
      const received = receiveMessageOnPort(this.#mail) as { message: BlackboardQuestion } | undefined
      if (received === undefined) return
      this.#answer(received.message)
    }
  }

  /** Closes the sockets and ends the thread. */
  async close(): Promise<void> {
    if (this.#closed) return
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.ref()
    this.#send({ kind: 'close' })
    this.#onEnd()
    await ended
  }

  #answer({ id, names }: BlackboardQuestion): void {
    this.#send({ kind: 'blackboards', id, payload: this.#read(names) })
  }

  #send(message: ToSockets): void {
    if (!this.#closed) this.#worker.postMessage(message)
  }

  /** ZeroMQ aborts the process if it exits while a thread still waits on a socket: close the sockets first. */
  #closeOnExit(): void {
    if (this.#closed) return
    this.#send({ kind: 'close' })
    this.#closed = true
    Atomics.wait(this.#line, LINE.closed, 0, HANG_UP_MS)
  }

  #onEnd(): void {
    process.off('exit', this.#atExit)
    this.#closed = true
    this.#mail.close()
  }
}

function firstMessage(worker: Worker): Promise<FromSockets> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ kind: 'failed', reason: error.message })
    worker.once('error', failed)
    worker.once('message', (message: FromSockets) => {
      worker.off('error', failed)
      resolve(message)
    })
  })
}

const MAX_UNREAD = 1000
const HANG_UP_MS = 1000
