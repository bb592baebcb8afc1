import { WebSocket, type RawData } from 'ws'
import { visible } from '#base/visible.js'
import type { BridgeLink, BridgeListener } from './bridge-link.js'
import { decodeBridge, type BridgeOp } from './protocol.js'

/** longest frame that is read, bytes: a reading or a result has a few hundred; a longer one ends the connection */
const MAX_FRAME = 1_048_576
/** bytes that may wait for a bridge that does not read */
const MAX_WAITING = 1_048_576
/** frames within a second: more keep the stop waiting */
const MAX_FRAMES_A_SECOND = 5000
/** waits between two attempts, ms: doubled from the first to the last */
const BACKOFF = { first: 200, last: 5000 } as const
/** a connection that takes longer has failed, ms */
const CONNECT_MS = 3000
/** how long the last frames may take to leave, ms */
const LAST_WORDS_MS = 500
/** a ping this often, ms; one that is not answered before the next is the end */
const PING_MS = 1000

/** rosbridge over a WebSocket of this process. */
export class WebSocketLink implements BridgeLink {
  readonly #url: string
  #listener: BridgeListener | undefined
  #socket: WebSocket | undefined
  #retry: NodeJS.Timeout | undefined
  #waitMs: number = BACKOFF.first
  #why = 'not connected yet'
  #connected = false
  #closed = false
  #heard = { second: 0, frames: 0 }

  /** Begins to connect at once. @param url `ws://…`, checked */
  constructor(url: string) {
    this.#url = url
    this.#connect()
  }

  get connected(): boolean {
    return this.#connected
  }

  get why(): string {
    return this.#why
  }

  send(op: BridgeOp): boolean {
    const socket = this.#socket
    if (!this.#connected || socket === undefined) return false
    if (socket.readyState !== WebSocket.OPEN) {
      this.#lose(socket, 'the bridge closes the connection')
      return false
    }
    if (socket.bufferedAmount > MAX_WAITING) {
      this.#lose(socket, 'the bridge does not read')
      return false
    }
    socket.send(JSON.stringify(op), () => undefined)
    return true
  }

  listen(listener: BridgeListener): void {
    this.#listener = listener
    if (this.#connected) listener.opened()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#retry)
    this.#listener = undefined
    const socket = this.#socket
    if (socket === undefined) return
    // what was sent last, such as a stop, still leaves; an end that does not answer is not waited for
    socket.close()
    setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
  }

  #connect(): void {
    let socket: WebSocket
    try {
      socket = new WebSocket(this.#url, {
        maxPayload: MAX_FRAME,
        handshakeTimeout: CONNECT_MS,
        perMessageDeflate: false,
      })
    } catch (cause) {
      this.#later(reasonOf(cause))
      return
    }
    this.#socket = socket
    socket.on('open', () => this.#opened(socket))
    socket.on('message', (data, isBinary) => this.#received(socket, data, isBinary))
    socket.on('error', (cause) => this.#lose(socket, reasonOf(cause)))
    socket.on('close', (code) => this.#lose(socket, `the bridge has closed it (${code})`))
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket || this.#closed) return socket.terminate()
    this.#connected = true
    this.#heard = { second: 0, frames: 0 }
    this.#watch(socket)
    this.#listener?.opened()
  }

  /** Whether the other end still answers: a cable that was pulled closes nothing. */
  #watch(socket: WebSocket): void {
    let answered = true
    socket.on('pong', () => (answered = true))
    const timer = setInterval(() => {
      if (!answered) return this.#lose(socket, 'the bridge answers no ping')
      answered = false
      // it has lasted: the next loss begins with a short wait again
      this.#waitMs = BACKOFF.first
      socket.ping(undefined, undefined, () => undefined)
    }, PING_MS)
    socket.on('close', () => clearInterval(timer))
  }

  #received(socket: WebSocket, data: RawData, isBinary: boolean): void {
    if (socket !== this.#socket || !this.#connected) return
    const second = Math.floor(performance.now() / 1000)
    this.#heard = { second, frames: this.#heard.second === second ? this.#heard.frames + 1 : 1 }
    if (this.#heard.frames > MAX_FRAMES_A_SECOND) return this.#lose(socket, 'the bridge floods')
    // JSON comes as text; CBOR was not asked for
    if (isBinary) return
    this.#listener?.received(decodeBridge(textOf(data)))
  }

  #lose(socket: WebSocket, why: string): void {
    if (socket !== this.#socket) return
    const was = this.#connected
    this.#connected = false
    this.#socket = undefined
    socket.terminate()
    if (this.#closed) return
    this.#later(why)
    if (was) this.#listener?.closed(this.#why)
  }

  #later(why: string): void {
    this.#why = visible(why).slice(0, 300)
    this.#retry = setTimeout(() => this.#connect(), this.#waitMs)
    this.#waitMs = Math.min(2 * this.#waitMs, BACKOFF.last)
  }
}

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8')

const reasonOf = (cause: unknown): string => {
  const { message, code } = cause as { readonly message?: string; readonly code?: string }
  return message === undefined || message === '' ? (code ?? String(cause)) : message
}
