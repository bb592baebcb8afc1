import { EventCode, type Message } from '#link/messages.gen.js'
import { needsPermit } from '#link/protocol-checker.js'
import type { ObservedMessage } from '#link/wire-observer.js'

type Actuation = Extract<Message, { permitId: number }>

/** What the controller has been told and has answered, as heard at its end of the line. */
export class WireView {
  /** ms at which a new heartbeat of the open session last arrived, or the session was opened */
  lastHeartbeat = -Infinity
  /** ms at which a STOP last arrived that no newer accepted actuation has followed */
  stopped = Infinity
  #session = 0
  #counter = -1
  readonly #reported = new Map<number, Actuation>()
  readonly #stops = new Set<number>()
  #active: Actuation | undefined

  /** the permitted command that was accepted and has not ended */
  get active(): Actuation | undefined {
    return this.#active
  }

  observe({ message }: ObservedMessage, now: number): void {
    if (message.kind === 'helloAck' && message.accepted === 1) this.#open(message.session, now)
    if (message.kind === 'heartbeat') this.#beat(message.session, message.counter, now)
    if (message.kind === 'stop' || message.kind === 'estop') this.#stop(message.session, message.cmdId, now)
    if (needsPermit(message) && message.permitId !== 0 && message.session === this.#session)
      this.#reported.set(idOf(message), message)
    if (message.kind === 'commandAck' && message.reply === 0) this.#accepted(message.cmdId)
    if (message.kind === 'event' && message.code === EventCode.commandDone) this.#ended(message.cmdId)
    if (message.kind === 'telemetry' && message.activeCmdId === 0 && message.doneCmdId !== 0)
      this.#ended(message.doneCmdId)
  }

  /** the controller has booted: it knows nobody */
  restarted(): void {
    this.#session = 0
    this.#active = undefined
    this.lastHeartbeat = -Infinity
    this.stopped = Infinity
  }

  #open(session: number, now: number): void {
    if (session === this.#session) return
    this.#session = session
    this.#counter = -1
    this.#reported.clear()
    this.#stops.clear()
    this.#active = undefined
    this.lastHeartbeat = now
  }

  #beat(session: number, counter: number, now: number): void {
    if (session !== this.#session || counter <= this.#counter) return
    this.#counter = counter
    this.lastHeartbeat = now
  }

  #stop(session: number, id: number, now: number): void {
    // a repeat of an old STOP is answered and not executed again
    if (session !== this.#session || this.#stops.has(id)) return
    this.#stops.add(id)
    this.stopped = now
  }

  #accepted(id: number): void {
    const command = this.#reported.get(id)
    if (command === undefined) return
    this.#active = command
    this.stopped = Infinity
  }

  #ended(id: number): void {
    if (this.#active !== undefined && idOf(this.#active) === id) this.#active = undefined
  }
}

const idOf = (message: Actuation): number => ('cmdId' in message ? message.cmdId : 0)
