import { connect, type Socket } from 'node:net'
import { TokenBucket } from '#console/ports.js'
import { HANDSHAKE, MAX_KIND_LENGTH, STALLED_MS, STUCK_MS, type GuardRules } from './guard-rules.js'
import { FrameScanner } from './zmtp-frames.js'

export interface ConnectionOptions {
  readonly rules: GuardRules
  /** path of the socket behind the guard */
  readonly upstream: string
  /** work budget shared by all connections */
  readonly sharedBudget: TokenBucket
  /** The frame with the client's key is complete; `send` forwards it. */
  readonly onKey: (connection: Connection, send: () => void) => void
  /** libzmq has answered the handshake. */
  readonly onKeyAnswered: (connection: Connection) => void
  /** the key was accepted */
  readonly onAuthenticated: (connection: Connection) => void
  /** @param why why the connection was cut; undefined: the client disconnected */
  readonly onEnd: (connection: Connection, why: string | undefined) => void
}

/** One client, relayed to libzmq frame by frame within the rules. Nothing is decrypted. */
export class Connection {
  readonly remote: string
  /** the client's key in Z85; undefined until it has shown one */
  key: string | undefined
  readonly #client: Socket
  readonly #options: ConnectionOptions
  readonly #budget: TokenBucket
  readonly #openedAt = performance.now()
  readonly #in: FrameScanner
  readonly #out: FrameScanner
  #server: Socket | undefined
  #unsent: Buffer = Buffer.alloc(0)
  /** parts of its INITIATE, until that is complete */
  readonly #initiate: Buffer[] = []
  #bytes = 0
  #asked = 0
  #answered = 0
  #texts = 0
  #authenticated = false
  #ended = false
  #lastDataAt = performance.now()
  #progress = 0
  #progressAt = performance.now()
  #movedAt = performance.now()
  #waiting = 0

