import type { DriverMessage, DriverPeer, HostMessage, LineProblem } from './contract.js'
import { LineSplitter } from './line-splitter.js'
import { decodeDriverMessage, encodeHostMessage } from './message-codec.js'

/** bytes that may wait for a driver that does not read */
const MAX_WAITING = 1_048_576
/** the session ends long before that many have come */
const MAX_PROBLEMS = 64

/** What carries the lines: a pipe or a socket. It never blocks and never throws. */
export interface DriverStream {
  /** Hands over whole lines. @returns false if it takes none now: offer them again later */
  write(bytes: Uint8Array): boolean
  /** what has arrived since the last call; no more than a tick can digest, the rest next time */
  read(): Uint8Array
  /** why nothing can be sent or arrive any more, in a sentence */
  readonly closed: string | undefined
  close(): void
}

/** A driver behind a stream of lines. Memory is bounded both ways; `stop` overtakes every line that waits here. */
export class LinePeer implements DriverPeer {
  readonly #stream: DriverStream
  readonly #splitter = new LineSplitter()
  #waiting: { readonly kind: HostMessage['kind']; readonly bytes: Uint8Array }[] = []
  #waitingBytes = 0
  #problems: LineProblem[] = []
  #closed: string | undefined

  constructor(stream: DriverStream) {
    this.#stream = stream
  }

  get closed(): string | undefined {
    return this.#closed
  }

  send(message: HostMessage): void {
    if (this.#closed !== undefined) return
    const { kind } = message
    const bytes = new TextEncoder().encode(`${encodeHostMessage(message)}\n`)
    // of heartbeats that could not leave, the newest says all
    if (kind === 'heartbeat') this.#waiting = this.#waiting.filter((line) => line.kind !== 'heartbeat')
    const urgent = kind === 'stop' || kind === 'estop'
    if (urgent) this.#waiting.unshift({ kind, bytes })
    else this.#waiting.push({ kind, bytes })
    this.#waitingBytes = this.#waiting.reduce((sum, line) => sum + line.bytes.length, 0)
    this.#drain()
    if (this.#waitingBytes > MAX_WAITING) this.#end('the driver does not read what it is sent')
  }

  take(): readonly DriverMessage[] {
    if (this.#closed !== undefined) return []
    this.#drain()
    const bytes = this.#stream.read()
    const messages = this.#splitter.feed(bytes).flatMap((line) => {
      if (!line.ok) return this.#problem(line.error)
      const { text, number } = line.value
      const message = decodeDriverMessage(text, { file: 'driver', line: number, column: 1 })
      return message.ok ? [message.value] : this.#problem(message.error)
    })
    // what came before the end counts: it is taken first
    if (bytes.length === 0 && this.#stream.closed !== undefined) {
      const half =
        this.#splitter.begun === 0 ? '' : `, in the middle of a line of ${this.#splitter.begun} bytes so far`
      this.#closed = `${this.#stream.closed}${half}`
    }
    return messages
  }

  takeProblems(): readonly LineProblem[] {
    const problems = this.#problems
    this.#problems = []
    return problems
  }

  close(): void {
    this.#end('closed by graft')
  }

  #end(why: string): void {
    this.#closed ??= why
    this.#waiting = []
    this.#stream.close()
  }

  #drain(): void {
    while (this.#waiting[0] !== undefined && this.#stream.write(this.#waiting[0].bytes)) {
      this.#waitingBytes -= this.#waiting[0].bytes.length
      this.#waiting.shift()
    }
  }

  #problem(problem: LineProblem): [] {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
    return []
  }
}
