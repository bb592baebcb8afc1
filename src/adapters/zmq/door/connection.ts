import { connect, type Socket } from 'node:net'
import { TokenBucket } from '#console/ports.js'
import { HANDSHAKE, LONGEST_KIND, STALLED_MS, STUCK_MS, type GuardRules } from './guard-rules.js'
import { FrameScanner } from './zmtp-frames.js'

export interface ConnectionParts {
  readonly rules: GuardRules
  /** path of the socket behind the guard */
  readonly upstream: string
  /** work budget shared by all connections */
  readonly ofAll: TokenBucket
  /** The frame with the client's key is complete; `send` forwards it. */
  readonly show: (connection: Connection, send: () => void) => void
  /** libzmq has answered the handshake. */
  readonly shown: (connection: Connection) => void
  /** the key was accepted */
  readonly entered: (connection: Connection) => void
  /** @param why why the connection was cut; undefined: the client disconnected */
  readonly ended: (connection: Connection, why: string | undefined) => void
}

/** One client, relayed to libzmq frame by frame within the rules. Nothing is decrypted. */
export class Connection {
  readonly remote: string
  /** the client's key in Z85; undefined until it has shown one */
  key: string | undefined
  readonly #client: Socket
  readonly #parts: ConnectionParts
  readonly #own: TokenBucket
  readonly #began = performance.now()
  readonly #in: FrameScanner
  readonly #out: FrameScanner
  #server: Socket | undefined
  #held: Buffer = Buffer.alloc(0)
  /** parts of its INITIATE, until that is complete */
  readonly #initiate: Buffer[] = []
  #bytes = 0
  #asked = 0
  #answered = 0
  #texts = 0
  #entered = false
  #over = false
  #heardAt = performance.now()
  #progress = 0
  #progressAt = performance.now()
  #movedAt = performance.now()
  #waiting = 0

  constructor(client: Socket, parts: ConnectionParts) {
    const { rules } = parts
    this.remote = client.remoteAddress ?? 'this machine'
    this.#client = client
    this.#parts = parts
    this.#own = new TokenBucket(rules.load.perSecond, rules.load.atOnce, this.#began)
    this.#in = new FrameScanner({ mayBegin: () => this.#mayBegin(), begun: (length) => this.#ask(length) })
    this.#out = new FrameScanner({ begun: (length, name) => this.#answer(length, name) })
    client.setNoDelay(true)
    client.setKeepAlive(true, KEEP_ALIVE_MS)
    client.on('data', (chunk) => this.hear(chunk))
    client.on('drain', () => this.#server?.resume())
    client.on('error', () => this.end())
    client.on('close', () => this.end())
  }

  /** has its key been accepted? */
  get entered(): boolean {
    return this.#entered
  }

  get heardAt(): number {
    return this.#heardAt
  }

  /** Processes bytes from the client. */
  hear(chunk: Buffer): void {
    if (this.#over) return
    this.#heardAt = performance.now()
    this.#bytes += chunk.length
    if (!this.#entered && this.#bytes > HANDSHAKE.bytes) return this.end('a handshake without end')
    this.#forward(chunk)
  }

  /** Checks the connection's limits; called several times a second. */
  sweep(now: number): void {
    if (!this.#entered && now - this.#began > HANDSHAKE.ms) return this.end('no key within the time')
    if (!this.#stalled || this.#answers > this.#progress) {
      this.#progress = Math.max(this.#progress, this.#answers)
      this.#progressAt = now
    }
    if (now - this.#progressAt > STALLED_MS)
      return this.end(this.#parts.rules.listens ? 'too many subscriptions' : 'frames without an answer')
    if (this.#in.within && now - this.#heardAt > STUCK_MS) return this.end('half a message')
    if (this.#client.writableLength !== this.#waiting || this.#waiting === 0) this.#movedAt = now
    this.#waiting = this.#client.writableLength
    if (now - this.#movedAt > STUCK_MS) return this.end('it does not read')
    if (this.#held.length > 0) this.#forward(Buffer.alloc(0))
  }

  /** @param why undefined: not worth reporting */
  end(why?: string): void {
    if (this.#over) return
    this.#over = true
    this.#client.destroy()
    this.#server?.destroy()
    this.#parts.ended(this, why)
  }

  get #stalled(): boolean {
    return this.#asked - this.#answers >= this.#parts.rules.unanswered
  }

  /** Number of answers. Short frames to a listener are event kinds, each followed by one text, and PONGs. */
  get #answers(): number {
    return this.#parts.rules.listens ? Math.max(0, this.#answered - 2 * this.#texts) : this.#answered
  }

  #forward(chunk: Buffer): void {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    // clients that do not even send a ZMTP signature are not passed on to libzmq
    if (this.#server === undefined) {
      this.#held = bytes
      if (bytes.length < SIGNATURE) return
      if (bytes[0] !== 0xff || bytes[SIGNATURE - 1] !== 0x7f) return this.end('no greeting of ZMTP')
      this.#server = this.#connect()
      this.#held = Buffer.alloc(0)
    }
    const taken = this.#in.scan(bytes)
    if (this.#over) return
    this.#held = taken === bytes.length ? Buffer.alloc(0) : bytes.subarray(taken)
    const flows = taken === 0 || this.#passOn(this.#server, bytes.subarray(0, taken))
    if (flows && this.#held.length === 0) this.#client.resume()
    else this.#client.pause()
  }

  /** @returns true if more may be sent */
  #passOn(server: Socket, bytes: Buffer): boolean {
    if (this.#entered || this.#asked < HANDSHAKE_FRAMES) return server.write(bytes)
    this.#initiate.push(bytes)
    if (!this.#in.within) this.#parts.show(this, () => server.write(Buffer.concat(this.#initiate.splice(0))))
    return true
  }

  #connect(): Socket {
    const server = connect(this.#parts.upstream)
    const { rules } = this.#parts
    server.on('data', (chunk) => {
      this.#out.scan(chunk)
      if (this.#over) return
      const flows = this.#client.write(chunk)
      if (this.#held.length > 0) this.#forward(Buffer.alloc(0))
      if (flows) return
      if (this.#client.writableLength <= rules.backlog) return
      if (rules.listens) this.end('a listener that does not keep up')
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
    if (!this.#entered) return true
    const now = performance.now()
    if (this.#stalled || this.#client.writableLength > this.#parts.rules.backlog) return false
    return this.#own.has(now) && this.#parts.ofAll.has(now)
  }

  #ask(length: number): void {
    const { rules, ofAll } = this.#parts
    this.#asked += 1
    if (!this.#entered) {
      if (this.#asked > HANDSHAKE_FRAMES) this.end('a handshake without end')
      return
    }
    // before it is charged: a forged length must not cost the other connections anything
    if (length > rules.frame) return this.end('a frame that is too long')
    const cost = 1 + length / 1024
    this.#own.spend(cost)
    ofAll.spend(cost)
  }

  #answer(length: number, name: string): void {
    this.#answered += 1
    if (length > LONGEST_KIND) this.#texts += 1
    if (this.#entered || (name !== 'READY' && name !== 'ERROR')) return
    this.#parts.shown(this)
    if (name !== 'READY') return
    this.#entered = true
    // the handshake's own frames, two each way, are not counted
    this.#asked = 0
    this.#answered = 0
    this.#texts = 0
    this.#parts.entered(this)
  }
}

const SIGNATURE = 10
/** HELLO and INITIATE */
const HANDSHAKE_FRAMES = 2
const KEEP_ALIVE_MS = 5000