  constructor(client: Socket, options: ConnectionOptions) {
    const { rules } = options
    this.remote = client.remoteAddress ?? 'this machine'
    this.#client = client
    this.#options = options
    this.#budget = new TokenBucket(rules.load.perSecond, rules.load.atOnce, this.#openedAt)
    this.#in = new FrameScanner({
      mayBegin: () => this.#mayBegin(),
      onFrame: (length) => this.#onRequestFrame(length),
    })
    this.#out = new FrameScanner({ onFrame: (length, name) => this.#onAnswerFrame(length, name) })
    client.setNoDelay(true)
    client.setKeepAlive(true, KEEP_ALIVE_MS)
    client.on('data', (chunk) => this.receive(chunk))
    client.on('drain', () => this.#server?.resume())
    client.on('error', () => this.end())
    client.on('close', () => this.end())
  }

  /** has its key been accepted? */
  get authenticated(): boolean {
    return this.#authenticated
  }

  get lastDataAt(): number {
    return this.#lastDataAt
  }

  /** Processes bytes from the client. */
  receive(chunk: Buffer): void {
    if (this.#ended) return
    this.#lastDataAt = performance.now()
    this.#bytes += chunk.length
    if (!this.#authenticated && this.#bytes > HANDSHAKE.bytes) return this.end('handshake too long')
    this.#forward(chunk)
  }

  /** Checks the connection's limits; called several times a second. */
  sweep(now: number): void {
    if (!this.#authenticated && now - this.#openedAt > HANDSHAKE.ms) return this.end('no key in time')
    if (!this.#stalled || this.#answers > this.#progress) {
      this.#progress = Math.max(this.#progress, this.#answers)
      this.#progressAt = now
    }
    if (now - this.#progressAt > STALLED_MS)
      return this.end(this.#options.rules.listens ? 'too many subscriptions' : 'unanswered frames')
    if (this.#in.within && now - this.#lastDataAt > STUCK_MS) return this.end('incomplete message')
    if (this.#client.writableLength !== this.#waiting || this.#waiting === 0) this.#movedAt = now
    this.#waiting = this.#client.writableLength
    if (now - this.#movedAt > STUCK_MS) return this.end('the client does not read')
    if (this.#unsent.length > 0) this.#forward(Buffer.alloc(0))
  }

  /** @param why undefined: not worth reporting */
  end(why?: string): void {
    if (this.#ended) return
    this.#ended = true
    this.#client.destroy()
    this.#server?.destroy()
    this.#options.onEnd(this, why)
  }

  get #stalled(): boolean {
    return this.#asked - this.#answers >= this.#options.rules.unanswered
  }

  /** Number of answers. Short frames to a listener are event kinds, each followed by one text, and PONGs. */
  get #answers(): number {
    return this.#options.rules.listens ? Math.max(0, this.#answered - 2 * this.#texts) : this.#answered
  }

  #forward(chunk: Buffer): void {
    const bytes = this.#unsent.length === 0 ? chunk : Buffer.concat([this.#unsent, chunk])
    // clients that do not even send a ZMTP signature are not passed on to libzmq
    if (this.#server === undefined) {
      this.#unsent = bytes
      if (bytes.length < SIGNATURE) return
      if (bytes[0] !== 0xff || bytes[SIGNATURE - 1] !== 0x7f) return this.end('no ZMTP greeting')
      this.#server = this.#connect()
      this.#unsent = Buffer.alloc(0)
    }
    const taken = this.#in.scan(bytes)
    if (this.#ended) return
    this.#unsent = taken === bytes.length ? Buffer.alloc(0) : bytes.subarray(taken)
    const flows = taken === 0 || this.#send(this.#server, bytes.subarray(0, taken))
    if (flows && this.#unsent.length === 0) this.#client.resume()
    else this.#client.pause()
  }

  /** @returns true if more may be sent */
  #send(server: Socket, bytes: Buffer): boolean {
    if (this.#authenticated || this.#asked < HANDSHAKE_FRAMES) return server.write(bytes)
    this.#initiate.push(bytes)
    if (!this.#in.within)
      this.#options.onKey(this, () => server.write(Buffer.concat(this.#initiate.splice(0))))
    return true
  }

  #connect(): Socket {
    const server = connect(this.#options.upstream)
    const { rules } = this.#options
    server.on('data', (chunk) => {
      this.#out.scan(chunk)
      if (this.#ended) return
      const flows = this.#client.write(chunk)
      if (this.#unsent.length > 0) this.#forward(Buffer.alloc(0))
      if (flows) return
      if (this.#client.writableLength <= rules.backlog) return
      if (rules.listens) this.end('the listener did not keep up')
      else server.pause()
    })
    server.on('drain', () => this.#forward(Buffer.alloc(0)))
    server.on('error', () => this.end())
    // libzmq's last message, for example that a key is refused, still reaches the client
    server.on('close', () => this.#client.destroySoon())
    return server
  }

  #mayBegin(): boolean {
    // unauthenticated clients do not use up the budget of authenticated ones
    if (!this.#authenticated) return true
    const now = performance.now()
    if (this.#stalled || this.#client.writableLength > this.#options.rules.backlog) return false
    return this.#budget.has(now) && this.#options.sharedBudget.has(now)
  }

  #onRequestFrame(length: number): void {
    const { rules, sharedBudget } = this.#options
    this.#asked += 1
    if (!this.#authenticated) {
      if (this.#asked > HANDSHAKE_FRAMES) this.end('handshake too long')
      return
    }
    // before it is charged: a forged length must not cost the other connections anything
    if (length > rules.frame) return this.end('frame too long')
    const cost = 1 + length / 1024
    this.#budget.spend(cost)
    sharedBudget.spend(cost)
  }

  #onAnswerFrame(length: number, name: string): void {
    this.#answered += 1
    if (length > MAX_KIND_LENGTH) this.#texts += 1
    if (this.#authenticated || (name !== 'READY' && name !== 'ERROR')) return
    this.#options.onKeyAnswered(this)
    if (name !== 'READY') return
    this.#authenticated = true
    // the handshake's own frames, two each way, are not counted
    this.#asked = 0
    this.#answered = 0
    this.#texts = 0
    this.#options.onAuthenticated(this)
  }
}

const SIGNATURE = 10
/** HELLO and INITIATE */
const HANDSHAKE_FRAMES = 2
const KEEP_ALIVE_MS = 5000
