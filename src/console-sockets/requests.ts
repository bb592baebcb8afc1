import { Dealer } from 'zeromq'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import { PROTOCOL, UNANSWERED, URGENT } from '#console/ports.js'
import { clientSocket, REFUSED, restMs } from './client-socket.js'
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
  readonly #to: { readonly address: string; readonly endpoint: string }
  readonly #key: ClientKey
  readonly #by: string
  readonly #pending = new Map<number, Pending>()
  #socket: Dealer | undefined
  #sending: Promise<void> = Promise.resolve()
  #id = 0
  /** why nothing can be sent */
  #why: 'unreachable' | 'notAccepted' | 'denied' = 'unreachable'
  #notBefore = -Infinity
  #refusals = 0
  #closed = false

  /** @param to the socket of the role, and the endpoint that people know it by */
  constructor(to: { readonly address: string; readonly endpoint: string }, key: ClientKey, by: string) {
    this.#to = to
    this.#key = key
    this.#by = by
  }

  send(cmd: string, params: unknown, timeoutMs: number): Promise<Answered> {
    if (this.#closed) return Promise.resolve(err(UNANSWERED.closed))
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve(err(UNANSWERED.tooMany))
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
      if (URGENT.has(cmd)) this.#notBefore = -Infinity
      this.#sending = this.#sending.then(() => this.#transmit(id, message))
    })
  }

  close(): void {
    this.#closed = true
    this.#drop(err(UNANSWERED.closed))
  }

  async #transmit(id: number, message: string): Promise<void> {
    for (let pending = this.#pending.get(id); pending !== undefined; pending = this.#pending.get(id)) {
      const socket = (this.#socket ??= this.#connect())
      try {
        await socket?.send(message)
        pending.sent = socket !== undefined
        if (pending.sent) return
      } catch {
        // no connection yet: retry until the timeout; a closed socket is replaced
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  #connect(): Dealer | undefined {
    if (performance.now() < this.#notBefore) return undefined
    this.#why = 'unreachable'
    const socket = new Dealer({
      ...clientSocket(this.#to.address, this.#key),
      // a command queued until the robot is back online would surprise anyone standing next to it
      immediate: true,
      sendTimeout: RETRY_MS,
      // a blocked send may swallow the signal that a reply has arrived: poll
      receiveTimeout: RECEIVE_TIMEOUT_MS,
    })
    // a refused socket does not reconnect: the next request gets a new one
    socket.events.on('handshake:error:auth', () => {
      this.#why = 'denied'
      this.#drop(err(this.#refusal('')))
    })
    for (const event of REFUSED) socket.events.on(event, () => this.#rest(socket))
    socket.events.on('handshake', () => (this.#refusals = 0))
    socket.connect(this.#to.address)
    void this.#receive(socket)
    return socket
  }

  /** libzmq would try again ten times a second, or never; a STOP does not wait for it: a cut looks like a refusal */
  #rest(socket: Dealer): void {
    this.#why = 'notAccepted'
    this.#notBefore = performance.now() + restMs(++this.#refusals)
    if (this.#socket === socket) this.#socket = undefined
    socket.close()
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
    pending?.settle(reply.ok === true ? ok(reply.result) : err(reply.error ?? UNANSWERED.unreadable))
  }

  #onTimeout(id: number, cmd: string, timeoutMs: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    pending.settle(err(pending.sent ? UNANSWERED.notInTime(cmd, timeoutMs) : this.#refusal(cmd)))
  }

  #refusal(cmd: string): Refusal {
    return UNANSWERED[this.#why](this.#to.endpoint, this.#key.name, cmd)
  }

  /** Settles all pending requests with this answer and closes the socket. */
  #drop(answer: Answered): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    for (const pending of [...this.#pending.values()]) pending.settle(answer)
  }
}

const MAX_PENDING = 64
const RETRY_MS = 50
const RECEIVE_TIMEOUT_MS = 200
