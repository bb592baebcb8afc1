import { randomInt } from 'node:crypto'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { Frames } from '#bt-tools/monitor/protocol.js'
import type { Responder, ResponderOptions } from '#bt-tools/monitor/responder.js'
import {
  LINE,
  type BlackboardQuestion,
  type FromSockets,
  type SocketOptions,
  type ToSockets,
} from './messages.js'
import { GrootSockets } from './sockets.js'

/** The protocol itself, implemented in `bt/monitor`. */
export interface GrootProtocol {
  readonly responder: (options: ResponderOptions) => Responder
  readonly hit: (uid: number, id: number) => Frames
}

/**
 * Runs the socket thread. It answers from shared memory on its own, even while the tree ticks without a pause or is
 * stopped at a breakpoint; only blackboard requests go to the ticking thread.
 */
export async function serveGroot(
  port: MessagePort,
  options: SocketOptions,
  protocol: GrootProtocol,
): Promise<void> {
  const send = (message: FromSockets): void => port.postMessage(message)
  const opened = await GrootSockets.open(options.host, options.port).catch((error: unknown) => {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    return undefined
  })
  if (opened === undefined) return
  const sockets = opened
  const responder = protocol.responder(options)
  const dispatcher = new QuestionAnswerer(options.mail, () => responder.wake())
  const beat = setInterval(() => responder.heartbeat(performance.now(), false), BEAT_MS)
  const onMessage = (message: ToSockets): void => {
    switch (message.kind) {
      case 'show':
        return responder.publish(message.shown)
      case 'hit':
        Atomics.sub(options.line, LINE.unread, 1)
        return sockets.publish(protocol.hit(message.uid, randomInt(2 ** 32)))
      case 'blackboards':
        return dispatcher.answered(message.id, message.payload)
      case 'silence':
        responder.silenceMs = message.ms
        return
      case 'close':
        clearInterval(beat)
        closeAll(sockets, port, options)
    }
  }
  port.on('message', onMessage)
  send({ kind: 'open', port: sockets.port })
  const answer = (frames: Frames): Frames | Promise<Frames> => {
    // a request refers to the tree shown before it was sent, so handle pending messages first
    for (let mail = receiveMessageOnPort(port); mail !== undefined; mail = receiveMessageOnPort(port)) {
      onMessage(mail.message as ToSockets)
    }
    const given = responder.answer(frames, microseconds())
    return given.kind === 'reply' ? given.frames : dispatcher.ask(given.names).then(given.reply)
  }
  await sockets.serve(answer, () => responder.heartbeat(performance.now(), true))
}

function closeAll(sockets: GrootSockets, port: MessagePort, { mail, line }: SocketOptions): void {
  sockets.close()
  mail.close()
  port.close()
  // one loop turn later, when nothing waits on the sockets any more
  setImmediate(() => {
    Atomics.store(line, LINE.closed, 1)
    Atomics.notify(line, LINE.closed)
  })
}

/**
 * Relays questions to the ticking thread. If that thread is busy for too long, the client gets an error instead of
 * silence.
 */
class QuestionAnswerer {
  readonly #mail: MessagePort
  readonly #wake: () => void
  readonly #waiting = new Map<number, (payload: Uint8Array | string) => void>()
  #count = 0

  constructor(mail: MessagePort, wake: () => void) {
    this.#mail = mail
    this.#wake = wake
  }

  ask(names: readonly string[]): Promise<Uint8Array | string> {
    const id = ++this.#count
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answered(id, TOO_BUSY), PATIENCE_MS)
      this.#waiting.set(id, (payload) => {
        clearTimeout(timer)
        resolve(payload)
      })
      this.#mail.postMessage({ id, names } satisfies BlackboardQuestion)
      this.#wake()
    })
  }

  answered(id: number, payload: Uint8Array | string): void {
    const resolve = this.#waiting.get(id)
    this.#waiting.delete(id)
    resolve?.(payload)
  }
}

const microseconds = (): number => (performance.timeOrigin + performance.now()) * 1000
const BEAT_MS = 20
const PATIENCE_MS = 1000
const TOO_BUSY = `the thread of the tree has been busy for ${PATIENCE_MS} ms`
