import type { ByteStream } from '#link/byte-stream.js'
import { describeMismatch } from '#link/link-event.js'
import type { LinkSession } from '#link/link-session.js'
import type { RobotLine } from '../robot.js'

/** The serial line to a controller: a session and the bytes that carry it. */
export class SerialLine implements RobotLine {
  readonly #session: LinkSession
  readonly #carrier: { readonly stream: ByteStream }

  /** @param carrier may replace its stream: it is read anew in every turn */
  constructor(session: LinkSession, carrier: { readonly stream: ByteStream }) {
    this.#session = session
    this.#carrier = carrier
  }

  get status(): RobotLine['status'] {
    return this.#session.status
  }

  get stopping(): boolean {
    return this.#session.stopping
  }

  get heartbeats(): number {
    return this.#session.heartbeats
  }

  get refusal(): string | undefined {
    const { status, foreign } = this.#session
    return status === 'refused' ? describeMismatch('the controller', foreign) : undefined
  }

  receive(): void {
    const { stream } = this.#carrier
    this.#session.feed(stream.read())
    if (!stream.open) this.#session.hangUp()
  }

  allowHeartbeat(): void {
    this.#session.allowHeartbeat()
  }

  send(): void {
    this.#session.poll()
    // A command is judged and sent in the same turn or not at all: telemetry was silent or this turn hung, so the
    // belief on which the twin granted the permit is out of date.
    if (this.#session.status === 'degraded') this.#session.withdrawWaiting()
    this.#carrier.stream.write(this.#session.takeBytes())
  }
}
