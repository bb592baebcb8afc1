import { Worker } from 'node:worker_threads'
import { Request } from 'zeromq'
import { readReply, textOf, writeRequest, type Reply, type RequestType } from '#bt-tools/monitor/protocol.js'

/** A client in this thread. */
export class GrootClient {
  readonly #socket: Request
  #id = 0

  constructor(address: string) {
    this.#socket = new Request({ linger: 0, receiveTimeout: 10_000 })
    this.#socket.connect(address)
  }

  async ask(type: RequestType, argument?: string): Promise<Reply> {
    this.#id += 1
    const reply = readReply(await this.raw(writeRequest(type, this.#id, argument)))
    if ('problem' in reply) throw new Error(reply.problem)
    if (reply.id !== this.#id) throw new Error('the reply to another request')
    return reply
  }

  async text(type: RequestType, argument?: string): Promise<string> {
    return textOf((await this.ask(type, argument)).payload ?? new Uint8Array(0))
  }

  async raw(frames: readonly Uint8Array[]): Promise<Uint8Array[]> {
    await this.#socket.send([...frames])
    return this.#socket.receive()
  }

  close(): void {
    this.#socket.close()
  }
}

export interface Step {
  /** waits for a publication first */
  readonly hit?: true
  readonly type: string
  readonly argument?: string
}

/**
 * A client in a thread of its own, for while this one stands at a breakpoint. It subscribes, plays its steps, and
 * gives the replies' payloads as hexadecimal digits, with the uids of the hits before them.
 */
export class ThreadClient {
  readonly #worker: Worker
  readonly #said: unknown[] = []
  #wake: () => void = () => undefined

  constructor(address: string, steps: readonly Step[]) {
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: { address, steps } })
    this.#worker.on('message', (message) => {
      this.#said.push(message)
      this.#wake()
    })
  }

  /** The next thing it says: `connected`, `subscribed` and a uid, and at the end what it saw. */
  async next(): Promise<unknown> {
    while (this.#said.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    return this.#said.shift()
  }

  saidSomething(): boolean {
    return this.#said.length > 0
  }

  /** Tells it to begin with its steps. */
  begin(): void {
    this.#worker.postMessage('begin')
  }

  /** Not `terminate`: zeromq aborts the process when a thread ends while it waits at a socket. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('end')
    await ended
  }
}

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { Request, Subscriber } = require('zeromq')
const { address, steps } = workerData
const port = Number(/:(\\d+)$/.exec(address)[1])
const request = new Request({ linger: 0, receiveTimeout: 10000 })
const subscriber = new Subscriber({ linger: 0, receiveTimeout: 10000 })
request.connect(address)
subscriber.events.on('handshake', () => parentPort.postMessage('connected'))
subscriber.connect(address.replace(/\\d+$/, String(port + 1)))
subscriber.subscribe()
let begin
const begun = new Promise((resolve) => (begin = resolve))
parentPort.on('message', (message) => {
  if (message === 'begin') return begin()
  request.close()
  subscriber.close()
  parentPort.close()
})
const play = async () => {
  const [, first] = await subscriber.receive()
  parentPort.postMessage('subscribed ' + first)
  await begun
  const seen = []
  for (const { hit, type, argument } of steps) {
    if (hit) {
      let uid = first.toString()
      // hits from before the beginning are still in the pipe
      while (uid === first.toString()) uid = (await subscriber.receive())[1].toString()
      seen.push('hit ' + uid)
    }
    const header = Buffer.from([2, type.charCodeAt(0), 0, 0, 0, 0])
    await request.send(argument === undefined ? [header] : [header, argument])
    const [head, payload] = await request.receive()
    const said = head.toString() === 'error' ? 'error ' + payload : payload === undefined ? '' : payload.toString('hex')
    seen.push(type + ' ' + said)
  }
  parentPort.postMessage(seen)
}
play().catch((error) => parentPort.postMessage('failed: ' + error))
`
