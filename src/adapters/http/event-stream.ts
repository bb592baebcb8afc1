import type { ServerResponse } from 'node:http'

/** bytes that may wait for one slow reader, beside what the operating system buffers */
const MOST_WAITING = 256 * 1024
/** a reader that takes nothing for so long is gone, ms */
const PATIENCE_MS = 15_000

/** Server-sent events to one reader. Nothing is queued without bound: what does not fit is not sent, and told so. */
export class EventStream {
  readonly #response: ServerResponse
  #stuck: NodeJS.Timeout | undefined

  constructor(response: ServerResponse) {
    this.#response = response
    response.on('drain', () => this.#flowing())
    response.on('close', () => this.#flowing())
    response.write('retry: 1000\n\n')
  }

  /** bytes that the reader has not taken yet */
  get waiting(): number {
    return this.#response.writableLength
  }

  /** @param data one line, as JSON is @returns false: the reader is slow, and this was not sent */
  send(event: string, data: string): boolean {
    const { waiting } = this
    if (this.#response.destroyed || (waiting > 0 && waiting + data.length > MOST_WAITING)) return false
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
