import { OnceOnly } from '#base/once-only.js'
import { specOf } from './message-codec.js'
import type { Message } from './messages.gen.js'
import type { ObservedMessage } from './wire-observer.js'

/** A violation seen on the wire. `got` and `before` are messages from the wire. */
export type Breach =
  /** law 2: an actuation with permit id 0 */
  | { readonly kind: 'no-permit'; readonly got: Message }
  /** law 2: a permit covers one command, and this is a different one */
  | { readonly kind: 'permit-reused'; readonly got: Message; readonly before: Message }
  /** a retry must repeat the same bytes, but this id was used for another command */
  | { readonly kind: 'id-reused'; readonly got: Message; readonly before: Message }
  /** one id accepted as new twice */
  | { readonly kind: 'executed-twice'; readonly got: Message }

/** Command counts as observed on the wire. */
export interface WireCounts {
  /** commands and setpoints that need a permit, not counting repeats */
  readonly actuations: number
  /** repeated frames: host retries, or duplicates made by the line */
  readonly repeats: number
  /** ids that the controller accepted as new */
  readonly executions: number
}

/**
 * Checks law 2 and exactly-once execution from the wire alone: every actuation carries its own permit, stopping needs
 * none, a retry repeats the same message, no id is executed twice. It trusts only the frames.
 */
export class ProtocolChecker {
  readonly #once = new OnceOnly<Message>()
  #counts = { actuations: 0, repeats: 0, executions: 0 }
  #session = 0

  /** Returns the breaches caused by this message; usually none. */
  observe({ message, seq }: ObservedMessage): Breach[] {
    switch (message.kind) {
      case 'moveTo':
      case 'push':
      case 'grip':
      case 'release':
      case 'rotate':
        return this.#actuation(message, `${message.session}/${message.cmdId}`)
      case 'setVelocity':
        // it has no command id, but a duplicate made by the line keeps the frame's sequence number
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
      case 'setSpeedScale':
      case 'placeOdometry':
      case 'getStats':
      case 'timeReply':
      case 'stats':
      case 'odometry':
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
    const before = this.#once.permitted(`${message.session}/${message.permitId}`, message)
    return before === undefined ? breaches : [...breaches, { kind: 'permit-reused', got: message, before }]
  }

  #command(message: Message, key: string): { readonly breaches: Breach[]; readonly repeated: boolean } {
    const before = this.#once.sent(key, message)
    if (before === undefined) return { breaches: [], repeated: false }
    if (before !== 'again')
      return { breaches: [{ kind: 'id-reused', got: message, before }], repeated: false }
    this.#counts.repeats++
    return { breaches: [], repeated: true }
  }

  #accepted(message: Extract<Message, { kind: 'commandAck' }>, seq: number): Breach[] {
    // a duplicate made by the line carries the sequence number of the original
    const execution = this.#once.executed(`${this.#session}/${message.cmdId}`, seq)
    if (execution === 'first') this.#counts.executions++
    return execution === 'twice' ? [{ kind: 'executed-twice', got: message }] : []
  }
}

/** Whether this message moves the robot and therefore needs a permit. */
export function needsPermit(message: Message): message is Extract<Message, { permitId: number }> {
  const { role } = specOf(message.kind)
  return role === 'actuation' || role === 'stream'
}
