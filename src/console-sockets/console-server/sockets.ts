import { Publisher, Router, type Context } from 'zeromq'
import { PROTOCOL, type Sender, type Role } from '#console/ports.js'
import { TxQueue } from '../tx-queue.js'
import { KEEPALIVE } from '../client-socket.js'
import { receiveAll } from '../receive.js'

/** Handles messages behind the sockets: exactly one reply per message. Never throws or rejects. */
export interface RequestHandler {
  answer(message: Uint8Array, from: Sender): Uint8Array | Promise<Uint8Array>
  /** longest accepted message, bytes: longer ones are rejected unread */
  longest(role: Role): number
}

/** Subscribes to outgoing events: kind and text. */
export type Subscribe = (listener: (kind: string, text: Uint8Array) => void) => () => void

/** Options common to every socket of the console. */
export interface SocketOptions {
  readonly context: Context
  readonly secretKey: string
}

/** One bound socket. Closing it ends all its connections. */
export interface Endpoint {
  /** Serves until closed. @throws the error that ended it */
  serve(turned: () => void): Promise<void>
  close(): void
}

/** Binds the socket for requests of one role. @throws ZeroMQ error when the address is in use */
export async function bindRequests(
  address: string,
  role: Role,
  dispatcher: RequestHandler,
  options: SocketOptions & { readonly prefix: string },
): Promise<Endpoint> {
  const router = new Router({
    ...socketOptions(role, options),
    // includes the overhead of encryption
    maxMessageSize: dispatcher.longest(role) + 256,
    receiveTimeout: RECEIVE_TIMEOUT_MS,
    receiveHighWaterMark: 64,
    sendHighWaterMark: 16,
  })
  await bindOrClose(router, address)
  const txQueue = new TxQueue((frames) => router.send([...frames]), 256)
  const onMessage = (frames: readonly Buffer[]): void => {
    const [id = EMPTY, ...rest] = frames
    // a REQ socket sends an empty frame before its message and expects it back
    const back = rest.length === 2 && rest[0]?.length === 0 ? [id, EMPTY] : [id]
    if (id.length !== 5 || id[0] !== 0) return txQueue.push([...back, OWN_ID])
    const message = rest.length === back.length ? (rest.at(-1) ?? EMPTY) : EMPTY
    const reply = dispatcher.answer(message, { role, client: `${options.prefix}${id.toString('hex', 1)}` })
    if (reply instanceof Promise) void reply.then((bytes) => txQueue.push([...back, bytes]))
    else txQueue.push([...back, reply])
  }
  return { serve: (turned) => receiveAll(router, onMessage, turned), close: () => router.close() }
}

/** Binds the socket for events; slow subscribers lose some. @throws ZeroMQ error when the address is in use */
export async function bindEvents(
  address: string,
  listen: Subscribe,
  options: SocketOptions,
): Promise<Endpoint> {
  const publisher = new Publisher({
    ...socketOptions('news', options),
    // limits what subscribers send, namely subscriptions
    maxMessageSize: 1024,
    sendHighWaterMark: 500,
  })
  await bindOrClose(publisher, address)
  const txQueue = new TxQueue((frames) => publisher.send([...frames]), 500)
  const unsubscribe = listen((kind, text) => txQueue.push([kind, text]))
  let ended = (): void => undefined
  const closed = new Promise<void>((resolve) => (ended = resolve))
  return {
    serve: () => closed,
    close: () => {
      unsubscribe()
      publisher.close()
      ended()
    },
  }
}

const socketOptions = (purpose: string, { context, secretKey }: SocketOptions): object => ({
  context,
  linger: 0,
  curveServer: true,
  curveSecretKey: secretKey,
  zapDomain: `graft.${purpose}`,
  zapEnforceDomain: true,
  handshakeInterval: 2000,
  backlog: 256,
  ...KEEPALIVE,
})

async function bindOrClose(socket: Router | Publisher, address: string): Promise<void> {
  try {
    await socket.bind(address)
  } catch (error) {
    socket.close()
    throw error
  }
}

const EMPTY = Buffer.alloc(0)
const RECEIVE_TIMEOUT_MS = 500
const OWN_ID = JSON.stringify({
  v: PROTOCOL,
  id: null,
  ok: false,
  error: {
    code: 'console.identity',
    message: 'this socket chose its own routing id',
    hint: 'leave it to the service to name the connection',
  },
})
