import { packFrame } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { DoneStatus, EventCode, PROTOCOL, Reply, type Message, type Telemetry } from '#link/messages.gen.js'
import type { Witnessed } from './schema-witness.js'
import { must } from '#base/result.js'

/** A far end that carries out whatever it is asked in no time: what reaches it is all that counts. */
export class YesFirmware {
  readonly #session: number
  #lastCmdId = 0
  #doneCmdId = 0
  #events = 0
  #seq = 0

  constructor(session: number) {
    this.#session = session
  }

  answer(message: Witnessed): Uint8Array {
    const { cmdId } = message.fields
    if (message.name === 'Hello') return this.#pack(this.#helloAck())
    if (cmdId === undefined) return new Uint8Array(0)
    this.#lastCmdId = Math.max(this.#lastCmdId, cmdId)
    const ack = this.#pack({ kind: 'commandAck', cmdId, reply: Reply.accepted, state: 1, execCount: cmdId })
    if (message.kind !== 'actuation') return ack
    this.#doneCmdId = cmdId
    const code = EventCode.commandDone
    const done = {
      kind: 'event',
      eventSeq: ++this.#events,
      tMs: 0,
      cmdId,
      code,
      status: DoneStatus.ok,
      detail: 0,
    } as const
    return Uint8Array.from([...ack, ...this.#pack(done)])
  }

  telemetry(): Uint8Array {
    return this.#pack({
      ...SILENT,
      session: this.#session,
      lastCmdId: this.#lastCmdId,
      doneCmdId: this.#doneCmdId,
    })
  }

  #helloAck(): Message {
    const { major, minor, schemaHash } = PROTOCOL
    return {
      kind: 'helloAck',
      protoMajor: major,
      protoMinor: minor,
      schemaHash,
      session: this.#session,
      bootId: 1,
      uptimeMs: 0,
      hbTimeoutMs: 200,
      telemetryMs: 20,
      accepted: 1,
      state: 1,
    }
  }

  #pack(message: Message): Uint8Array {
    const payload = must(encodePayload(message), message.kind)
    return packFrame({ type: specOf(message.kind).id, flags: 0, seq: this.#seq++ & 0xffff, payload })
  }
}

const SILENT: Telemetry = {
  kind: 'telemetry',
  tMs: 0,
  session: 0,
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
  batteryMv: 22_200,
  state: 1,
  inputs: 0,
  valves: 0,
  doneStatus: DoneStatus.ok,
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
}
