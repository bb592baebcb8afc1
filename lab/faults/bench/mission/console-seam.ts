import { FrameReader, jsonFrame, KIND, type ForwardedRequest } from '#console-sockets/console-server/wire.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import { CommandDispatcher } from '#console/command-dispatcher.js'
import type { Answer } from '#console/host.js'
import { Gate, type Sender, type Role } from '#console/ports.js'
import { LIMITS } from '#console/protocol.js'
import { InvariantError, ok } from '#base/result.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { MissionScene } from './mission.js'

/** What came back for one message. */
export interface Answered {
  readonly ok: boolean
  /** of the refusal */
  readonly code: string
}

/**
 * The console from the gate on, around a mission in virtual time: the gate that reads bytes of strangers,
 * the frames between the two processes, the service's dispatcher, and behind it a host that looks, and stops
 * the mission as an operator's `stop` does. Sockets, CURVE and the guard before libzmq have time of their
 * own and are not here; `npm run bench:viewer` has them.
 */
export class ConsoleSeam {
  /** bytes that the gate was given */
  bytes = 0
  refused = 0
  /** commands that a viewer's message has set off and that are none of a viewer's */
  readonly breaches: string[] = []
  readonly #gate: Gate
  readonly #manager: CommandDispatcher
  readonly #reader = new FrameReader()

  constructor(scene: MissionScene) {
    const now = (): number => scene.rig.clock.now()
    const statusPublisher = new StatusPublisher({
      now,
      version: 'fault bench',
      parts: initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'none'),
    })
    this.#gate = new Gate({ limits: LIMITS, now, onDisconnect: () => undefined, say: () => undefined })
    const execute = (command: CommandName, role: Role): Answer => {
      if (role === 'viewer' && CATALOGUE[command].role !== 'viewer') this.breaches.push(command)
      if (command === 'stop' || command === 'estop') scene.stop = true
      return ok(command === 'news' ? statusPublisher.since(0) : statusPublisher.status())
    }
    this.#manager = new CommandDispatcher({
      host: {
        statusPublisher,
        execute: (command, _, { role }) => execute(command, role),
        releaseClient: () => undefined,
      },
      now,
      publish: (statusEvent) => statusPublisher.publish(statusEvent),
    })
  }

  /** One message of a client, all the way and back. */
  send(message: Uint8Array, from: Sender): Answered {
    this.bytes += message.length
    const read = this.#gate.read(message, from)
    const reply = read.ok ? this.#serve({ n: 1, from, request: read.value }) : read.error
    const { ok: served, error } = JSON.parse(Buffer.from(reply).toString()) as {
      readonly ok: boolean
      readonly error?: { readonly code: string }
    }
    if (!served) this.refused += 1
    return { ok: served, code: error?.code ?? '' }
  }

  /** As it goes from the console's process to the service. */
  #serve(asked: ForwardedRequest): Uint8Array {
    const kind = asked.from.role === 'viewer' ? KIND.viewerRequest : KIND.request
    const [whole] = this.#reader.read(jsonFrame(kind, asked))
    if (whole === undefined) throw new InvariantError('a frame of the console did not come whole')
    const { request, from } = JSON.parse(whole.body.toString()) as ForwardedRequest
    const reply = this.#manager.handle(request, from)
    if (reply instanceof Promise) throw new InvariantError('nothing of this host takes time')
    return reply
  }
}
