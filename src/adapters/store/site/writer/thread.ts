import { MessageChannel, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import { startThread } from '#adapters/side-process/launch.js'
import { sizeOf, type WriterClient, type OnFailure } from './writer-client.js'
import type { Answer, FromWriter, Job, WriterData } from './jobs.js'

interface Waiting {
  readonly job: Job
  readonly settle?: (answer: Answer) => void
}

/**
 * Runs the writer in a separate thread: neither its fsyncs nor its statements block the reflex loop. If the thread ends
 * unexpectedly, every further job fails with that reason.
 */
export class ThreadWriterClient implements WriterClient {
  readonly #mail
  readonly #done: Int32Array
  readonly #onFailure: OnFailure
  readonly #waiting = new Map<number, Waiting>()
  readonly #worker: Worker
  #count = 0
  #waitingBytes = 0
  #dead: Answer | undefined
  #onClosed: (() => void) | undefined

  constructor(dir: string, onFailure: OnFailure) {
    const { port1, port2 } = new MessageChannel()
    this.#mail = port1
    this.#onFailure = onFailure
    this.#done = new Int32Array(new SharedArrayBuffer(4))
    const workerData: WriterData = { dir, mail: port2, done: this.#done }
    this.#worker = startThread(PROGRAM, { workerData, transferList: [port2] })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)))
    this.#worker.on('exit', () => this.#end('it exited'))
    this.#mail.on('message', (message: FromWriter) => this.#onMessage(message))
    // an open store does not keep the process alive
    this.#mail.unref()
    this.#worker.unref()
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  post(job: Job): void {
    this.#send({ job })
  }

  submit(job: Job, settle: (answer: Answer) => void): void {
    this.#send({ job, settle })
  }

  wait(job: Job): Answer {
    let given: Answer | undefined
    const n = this.#send({ job, settle: (answer) => (given = answer) })
    const until = performance.now() + PATIENCE_MS
    while (given === undefined) {
      const last = Atomics.load(this.#done, 0)
      if (last < n) Atomics.wait(this.#done, 0, last, TURN_MS)
      this.receive()
      if (performance.now() > until) this.#end(`it has not answered for ${PATIENCE_MS / 1000} s`)
    }
    return given
  }

  receive(): void {
    for (
      let mail = receiveMessageOnPort(this.#mail);
      mail !== undefined;
      mail = receiveMessageOnPort(this.#mail)
    )
      this.#onMessage(mail.message as FromWriter)
  }

  close(): Promise<void> {
    if (this.#dead !== undefined) return Promise.resolve()
    this.#mail.ref()
    return new Promise((resolve) => {
      this.#onClosed = resolve
      this.#mail.postMessage('close')
    })
  }

  #send(waiting: Waiting): number {
    const n = ++this.#count
    if (this.#dead !== undefined) {
      this.#settle(waiting, this.#dead)
      return n
    }
    this.#waiting.set(n, waiting)
    this.#waitingBytes += sizeOf(waiting.job)
    // an awaited promise must settle even when nothing else keeps the process alive
    if (waiting.settle !== undefined) this.#mail.ref()
    this.#mail.postMessage({ n, job: waiting.job })
    return n
  }

  #onMessage(message: FromWriter): void {
    if (message === 'closed') return this.#end('it was closed')
    for (const { n, answer } of message) {
      const waiting = this.#waiting.get(n)
      if (waiting === undefined) continue
      this.#waiting.delete(n)
      this.#waitingBytes -= sizeOf(waiting.job)
      this.#settle(waiting, answer)
    }
    // whoever waits for the end of the thread is kept alive until it is told
    if (this.#waiting.size === 0 && this.#onClosed === undefined) this.#mail.unref()
  }

  #settle({ job, settle }: Waiting, answer: Answer): void {
    if (settle !== undefined) settle(answer)
    else if (!answer.ok) this.#onFailure(job, answer)
  }

  #end(why: string): void {
    if (this.#dead !== undefined) return
    const dead = { ok: false, code: 'store.thread', message: `the thread of the store: ${why}` } as const
    this.#dead = dead
    const left = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#waitingBytes = 0
    for (const waiting of left) this.#settle(waiting, dead)
    this.#mail.close()
    this.#onClosed?.()
  }
}

const PROGRAM = new URL(import.meta.url.endsWith('.js') ? './program.js' : './program.ts', import.meta.url)
const TURN_MS = 1000
const PATIENCE_MS = 60_000
