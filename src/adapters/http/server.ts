import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { Budget } from './budget.js'
import { Connections } from './connections.js'
import { EventStream } from './event-stream.js'
import { guard } from './guard.js'
import { listenProblem, readListenAddress } from './listen-address.js'
import { Streams } from './streams.js'
import { nextSlack } from '../scheduling/slack.js'
import { textReply, type GuardedRequest, type BodyReply, type Reply, type StreamReply } from './reply.js'

export interface HttpOptions {
  /** `127.0.0.1:8087`; port 0 picks a free port */
  readonly listen: string
  /** host names, besides loopback and its own address, that browsers may use; lower case */
  readonly hosts?: readonly string[]
  /** Content-Security-Policy of every reply that does not set its own */
  readonly csp: string
  readonly answer: (asked: GuardedRequest) => Reply | Promise<Reply>
  /** requests answered even when the readers' share of loop time is used up; they must cost next to nothing */
  readonly always?: (asked: GuardedRequest) => boolean
  /** ms since the last turn of the reflex loop, infinite while it is not running */
  readonly sinceTurn?: () => number
  /** called when `answer` throws: a bug in graft; that reader gets a 500 and nobody else is affected */
  readonly onError?: (text: string) => void
}

export interface HttpServer {
  /** `http://127.0.0.1:8087` */
  readonly url: string
  readonly port: number
  /** open connections and, among them, event streams */
  load(): { readonly connections: number; readonly streams: number }
  /** Closes everything at once. */
  close(): Promise<void>
}

const MAX_CONNECTIONS = 64
const MAX_STREAMS = 12
const LIMITS = {
  /** limits for the complete header and the complete request, ms: a client that trickles bytes is cut off */
  headersTimeout: 4000,
  requestTimeout: 5000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 8 * 1024,
}
/**
 * event-loop time for all readers together: ms per second, and ms that can accumulate. The controller stops the robot
 * after 200 ms without a heartbeat, so what is saved up must be far below that.
 */
const [LOOP_SHARE_MS, LOOP_SAVED_MS] = [200, 60]
/** requests that may wait for their turn; browsers have few under way, a client that pipelines has thousands */
const MAX_WAITING = 256
/** a reader that reads nothing of its answer for this long is disconnected, ms */
const SILENCE_MS = 15_000

/**
 * Opens a small read-only web server for one page and its data: GET and HEAD only, bounded in connections, streams,
 * time and bytes. It sets the headers that keep other sites out, and does no DNS lookups.
 */
export async function openHttp(options: HttpOptions): Promise<Result<HttpServer, Diagnostic>> {
  const address = readListenAddress(options.listen)
  if (!address.ok) return address
  const streams = new Streams(MAX_STREAMS)
  const server = createServer(LIMITS, (request, response) => {
    requests.serve(request, response).catch(() => response.destroy())
  })
  const connections = new Connections(server, MAX_CONNECTIONS)
  const requests: Requests = new Requests(options, connections, streams)
  server.maxHeadersCount = 64
  server.setTimeout(SILENCE_MS)
  // no client has a reason to switch protocols or to tunnel
  for (const event of ['upgrade', 'connect'] as const) {
    server.on(event, (_request: IncomingMessage, socket: { destroy(): void }) => socket.destroy())
  }
  server.on('clientError', (_error, socket) => socket.destroy())

  const failure = await listening(server, address.value)
  if (failure !== undefined) return err(listenProblem(failure, options.listen))
  const { address: host, port } = server.address() as AddressInfo
  return ok({
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    load: () => ({ connections: connections.size, streams: streams.size }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        connections.closeAll()
      }),
  })
}

/** Answers requests within the readers' share of event-loop time. */
class Requests {
  readonly #options: HttpOptions
  readonly #connections: Connections
  readonly #streams: Streams
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  readonly #budget = new Budget(LOOP_SHARE_MS, LOOP_SAVED_MS, performance.now())

