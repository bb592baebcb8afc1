import { Dealer } from 'zeromq'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import { PROTOCOL } from '#console/ports.js'
import { clientSocket } from './client-socket.js'
import type { ClientKey } from './key-files.js'
import { receiveAll } from './receive.js'

type Answered = Result<unknown, Refusal>

interface Pending {
  sent: boolean
  settle(answer: Answered): void
}

/**
 * A client's requests, several at a time. Nothing is queued for later: a request that cannot be sent in time is never
 * sent.
 */
export class Requests {
  readonly #address: string
  readonly #key: ClientKey
  readonly #by: string
  readonly #pending = new Map<number, Pending>()
  #socket: Dealer | undefined
  #sending: Promise<void> = Promise.resolve()
  #id = 0
  #denied = false
  #closed = false

  constructor(address: string, key: ClientKey, by: string) {
    this.#address = address
    this.#key = key
    this.#by = by
  }

  send(cmd: string, params: unknown, timeoutMs: number): Promise<Answered> {
    if (this.#closed) return Promise.resolve(err(CLOSED))
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve(err(TOO_MANY))
    const id = ++this.#id
    const message = JSON.stringify({ v: PROTOCOL, id, cmd, params, by: this.#by })
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#onTimeout(id, cmd, timeoutMs), timeoutMs)
      const settle = (answer: Answered): void => {
        clearTimeout(timer)
        this.#pending.delete(id)
        resolve(answer)
      }
      this.#pending.set(id, { sent: false, settle })
      this.#sending = this.#sending.then(() => this.#transmit(id, message))
    })
  }

  close(): void {
    this.#closed = true
    this.#drop(err(CLOSED))
  }

  async #transmit(id: number, message: string): Promise<void> {
    for (let pending = this.#pending.get(id); pending !== undefined; pending = this.#pending.get(id)) {
      const socket = (this.#socket ??= this.#connect())
      try {
        await socket.send(message)
        pending.sent = true
        return
      } catch {
        // no connection yet: retry until the timeout; a closed socket is replaced
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  #connect(): Dealer {
    const socket = new Dealer({
      ...clientSocket(this.#address, this.#key),
      // a command queued until the robot is back online would surprise anyone standing next to it
      immediate: true,
      sendTimeout: RETRY_MS,
      // a blocked send may swallow the signal that a reply has arrived: poll
      receiveTimeout: RECEIVE_TIMEOUT_MS,
    })
    // a refused socket does not reconnect: the next request gets a new one
    socket.events.on('handshake:error:auth', () => {
      this.#denied = true
      this.#drop(err(this.#deniedRefusal()))
    })
    socket.events.on('handshake', () => (this.#denied = false))
    socket.connect(this.#address)
    void this.#receive(socket)
    return socket
  }

  async #receive(socket: Dealer): Promise<void> {
    try {
      await receiveAll(
        socket,
        (frames) => this.#onReply(frames.at(-1)),
        () => undefined,
      )
    } catch {
      // closed while waiting
    }
  }

  #onReply(frame: Buffer | undefined): void {
    let reply: { id?: unknown; ok?: unknown; result?: unknown; error?: Refusal }
    try {
      reply = JSON.parse(String(frame)) as typeof reply
    } catch {
      return
    }
    const pending = typeof reply.id === 'number' ? this.#pending.get(reply.id) : undefined
    pending?.settle(reply.ok === true ? ok(reply.result) : err(reply.error ?? UNREADABLE))
  }

  #onTimeout(id: number, cmd: string, timeoutMs: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    pending.settle(
      err(
        this.#denied
          ? this.#deniedRefusal()
          : pending.sent
            ? {
                code: 'console.timeout',
                message: `no answer to \`${cmd}\` within ${timeoutMs} ms; the outcome is unknown`,
                hint: 'check `status` before sending it again',
              }
            : {
                code: 'console.unreachable',
                message: `no answer from ${this.#address}; \`${cmd}\` was not sent`,
                hint: 'is the service running, is the address right, and does the key belong to this robot?',
              },
      ),
    )
  }

  /** Settles all pending requests with this answer and closes the socket. */
  #drop(answer: Answered): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    for (const pending of [...this.#pending.values()]) pending.settle(answer)
  }

  #deniedRefusal(): Refusal {
    return {
      code: 'console.denied',
      message: `the service at ${this.#address} does not accept the key ${this.#key.name}`,
      hint: '`graft keys list` on the robot shows the allowed keys',
    }
  }
}

const MAX_PENDING = 64
const RETRY_MS = 50
const RECEIVE_TIMEOUT_MS = 200
const CLOSED: Refusal = { code: 'console.closed', message: 'the connection was closed' }
const TOO_MANY: Refusal = { code: 'console.busy', message: 'too many requests are waiting for an answer' }
const UNREADABLE: Refusal = { code: 'console.unreadable', message: 'the service refused without a reason' }
