import type { Readable } from 'node:stream'
import { VirtualClock } from '#base/clock.js'
import { FrameDecoder, packFrame } from '#link/frame.js'
import { AT_REST, type Plant, type PlantDrive, type PlantSense } from '#simulation/field/plant.js'
import type { BenchPlant } from './bench-plant.js'
import { senseBytes } from './recording.js'

const SEED = 1
const SENSE = 2
const DRIVE = 3
/** What the firmware drove, and when by its own clock. */
export interface DriveSample {
  readonly ms: number
  readonly drive: PlantDrive
}

/** A plant at the far end of firmware-protocol/host/plant_link.h; its time is the firmware's. */
export class RemotePlant<P extends Plant = BenchPlant> {
  readonly plant: P
  /** firmware time: stands still when the firmware does */
  readonly clock = new VirtualClock()
  readonly samples: DriveSample[] = []
  /** the firmware has heard of its plant: before that its e-stop reads as pressed */
  readonly known: Promise<void>
  readonly #decoder = new FrameDecoder()
  #onKnown: () => void = () => undefined
  readonly #out: (bytes: Uint8Array) => void
  #drive: PlantDrive = AT_REST
  #sense: PlantSense
  #seq = 0

  /** @param seed boot id of the firmware, not 0 */
  constructor(plant: P, seed: number, input: Readable, output: (bytes: Uint8Array) => void) {
    this.plant = plant
    this.#sense = plant.step(AT_REST)
    this.#out = output
    this.known = new Promise((resolve) => (this.#onKnown = resolve))
    input.on('data', (bytes: Buffer) => this.#hear(bytes))
    const payload = new Uint8Array(4)
    new DataView(payload.buffer).setUint32(0, seed, true)
    // a board that starts drops bytes
    const greeting = setInterval(() => {
      if (this.samples.length > 0) return clearInterval(greeting)
      this.#send(SEED, payload)
      this.#send(SENSE, senseBytes(this.#sense))
    }, 20)
    greeting.unref()
  }

  /** what the firmware drives now */
  get drive(): PlantDrive {
    return this.#drive
  }

  #hear(bytes: Uint8Array): void {
    for (const frame of this.#decoder.feed(bytes)) {
      if (frame.type !== DRIVE) continue
      const view = new DataView(frame.payload.buffer, frame.payload.byteOffset)
      const [ms, drive] = [view.getUint32(0, true), driveOf(view, 4)]
      const before = this.#drive
      this.#drive = drive
      for (let now = this.clock.now() + 1; now <= ms; now++) {
        this.clock.advance(1)
        this.#sense = this.plant.step(now === ms ? drive : before)
      }
      this.samples.push({ ms, drive })
      this.#onKnown()
      this.#send(SENSE, senseBytes(this.#sense))
    }
  }

  #send(type: number, payload: Uint8Array): void {
    this.#out(packFrame({ type, flags: 0, seq: this.#seq++ & 0xffff, payload }))
  }
}

function driveOf(view: DataView, at: number): PlantDrive {
  const float = (i: number): number => view.getFloat32(at + 4 * i, true)
  const byte = (i: number): number => view.getUint8(at + 24 + i)
  return {
    wheels: [float(0), float(1), float(2)],
    duty: [float(3), float(4), float(5)],
    motorsEnabled: byte(0) !== 0,
    pump: byte(1) !== 0,
    valves: byte(2),
    lift: byte(3) === 0 ? 0 : 1,
    rotator: byte(4) === 0 ? 0 : 1,
    rotateMask: byte(5),
    gripperMoves: byte(6) !== 0,
  }
}
