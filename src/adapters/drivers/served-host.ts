import type { Readable, Writable } from 'node:stream'

/** how soon a finished skill, a silent host or a fault is noticed, ms */
const TICK_MS = 10
/** bytes that may wait for a host that does not read */
const MAX_WAITING = 1_048_576
/** what carrier and event loop may add to the time in which the robot stands, ms */
const STANDING_SLACK_MS = 100

/** The driver's end of one connection: `LineSide` of src/drivers. */
export interface ServedSide {
  readonly moving: boolean
  receive(bytes: Uint8Array): void
  take(): string
  leave(): void
}

export interface ServedStreams {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Serves one host until its input ends, it does not read, or `end` is called. Whatever ends it, the robot is told to
 * stand first, and has its declared time for that before `ended` resolves. Nothing waits for the host: one that is
 * frozen does not keep the robot from noticing the silence.
 */
export class ServedHost {
  /** resolves when the host has gone and the robot stands, or has had its time for that; with what ended it */
  readonly ended: Promise<string>
  readonly #side: ServedSide
  readonly #output: Writable
  readonly #stopMs: number
  #finish: (why: string) => void = () => undefined
  #why: string | undefined

  constructor({ input, output }: ServedStreams, side: ServedSide, stopMs: number) {
    this.#side = side
    this.#output = output
    this.#stopMs = stopMs
    this.ended = new Promise((resolve) => (this.#finish = resolve))
    input.on('data', (bytes: Buffer) => this.#receive(bytes))
    for (const event of ['end', 'close', 'error']) input.on(event, () => this.end('the host has gone'))
    output.on('error', () => this.end('the host has gone'))
    const timer = setInterval(() => this.#tick(), TICK_MS)
    void this.ended.then(() => clearInterval(timer))
  }

  end(why: string): void {
    if (this.#why !== undefined) return
    this.#why = why
    this.#side.leave()
    const deadline = performance.now() + this.#stopMs + STANDING_SLACK_MS
    const wait = (): void => {
      this.#tick()
      if (!this.#side.moving || performance.now() >= deadline) this.#finish(why)
      else setTimeout(wait, TICK_MS)
    }
    wait()
  }

  #receive(bytes: Buffer): void {
    if (this.#why !== undefined) return
    this.#side.receive(bytes)
    // answers leave at once, not with the next tick
    this.#tick()
  }

  #tick(): void {
    const lines = this.#side.take()
    if (lines === '' || this.#output.destroyed || this.#output.writableEnded) return
    this.#output.write(lines)
    if (this.#output.writableLength > MAX_WAITING) this.end('the host does not read')
  }
}
