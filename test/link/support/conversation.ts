import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import type { LinkEvent } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { DoneStatus, Reply, type Message, type Telemetry } from '#link/messages.gen.js'
import type { CommandId, WireCommand } from '#link/wire-command.js'
import { WireObserver } from '#link/wire-observer.js'
import { helloAck, SESSION, telemetry } from './far-end.js'

const COMMANDS: Readonly<Record<string, WireCommand>> = {
  grip: { kind: 'grip', permitId: 7, mask: 15, regrips: 1 },
  release: { kind: 'release', permitId: 8, mask: 15 },
  rotate: { kind: 'rotate', permitId: 9, mask: 5 },
  setPose: { kind: 'setPose', x: 1, y: 2, theta: 0 },
  reset: { kind: 'estopReset', latchNonce: 3 },
  stop: { kind: 'stop' },
  estop: { kind: 'estop' },
  nonsense: { kind: 'grip', permitId: 7, mask: 99, regrips: 1 },
}

/**
 * A session and a far end that speak as the test tells them, and a protocol of all that happened, one line each:
 * `>` what was sent, `!` an event, `#` an entry of the journal. Heartbeats and time questions are left out.
 */
export class Conversation {
  readonly clock = new VirtualClock()
  /** ids whose journal entry has not reached the disk */
  readonly unwritten = new Set<number>()
  readonly session = new LinkSession({
    clock: this.clock,
    sessionId: SESSION,
    journal: (entry) => {
      const what = entry.kind === 'issued' ? entry.command.kind : say(entry.state)
      this.#lines.push(`# ${entry.kind} ${entry.id} ${what}`)
    },
    journaled: (id) => !this.unwritten.has(id),
  })
  #lines: string[] = []
  readonly #observer = new WireObserver()
  #seq = 0
  #tMs = 20

  /** Handshake; what was said until then is forgotten. */
  connect(): this {
    this.wait(1)
    this.say(helloAck())
    this.heard()
    return this
  }

  command(name: keyof typeof COMMANDS): CommandId {
    return this.session.command(COMMANDS[name] as WireCommand)
  }

  /** Polls each millisecond. @param alive telemetry comes every 20 ms */
  wait(ms: number, alive = true): this {
    for (let i = 0; i < ms; i++) {
      if (alive && this.session.status !== 'connecting' && this.clock.now() % 20 === 0) this.telemetry()
      this.session.poll()
      this.carry()
      this.clock.advance(1)
    }
    return this
  }

  /** What waits in the transmit queue goes on the wire. */
  carry(): this {
    for (const { message } of this.#observer.observe('toFirmware', this.session.takeBytes())) {
      if (message.kind === 'heartbeat' || message.kind === 'timeSync') continue
      this.#lines.push(
        `${this.clock.now()} > ${message.kind}${'cmdId' in message ? ` ${message.cmdId}` : ''}`,
      )
    }
    this.#events()
    return this
  }

  ack(id: number, reply: keyof typeof Reply | number): this {
    const wire = typeof reply === 'number' ? reply : Reply[reply]
    return this.say({ kind: 'commandAck', cmdId: id, reply: wire, state: 1, execCount: 0 })
  }

  done(id: number, status: keyof typeof DoneStatus, detail = 0): this {
    const event = { kind: 'event', eventSeq: ++this.#seq, tMs: 5, cmdId: id, code: 1 } as const
    return this.say({ ...event, status: DoneStatus[status], detail })
  }

  telemetry(differing: Partial<Telemetry> = {}): this {
    return this.say(telemetry({ tMs: (this.#tMs += 20), ...differing }))
  }

  say(...messages: readonly Message[]): this {
    for (const message of messages) {
      const payload = must(encodePayload(message), message.kind)
      this.session.feed(
        packFrame({ type: specOf(message.kind).id, flags: 0, seq: this.#seq++ & 0xffff, payload }),
      )
      this.#events()
    }
    return this
  }

  /** The protocol since the last call. */
  heard(): string[] {
    this.#events()
    return this.#lines.splice(0)
  }

  /** State of a command, with the reason of a refusal. */
  fate(id: CommandId): string {
    const state = this.session.commandState(id)
    return state === 'refused' ? `refused: ${this.session.refusal(id) ?? '-'}` : say(state)
  }

  #events(): void {
    this.#lines.push(...this.session.takeEvents().map((event) => `! ${sayEvent(event)}`))
  }
}

const say = (state: ReturnType<LinkSession['commandState']>): string =>
  typeof state === 'object' ? `done ${state.done} ${state.detail}` : state

function sayEvent({ kind, ...rest }: LinkEvent): string {
  return [kind, ...Object.values(rest).map((value) => (typeof value === 'object' ? JSON.stringify(value) : `${value}`))].join(' ')
} // prettier-ignore
