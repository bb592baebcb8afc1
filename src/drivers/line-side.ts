import type { Diagnostic } from '#base/diagnostic.js'
import { isObject } from './codec/shapes.js'
import type { DriverMessage, DriverPeer, HostMessage } from './contract.js'
import { LineSplitter } from './line-splitter.js'
import { decodeHostMessage, encodeDriverMessage } from './message-codec.js'

/** more of one connection say nothing new */
const MAX_PROBLEMS = 10
/** a number that no line can hold: its answer is for nobody */
const UNASKED = -1

/**
 * The driver's end of one connection: lines of the host in, lines of the robot out; the counterpart of `LinePeer`.
 * Sans I/O. The side outlives the connection: the next host opens a session of its own on it.
 */
export class LineSide {
  readonly #side: Pick<DriverPeer, 'send' | 'take'>
  readonly #onProblem: (problem: Diagnostic) => void
  readonly #splitter = new LineSplitter()
  #refusals: DriverMessage[] = []
  #problems = 0
  #moving = false

  constructor(side: Pick<DriverPeer, 'send' | 'take'>, onProblem: (problem: Diagnostic) => void) {
    this.#side = side
    this.#onProblem = onProblem
  }

  /** as the robot last said of itself */
  get moving(): boolean {
    return this.#moving
  }

  receive(bytes: Uint8Array): void {
    for (const line of this.#splitter.feed(bytes)) {
      if (!line.ok) {
        this.#tell(line.error)
        continue
      }
      const { text, number } = line.value
      const message = decodeHostMessage(text, { file: 'host', line: number, column: 1 })
      if (message.ok) this.#side.send(message.value)
      else this.#onBadLine(text, message.error)
    }
  }

  /** What is to be sent now, whole lines. Call it often: it is what lets the robot's time go on. */
  take(): string {
    const said = this.#side.take().filter((message) => !('rpc' in message && message.rpc === UNASKED))
    const messages = [...said, ...this.#refusals]
    this.#refusals = []
    for (const message of messages) if (message.kind === 'heartbeat') this.#moving = message.beat.moving
    return messages.map((message) => `${encodeDriverMessage(message)}\n`).join('')
  }

  /** The host has gone: the robot stands, and is SAFE. */
  leave(): void {
    this.#side.send({ kind: 'estop', rpc: UNASKED })
  }

  #onBadLine(line: string, problem: Diagnostic): void {
    this.#tell(problem)
    const { method, id } = requestIn(line)
    const rpc = typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : undefined
    // whatever else is wrong with it, whoever says stop wants it to stand
    if (method === 'stop' || method === 'estop') return this.#side.send(stopOf(method, rpc ?? UNASKED))
    if (rpc === undefined || this.#refusals.length >= MAX_PROBLEMS) return
    const text = `${problem.message}, expected ${problem.expected}, got ${problem.got}`.slice(0, 500)
    this.#refusals.push({ kind: 'refused', rpc, code: 'bad-params', text })
  }

  #tell(problem: Diagnostic): void {
    if (++this.#problems <= MAX_PROBLEMS) this.#onProblem(problem)
  }
}

const stopOf = (kind: 'stop' | 'estop', rpc: number): HostMessage => ({ kind, rpc })

/** What a line that is no message may have meant. */
function requestIn(line: string): { readonly method?: unknown; readonly id?: unknown } {
  try {
    const json: unknown = JSON.parse(line)
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}
