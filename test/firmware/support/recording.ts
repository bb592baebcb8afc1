import { loadFirmware } from '#simulation/firmware/firmware.js'
import { must } from '#base/result.js'
import { stream, type Rng } from '#base/random.js'
import { packFrame } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL, type Message } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import { AT_REST, type PlantDrive, type PlantSense } from '#simulation/field/plant.js'
import { BenchPlant } from './bench-plant.js'
import { wasm } from './bench.js'

/** What firmware-protocol/host/replay.c reads, and what it must answer. */
export interface Recording {
  readonly input: Uint8Array
  readonly output: Uint8Array
  /** how often each command was tried */
  readonly sent: ReadonlyMap<string, number>
}

/** A rough ride: commands of all kinds, copies, flips, garbage, numbers that are none, e-stops, jams, lost heartbeats. */
export function record(seconds: number, seed: number): Recording {
  const rng = stream('recording', seed)
  const plant = new BenchPlant()
  const firmware = loadFirmware(wasm, 77)
  const [input, output]: [Uint8Array[], Uint8Array[]] = [[], []]
  const sent = new Map<string, number>()
  let drive: PlantDrive = AT_REST
  const host = new RoughHost(rng, sent)

  for (let ms = 0; ms < seconds * 1000; ms++) {
    if (ms % 1_000 === 999) shake(rng, plant)
    const bytes = host.bytes(ms)
    const sense = plant.step(drive)
    firmware.rx(bytes)
    drive = firmware.tick(sense)
    const said = firmware.tx()
    host.hear(said)
    input.push(uint16(bytes.length), bytes, senseBytes(sense))
    output.push(uint16(said.length), said, driveBytes(drive))
  }
  return { input: Buffer.concat(input), output: Buffer.concat(output), sent }
}

function shake(rng: Rng, plant: BenchPlant): void {
  plant.jammed = rng.chance(0.1)
  plant.liftJammed = rng.chance(0.1)
  plant.estop = rng.chance(0.05)
  plant.blocks = rng.int(16)
  plant.bumperAt = rng.chance(0.5) ? () => true : () => false
}

class RoughHost {
  #seq = 0
  #cmdId = 0
  #session = 0
  #beats = 0
  #last: Uint8Array = new Uint8Array(1)
  #latchNonce = 0
  readonly #tap = new WireObserver()
  readonly #rng: Rng
  readonly #sent: Map<string, number>

  constructor(rng: Rng, sent: Map<string, number>) {
    this.#rng = rng
    this.#sent = sent
  }

  hear(said: Uint8Array): void {
    for (const { message } of this.#tap.observe('toHost', said)) {
      if (message.kind === 'telemetry') this.#latchNonce = message.latchNonce
    }
  }

  bytes(ms: number): Uint8Array {
    const rng = this.#rng
    const parts: Uint8Array[] = []
    if (ms % 15_000 === 10) {
      this.#session++
      this.#cmdId = 0
      const { major, minor, schemaHash } = PROTOCOL
      parts.push(
        this.#frame({
          kind: 'hello',
          protoMajor: major,
          protoMinor: minor,
          schemaHash,
          session: this.#session,
        }),
      )
    }
    if (ms % 50 === 0 && ms % 10_000 < 9_500) {
      parts.push(
        this.#frame({ kind: 'heartbeat', session: this.#session, counter: ++this.#beats, streams: 0 }),
      )
    }
    if (rng.chance(0.002)) parts.push((this.#last = this.#frame(this.#anyCommand())))
    if (rng.chance(0.002)) parts.push(this.#last)
    if (rng.chance(0.002)) parts.push(Uint8Array.from({ length: rng.int(200) }, () => rng.int(256)))
    if (rng.chance(0.001))
      parts.push(this.#frame({ kind: 'timeSync', token: ms }), this.#frame({ kind: 'getStats' }))
    if (rng.chance(0.001)) parts.push(this.#unchecked())
    if (parts.length > 0 && rng.chance(0.02)) parts.push(flipped(rng, this.#last))
    return Buffer.concat(parts)
  }

  #anyCommand(): Message {
    const rng = this.#rng
    const head = { session: this.#session, cmdId: ++this.#cmdId }
    const act = { ...head, permitId: rng.int(20) }
    const mask = 1 + rng.int(15)
    const way = {
      x: rng.next(),
      y: rng.next(),
      theta: rng.next() * 6 - 3,
      vMax: 0.1 + rng.next() * 0.9,
      aMax: 1,
      settleMs: rng.int(800),
    }
    const message = rng.pick<Message>([
      { kind: 'moveTo', ...act, ...way },
      { kind: 'push', ...act, ...way },
      { kind: 'grip', ...act, mask, regrips: rng.int(3) },
      { kind: 'release', ...act, mask },
      { kind: 'rotate', ...act, mask },
      { kind: 'setVelocity', session: this.#session, permitId: 1, vx: 0.3, vy: -0.2, wz: 1, ttlMs: 500 },
      { kind: 'stop', ...head },
      { kind: 'setPose', ...head, x: rng.next(), y: rng.next(), theta: rng.next() * 6 - 3 },
      { kind: 'estopReset', ...head, latchNonce: this.#latchNonce },
    ])
    this.#sent.set(message.kind, (this.#sent.get(message.kind) ?? 0) + 1)
    return message
  }

  #frame(message: Message): Uint8Array {
    const payload = must(encodePayload(message), message.kind)
    return packFrame({ type: specOf(message.kind).id, flags: 0, seq: this.#seq++ & 0xffff, payload })
  }

  /** right CRC, wrong content: random numbers, among them NaN and infinities */
  #unchecked(): Uint8Array {
    const type = this.#rng.pick([0x01, 0x10, 0x20, 0x21, 0x22, 0x2b, 0x55])
    const payload = Uint8Array.from({ length: type === 0x20 ? 34 : this.#rng.int(40) }, () =>
      this.#rng.pick([0, 0x7f, 0x80, 0xff]),
    )
    return packFrame({ type, flags: this.#rng.int(4), seq: this.#seq++ & 0xffff, payload })
  }
}

function flipped(rng: Rng, frame: Uint8Array): Uint8Array {
  const copy = frame.slice()
  const at = rng.int(copy.length)
  copy[at] = (copy[at] as number) ^ (1 << rng.int(8))
  return copy
}

const uint16 = (n: number): Uint8Array => Uint8Array.of(n & 0xff, n >> 8)
const floats = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)

/** PLANT_SENSE_BYTES of firmware-protocol/host/plant_link.h */
export const senseBytes = (s: PlantSense): Uint8Array =>
  Buffer.concat([
    floats([...s.wheels, ...s.vacuumKpa, s.lift, s.rotator]),
    uint16(s.batteryMv),
    Uint8Array.of(+s.estop, +s.bumper),
  ])

const driveBytes = (d: PlantDrive): Uint8Array =>
  Buffer.concat([
    floats([...d.wheels, ...d.duty]),
    Uint8Array.of(+d.motorsEnabled, +d.pump, d.valves, d.lift, d.rotator, d.rotateMask, +d.gripperMoves),
  ])
