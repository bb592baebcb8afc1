import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { err, ok, type Result } from '#base/result.js'
import type { PublishedTree } from '#bt-tools/monitor/responder.js'
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
  readonly #atExit = (): void => this.#hangUp()
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
    worker.on('error', () => this.#dead())
    worker.on('exit', () => this.#dead())
    process.once('exit', this.#atExit)
  }

  /**
   * @param program module that the thread runs; it calls `serveGroot`
   * @returns the link, or an error text when the sockets could not be opened
   */
  static async open(program: URL, options: LinkOptions): Promise<Result<GrootLink, string>> {
    const { port1, port2 } = new MessageChannel()
    const line = new Int32Array(new SharedArrayBuffer(8))
    const worker = spawn(program, { ...options, mail: port2, line })
    const said = await firstMessage(worker)
    if (said.kind === 'open') return ok(new GrootLink(worker, port1, line, said.port))
    port1.close()
    await worker.terminate()
    return err(said.reason)
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
    if (Atomics.load(this.#line, LINE.unread) >= MOST_UNREAD) return
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
    this.#dead()
    await ended
  }

  #answer({ id, names }: BlackboardQuestion): void {
    this.#send({ kind: 'blackboards', id, payload: this.#read(names) })
  }

  #send(message: ToSockets): void {
    if (!this.#closed) this.#worker.postMessage(message)
  }

  /** ZeroMQ aborts the process if it exits while a thread still waits on a socket: close the sockets first. */
  #hangUp(): void {
    if (this.#closed) return
    this.#send({ kind: 'close' })
    this.#closed = true
    Atomics.wait(this.#line, LINE.closed, 0, HANG_UP_MS)
  }

  #dead(): void {
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

/** Run from source (tests, tools), the thread needs a TypeScript loader; the build is plain JavaScript. */
function spawn(program: URL, workerData: SocketOptions): Worker {
  const transferList = [workerData.mail]
  if (program.pathname.endsWith('.js')) return new Worker(program, { workerData, transferList })
  const boot = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(program.href)})))`
  return new Worker(boot, { eval: true, workerData, transferList })
}

const MOST_UNREAD = 1000
const HANG_UP_MS = 1000
