import { Reply, type Context } from 'zeromq'
import { receiveAll } from '../receive.js'
import { toZ85 } from '../key-files.js'

/** @returns the name of the key's owner if it may connect through this domain */
export type Admit = (domain: string, publicKey: string) => string | undefined

/**
 * Answers libzmq's question whether a client may connect (ZAP, ZeroMQ RFC 27). It must be bound before the endpoints,
 * and they must be closed when it ends.
 */
export class ZapHandler {
  readonly #socket: Reply
  readonly #admit: Admit

  private constructor(socket: Reply, admit: Admit) {
    this.#socket = socket
    this.#admit = admit
  }

  /** @throws when the context already has a handler */
  static async bind(context: Context, admit: Admit): Promise<ZapHandler> {
    const socket = new Reply({ context, linger: 0, receiveTimeout: TIMEOUT_MS, sendTimeout: TIMEOUT_MS })
    await socket.bind('inproc://zeromq.zap.01')
    return new ZapHandler(socket, admit)
  }

  /** Answers until closed. @param turned called at least twice a second */
  async serve(turned: () => void): Promise<void> {
    await receiveAll(this.#socket, (frames) => this.#socket.send(this.#answer(frames)), turned)
  }

  close(): void {
    this.#socket.close()
  }

  #answer(frames: readonly Buffer[]): (Buffer | string)[] {
    const [version, id, domain, , , mechanism, key] = frames
    const isCurve = String(version) === '1.0' && String(mechanism) === 'CURVE'
    const user =
      isCurve && frames.length === 7 && key?.length === 32
        ? this.#admit(String(domain), toZ85(key))
        : undefined
    const [status, text] = user === undefined ? ['400', 'refused'] : ['200', 'OK']
    return ['1.0', id ?? '', status, text, user ?? '', '']
  }
}

const TIMEOUT_MS = 500
