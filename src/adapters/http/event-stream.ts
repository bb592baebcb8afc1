import type { ServerResponse } from 'node:http'

/** bytes that may be queued for one slow reader, in addition to the operating system's buffers */
const MAX_WAITING = 256 * 1024
/** a reader that reads nothing for this long is disconnected, ms */
const PATIENCE_MS = 15_000

/**
 * Server-sent events to one reader. The queue is bounded: an event that does not fit is dropped, and `send` returns
 * false.
 */
export class EventStream {
  readonly #response: ServerResponse
  #stuck: NodeJS.Timeout | undefined

  constructor(response: ServerResponse) {
    this.#response = response
    response.on('drain', () => this.#flowing())
    response.on('close', () => this.#flowing())
    response.write('retry: 1000\n\n')
  }

  /** bytes that the reader has not read yet */
  get waiting(): number {
    return this.#response.writableLength
  }

  /** @param data one line, such as JSON @returns false if the reader is slow and the event was dropped */
  send(event: string, data: string): boolean {
    const { waiting } = this
    if (this.#response.destroyed || (waiting > 0 && waiting + data.length > MAX_WAITING)) return false
    const flows = this.#response.write(`event: ${event}\ndata: ${data}\n\n`)
    if (!flows) this.#stuck ??= setTimeout(() => this.#response.destroy(), PATIENCE_MS).unref()
    return true
  }

  end(): void {
    this.#response.end()
  }

  #flowing(): void {
    clearTimeout(this.#stuck)
    this.#stuck = undefined
  }
}
