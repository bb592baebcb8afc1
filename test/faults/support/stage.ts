import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL, type Message } from '#link/messages.gen.js'
import type { WireDirection } from '#link/wire-observer.js'
import { SafetyChecker } from '../../../lab/faults/safety-checker/safety-checker.js'
import type { Truth } from '../../../lab/faults/safety-checker/motion-rules.js'
import type { ViolationKind } from '../../../lab/faults/safety-checker/violation.js'
import { AT_REST, type PlantDrive } from '#simulation/field/plant.js'

const SESSION = 0x77

/** A play for the safety witness: messages and motions as they are told, by nobody real. */
export class Stage {
  readonly witness: SafetyChecker
  #truth: Truth = {
    drive: STANDING,
    wheels: [0, 0, 0],
    lift: 0,
    estop: false,
    held: 0,
    outside: -1,
    contacts: [],
  }
  #beats = true
  #counter = 0
  #seq = 0

  constructor(mode = 'RUNNING') {
    this.witness = new SafetyChecker(() => mode)
  }

  kinds(): ViolationKind[] {
    return this.witness.violations.map(({ kind }) => kind)
  }

  open(): this {
    const { major, minor, schemaHash } = PROTOCOL
    return this.#hear('toHost', {
      kind: 'helloAck',
      protoMajor: major,
      protoMinor: minor,
      schemaHash,
      session: SESSION,
      bootId: 1,
      uptimeMs: 0,
      hbTimeoutMs: 200,
      telemetryMs: 20,
      accepted: 1,
      state: 1,
    })
  }

  command(cmdId: number, permitId: number): this {
    return this.#hear('toFirmware', moveTo(cmdId, permitId))
  }

  release(cmdId: number, permitId: number, mask: number): this {
    return this.#hear('toFirmware', { kind: 'release', session: SESSION, cmdId, permitId, mask })
  }

  stop(cmdId: number): this {
    return this.#hear('toFirmware', { kind: 'stop', session: SESSION, cmdId })
  }

  accepted(cmdId: number): this {
    return this.#hear('toHost', { kind: 'commandAck', cmdId, reply: 0, state: 1, execCount: 1 })
  }

  event(code: number, cmdId: number): this {
    return this.#hear('toHost', { kind: 'event', eventSeq: 1, tMs: 0, cmdId, code, status: 1, detail: 0 })
  }

  hostWrites(cmdId: number, permitId: number): this {
    this.witness.hostWrote(this.#bytes(moveTo(cmdId, permitId)))
    return this
  }

  /** no more heartbeats */
  silent(): this {
    this.#beats = false
    return this
  }

  with(drive: Partial<PlantDrive>): this {
    return this.truth({ drive: { ...this.#truth.drive, ...drive } })
  }

  truth(more: Partial<Truth>): this {
    this.#truth = { ...this.#truth, ...more }
    return this
  }

  /** the wheels are asked to turn, and do, rad/s */
  drives(speed: number, ms: number): this {
    const wheels = [speed, -speed, 0] as const
    this.with({ wheels }).truth({ wheels })
    return this.runs(ms)
  }

  /** the wheels slow down at 2 m/s² and stand */
  ramps(speed: number): this {
    for (let left = speed; left > 0; left -= 0.04) this.drives(left, 1)
    return this.with({ wheels: [0, 0, 0] }).truth({ wheels: [0, 0, 0] })
  }

  /** @param beats the heartbeats that have not been silenced go on */
  runs(ms: number, beats = true): this {
    for (let i = 0; i < ms; i++) {
      if (beats && this.#beats && i % 40 === 0)
        this.#hear('toFirmware', {
          kind: 'heartbeat',
          session: SESSION,
          counter: ++this.#counter,
          streams: 0,
        })
      this.witness.look(this.#truth)
    }
    return this
  }

  #hear(direction: WireDirection, message: Message): this {
    this.witness.observe(direction, this.#bytes(message))
    return this
  }

  #bytes(message: Message): Uint8Array {
    const payload = must(encodePayload(message), message.kind)
    return packFrame({ type: specOf(message.kind).id, flags: 0, seq: this.#seq++ & 0xffff, payload })
  }
}

const STANDING: PlantDrive = { ...AT_REST, motorsEnabled: true }

const moveTo = (cmdId: number, permitId: number): Message => ({
  kind: 'moveTo',
  session: SESSION,
  cmdId,
  permitId,
  x: 1,
  y: 0,
  theta: 0,
  vMax: 0.5,
  aMax: 1,
  settleMs: 100,
})
