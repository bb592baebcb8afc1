import { Request } from 'zeromq'
import { err, ok, type Result } from '#base/result.js'
import type { Frames } from '#bt-tools/monitor/protocol.js'

/** A client's request socket: one request at a time, and a lost reply does not block the next request. */
export class Requester {
  readonly #socket: Request

  /** @param address `tcp://host:port`; the server need not be running yet */
  constructor(address: string) {
    this.#socket = new Request({
      linger: 0,
      relaxed: true,
      correlate: true,
      reconnectInterval: 100,
      reconnectMaxInterval: 1000,
    })
    this.#socket.connect(address)
  }

  /** @returns the reply, or an error text when there is none */
  async ask(frames: Frames, timeoutMs: number): Promise<Result<Frames, string>> {
    if (this.#socket.closed) return err('the connection was closed')
    this.#socket.sendTimeout = timeoutMs
    this.#socket.receiveTimeout = timeoutMs
    try {
      await this.#socket.send([...frames])
      return ok(await this.#socket.receive())
    } catch (error) {
      if (this.#socket.closed) return err('the connection was closed')
      return err(isTimeout(error) ? `no answer within ${timeoutMs} ms` : String(error))
    }
  }

  close(): void {
    this.#socket.close()
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'