  constructor(options: HttpOptions, connections: Connections, streams: Streams) {
    this.#options = options
    this.#connections = connections
    this.#streams = streams
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { hosts = [], csp } = this.#options
    this.#connections.setBusy(request.socket, true)
    response.on('close', () => this.#connections.setBusy(request.socket, false))
    const asked = guard(request, hosts)
    if (asked.ok && this.#waiting >= MAX_WAITING) return void request.socket.destroy()
    if (asked.ok) await this.#ownTurn()
    if (response.destroyed) return
    const reply = asked.ok ? await this.#answer(asked.value) : asked.error
    if (response.destroyed) return
    if (reply.kind === 'body') sendBody(request, response, reply, csp)
    else if (request.method === 'HEAD') sendBody(request, response, { ...EMPTY, type: EVENTS }, csp)
    else this.#timed(() => sendStream(request, response, reply, { csp, streams: this.#streams }))
  }

  /**
   * One request a turn of the event loop, right after a turn of the reflex loop: pipelined requests arrive together,
   * and together they would hold up the reflex loop for as long as the reserve lasts.
   */
  async #ownTurn(): Promise<void> {
    this.#waiting++
    this.#turn = this.#turn.then(() => nextSlack(this.#options.sinceTurn ?? (() => Infinity)))
    await this.#turn
    this.#waiting--
  }

  async #answer(asked: GuardedRequest): Promise<Reply> {
    const { always, answer, onError } = this.#options
    if (!this.#budget.has(performance.now()) && always?.(asked) !== true) return BUSY
    try {
      return await this.#timed(() => answer(asked))
    } catch (error) {
      onError?.(`${asked.path}: ${error instanceof Error ? error.message : String(error)}`)
      return textReply(500, 'this page has a bug')
    }
  }

  #timed<T>(action: () => T): T {
    const began = performance.now()
    try {
      return action()
    } finally {
      this.#budget.spend(performance.now() - began)
    }
  }
}

const EVENTS = 'text/event-stream; charset=utf-8'
const EMPTY = textReply(200, '')
const BUSY = textReply(503, 'server busy: try again in a moment')

const listening = (
  server: Server,
  address: { readonly host: string; readonly port: number },
): Promise<string | undefined> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ ...address, exclusive: true }, () => {
      server.removeAllListeners('error')
      // later errors concern a single connection that could not be accepted; the others go on
      server.on('error', () => undefined)
      resolve(undefined)
    })
  })

function sendBody(request: IncomingMessage, response: ServerResponse, reply: BodyReply, csp: string): void {
  const { etag } = reply
  const known = etag !== undefined && request.headers['if-none-match'] === `"${etag}"`
  const bytes = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  response.writeHead(known ? 304 : reply.status, {
    ...headersOf(reply.csp ?? csp),
    'Content-Type': reply.type,
    'Cache-Control': etag === undefined ? 'no-store' : 'no-cache',
    ...(etag === undefined ? {} : { ETag: `"${etag}"` }),
    ...(known ? {} : { 'Content-Length': bytes.byteLength }),
    // a rejected client may send more; it need not be read
    ...(reply.status >= 400 && reply.status !== 404 ? { Connection: 'close' } : {}),
  })
  response.end(known || request.method === 'HEAD' ? undefined : bytes)
}

interface StreamTerms {
  readonly csp: string
  readonly streams: Streams
}

function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  reply: StreamReply,
  { csp, streams }: StreamTerms,
): void {
  streams.admit(response, request.socket.remoteAddress ?? '')
  request.socket.setTimeout(0)
  request.socket.setNoDelay(true)
  response.writeHead(200, { ...headersOf(csp), 'Content-Type': EVENTS, 'Cache-Control': 'no-store' })
  const closed = reply.open(new EventStream(response))
  response.on('close', closed)
}

const headersOf = (csp: string): Record<string, string> => ({
  'Content-Security-Policy': csp,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
})
