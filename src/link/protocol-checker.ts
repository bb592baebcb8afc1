import { specOf } from './message-codec.js'
import type { Message } from './messages.gen.js'
import type { ObservedMessage } from './wire-observer.js'

/** How the wire broke the law. `got` and `before` are messages of the wire. */
export type Breach =
  /** law 2: an actuation with permit 0 */
  | { readonly kind: 'no-permit'; readonly got: Message }
  /** law 2: a permit is for one command, and this is another one */
  | { readonly kind: 'permit-reused'; readonly got: Message; readonly before: Message }
  /** a retry is the same bytes: this id stood for something else */
  | { readonly kind: 'id-reused'; readonly got: Message; readonly before: Message }
  /** one id accepted twice as new */
  | { readonly kind: 'executed-twice'; readonly got: Message }

/** What the wire has shown of one command. */
export interface WireCounts {
  /** commands and setpoints that need a permit, without their repeats */
  readonly actuations: number
  /** the same frame again: retries of the host, copies of the line */
  readonly repeats: number
  /** ids that the controller accepted as new */
  readonly executions: number
}

/** what is remembered; far more than a day on one session has */
const MAX_REMEMBERED = 65_536

/**
 * Judges law 2 and "exactly once" from the wire alone: every actuation carries its own permit, stopping needs none, a
 * retry is the same message, no id is executed twice. It believes the frames, and nothing else.
 */
export class ProtocolChecker {
  readonly #permits = new Bounded<Message>()
  readonly #commands = new Bounded<{ readonly text: string; readonly message: Message }>()
  readonly #executed = new Bounded<number>()
  #counts = { actuations: 0, repeats: 0, executions: 0 }
  #session = 0

  /** The breaches that this message makes; mostly none. */
  hear({ message, seq }: ObservedMessage): Breach[] {
    switch (message.kind) {
      case 'moveTo':
      case 'push':
      case 'grip':
      case 'release':
      case 'rotate':
        return this.#actuation(message, `${message.session}/${message.cmdId}`)
      case 'setVelocity':
        // it has no id of its own: a copy of the line keeps the number of its frame
        return this.#actuation(message, `${message.session}/v${seq}`)
      case 'stop':
      case 'estop':
      case 'estopReset':
      case 'setPose':
        return this.#command(message, `${message.session}/${message.cmdId}`).breaches
      case 'telemetry':
        this.#session = message.session
        return []
      case 'helloAck':
        if (message.accepted === 1) this.#session = message.session
        return []
      case 'commandAck':
        return message.reply === 0 ? this.#accepted(message, seq) : []
      case 'hello':
      case 'timeSync':
      case 'heartbeat':
      case 'getStats':
      case 'timeReply':
      case 'stats':
      case 'event':
      case 'nak':
        return []
    }
  }

  get counts(): WireCounts {
    return this.#counts
  }

  #actuation(message: Extract<Message, { permitId: number }>, key: string): Breach[] {
    const { breaches, repeated } = this.#command(message, key)
    if (repeated) return breaches
    this.#counts.actuations++
    if (message.permitId === 0) return [...breaches, { kind: 'no-permit', got: message }]
    const permit = `${message.session}/${message.permitId}`
    const before = this.#permits.get(permit)
    this.#permits.set(permit, message)
    return before === undefined ? breaches : [...breaches, { kind: 'permit-reused', got: message, before }]
  }

  #command(message: Message, key: string): { readonly breaches: Breach[]; readonly repeated: boolean } {
    const text = JSON.stringify(message)
    const before = this.#commands.get(key)
    if (before === undefined) {
      this.#commands.set(key, { text, message })
      return { breaches: [], repeated: false }
    }
    if (before.text !== text)
      return { breaches: [{ kind: 'id-reused', got: message, before: before.message }], repeated: false }
    this.#counts.repeats++
    return { breaches: [], repeated: true }
  }

  #accepted(message: Extract<Message, { kind: 'commandAck' }>, seq: number): Breach[] {
    const key = `${this.#session}/${message.cmdId}`
    const before = this.#executed.get(key)
    if (before === undefined) {
      this.#executed.set(key, seq)
      this.#counts.executions++
      return []
    }
    // a copy of the line has the number of the first
    return before === seq ? [] : [{ kind: 'executed-twice', got: message }]
  }
}

/** Does this message move the robot, and so need a permit? */
export function needsPermit(message: Message): message is Extract<Message, { permitId: number }> {
  const { role } = specOf(message.kind)
  return role === 'actuation' || role === 'stream'
}

/** A map that forgets its oldest entry when it is full. */
class Bounded<V> {
  readonly #map = new Map<string, V>()

  get(key: string): V | undefined {
    return this.#map.get(key)
  }

  set(key: string, value: V): void {
    this.#map.set(key, value)
    if (this.#map.size <= MAX_REMEMBERED) return
    const oldest = this.#map.keys().next().value
    if (oldest !== undefined) this.#map.delete(oldest)
  }
}
