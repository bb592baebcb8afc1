import { Publisher, Reply } from 'zeromq'
import type { Frames } from '#bt-tools/monitor/protocol.js'

/** The two sockets of an executor: requests on `port`, publications on `port + 1`. */
export class GrootSockets {
  readonly port: number
  readonly #reply: Reply
  readonly #publisher: Publisher
  #publishing: Promise<void> = Promise.resolve()
  #queued = 0

  /** @internal */
  constructor(reply: Reply, publisher: Publisher, port: number) {
    this.#reply = reply
    this.#publisher = publisher
    this.port = port
  }

  /** @throws ZeroMQ error when an address is in use or does not belong to this machine */
  static async open(host: string, port: number): Promise<GrootSockets> {
    if (port !== 0) return bindBoth(host, port, port + 1)
    for (let attempt = 1; ; attempt++) {
      try {
        return await bindBoth(host, 0, undefined)
      } catch (error) {
        // the port after a free one may be in use
        if (attempt === ATTEMPTS) throw error
      }
    }
  }

  /** Answers requests one at a time until the sockets are closed. */
  async serve(answer: (frames: Frames) => Frames | Promise<Frames>, answered: () => void): Promise<void> {
    for await (const frames of this.#reply) {
      const reply = await answer(frames)
      if (this.#reply.closed) return
      await this.#reply.send([...reply])
      answered()
    }
  }

  /** Publishes; drops publications that subscribers do not read fast enough. */
  publish(frames: Frames): void {
    if (this.#queued >= MAX_QUEUED) return
    this.#queued += 1
    this.#publishing = this.#publishing
      .then(() => this.#publisher.send([...frames]))
      .catch(() => undefined)
      .then(() => {
        this.#queued -= 1
      })
  }

  close(): void {
    this.#reply.close()
    this.#publisher.close()
  }
}

async function bindBoth(host: string, port: number, next: number | undefined): Promise<GrootSockets> {
  const options = { linger: 0, maxMessageSize: LARGEST_FRAME }
  const reply = new Reply(options)
  const publisher = new Publisher(options)
  try {
    await reply.bind(`tcp://${host}:${port === 0 ? '*' : port}`)
    const bound = Number(/:(\d+)$/.exec(reply.lastEndpoint ?? '')?.[1])
    await publisher.bind(`tcp://${host}:${next ?? bound + 1}`)
    return new GrootSockets(reply, publisher, bound)
  } catch (error) {
    reply.close()
    publisher.close()
    throw error
  }
}

const ATTEMPTS = 20
const MAX_QUEUED = 1000
/** bytes, far above any request of the protocol */
const LARGEST_FRAME = 1_048_576
