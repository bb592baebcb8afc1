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
  readonly #refused: (why: string) => void

  private constructor(socket: Reply, admit: Admit, refused: (why: string) => void) {
    this.#socket = socket
    this.#admit = admit
    this.#refused = refused
  }

  /** @throws when the context already has a handler */
  static async bind(
    context: Context,
    admit: Admit,
    refused: (why: string) => void = () => undefined,
  ): Promise<ZapHandler> {
    const socket = new Reply({ context, linger: 0, receiveTimeout: TURN_MS, sendTimeout: TURN_MS })
    await socket.bind('inproc://zeromq.zap.01')
    return new ZapHandler(socket, admit, refused)
  }

  /** Answers until closed. @param turned called at least twice a second */
  async serve(turned: () => void): Promise<void> {
    await receiveAll(this.#socket, (frames) => this.#socket.send(this.#answer(frames)), turned)
  }

  close(): void {
    this.#socket.close()
  }

  #answer(frames: readonly Buffer[]): (Buffer | string)[] {
    const [version, id, domain, address, , mechanism, key] = frames
    const say = (status: string, text: string, user: string): (Buffer | string)[] => [
      '1.0',
      id ?? '',
      status,
      text,
      user,
      '',
    ]
    const refuse = (why: string): (Buffer | string)[] => {
      this.#refused(`${why}, from ${String(address ?? 'nowhere')}`)
      return say('400', 'refused', '')
    }
    if (String(version) !== '1.0') return refuse('a question of another version')
    if (String(mechanism) !== 'CURVE' || frames.length !== 7 || key?.length !== 32)
      return refuse('no CURVE key')
    const user = this.#admit(String(domain), toZ85(key))
    return user === undefined ? refuse('an unknown key, or one of a lower role') : say('200', 'OK', user)
  }
}

const TURN_MS = 500
