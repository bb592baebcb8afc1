import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { LinkSession } from '#link/link-session.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL, type Message, type Odometry, type Telemetry } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import type { JournalEntry } from '#link/wire-command.js'

export const SESSION = 0x51

/** A session and, instead of a firmware, the test itself: hears what was sent, says what it likes. */
export class FarEnd {
  readonly clock = new VirtualClock()
  readonly journal: JournalEntry[] = []
  readonly session: LinkSession
  readonly #observer = new WireObserver()
  #seq = 0

  constructor(options: { readonly onOdometry?: (odometry: Odometry) => void } = {}) {
    this.session = new LinkSession({
      clock: this.clock,
      sessionId: SESSION,
      journal: (entry) => this.journal.push(entry),
      ...options,
    })
  }

  /** Polls each millisecond. @returns what was sent meanwhile */
  run(ms: number): Message[] {
    const heard: Message[] = []
    for (let i = 0; i < ms; i++) {
      this.session.poll()
      heard.push(...this.hear())
      this.clock.advance(1)
    }
    return heard
  }

  hear(): Message[] {
    return this.#observer.observe('toFirmware', this.session.takeBytes()).map(({ message }) => message)
  }

  say(...messages: readonly Message[]): void {
    for (const message of messages) {
      const payload = must(encodePayload(message), message.kind)
      this.session.feed(
        packFrame({ type: specOf(message.kind).id, flags: 0, seq: this.#seq++ & 0xffff, payload }),
      )
    }
  }

  /** Handshake; what was sent until then is forgotten. */
  connect(): this {
    this.run(1)
    this.say(helloAck())
    this.hear()
    return this
  }

  ack(cmdId: number, reply = 0): void {
    this.say({ kind: 'commandAck', cmdId, reply, state: 1, execCount: 1 })
  }
}

export const helloAck = (differing: object = {}): Message => ({
  kind: 'helloAck',
  protoMajor: PROTOCOL.major,
  protoMinor: PROTOCOL.minor,
  schemaHash: PROTOCOL.schemaHash,
  session: SESSION,
  bootId: 9,
  uptimeMs: 1,
  hbTimeoutMs: 200,
  telemetryMs: 20,
  accepted: 1,
  state: 1,
  ...differing,
})

export const telemetry = (differing: Partial<Telemetry> = {}): Telemetry => ({
  kind: 'telemetry',
  tMs: 20,
  session: SESSION,
  x: 0,
  y: 0,
  theta: 0,
  vx: 0,
  vy: 0,
  wz: 0,
  wheels: [0, 0, 0],
  vacuumKpa10: [0, 0, 0, 0],
  lift: 0,
  rotator: 0,
  batteryMv: 22_000,
  state: 1,
  inputs: 0,
  valves: 0,
  doneStatus: 0,
  doneDetail: 0,
  lastCmdId: 0,
  activeCmdId: 0,
  doneCmdId: 0,
  lastPermitId: 0,
  execCount: 0,
  rxFrames: 0,
  rxErrors: 0,
  rxSeqGaps: 0,
  latchNonce: 0,
  estopCause: 0,
  estopWheel: 0,
  ...differing,
})
