import type { ByteStream } from '#link/byte-stream.js'
import { AT_REST, type Plant, type PlantDrive } from '../field/plant.js'
import { loadFirmware } from './firmware.js'

/** A firmware, a world and the cable between host and firmware, all in virtual time. */
export interface VirtualRobot {
  /** The plugged-in cable; a different object after `replug`, as with a real port. */
  readonly stream: ByteStream
  /** Runs the world and the firmware for whole milliseconds: world first, then firmware, each once per millisecond. */
  advance(ms: number): void
  /** Pulls the cable: the stream closes; the firmware keeps running and receives nothing. */
  unplug(): void
  /** Puts the cable back: `stream` is a new one. */
  replug(): void
  /**
   * Restarts the controller, which loses all its state; the cable stays.
   * @param keptValves bit per cup that a watchdog reset keeps on vacuum; undefined = a power cut
   */
  reboot(bootNonce: number, keptValves?: number): void
  /** Sets how many bytes the receiver of the controller's board has lost since its start. */
  setLostBytes(total: number): void
  /** what the firmware commands now */
  readonly drive: PlantDrive
}

/** a reader that never reads must not exhaust the memory; a real port would drop bytes much earlier */
const MAX_UNREAD = 65_536

export function createVirtualRobot(options: {
  readonly wasm: Uint8Array
  readonly plant: Plant
  readonly bootNonce: number
  /** ms that the controller has been on already, u32; default 0 */
  readonly uptime?: number
}): VirtualRobot {
  let firmware = loadFirmware(options.wasm, options.bootNonce, options.uptime)
  let cable = new Cable()
  let drive = AT_REST

  return {
    get stream() {
      return cable
    },
    get drive() {
      return drive
    },
    advance(ms) {
      for (let i = 0; i < ms; i++) {
        firmware.rx(cable.takeForFirmware())
        drive = firmware.tick(options.plant.step(drive))
        cable.giveToHost(firmware.tx())
      }
    },
    unplug() {
      cable.close()
    },
    replug() {
      cable.close()
      cable = new Cable()
    },
    setLostBytes(total) {
      firmware.setLostBytes(total)
    },
    reboot(bootNonce, keptValves) {
      firmware = loadFirmware(options.wasm, bootNonce, 0, keptValves)
      // a board opens the kept valves before its first millisecond
      const valves = keptValves ?? 0
      drive = { ...AT_REST, valves, pump: valves !== 0 }
    },
  }
}

const NOTHING = new Uint8Array(0)

class Cable implements ByteStream {
  #open = true
  #toFirmware: Uint8Array = NOTHING
  #toHost: Uint8Array = NOTHING

  get open(): boolean {
    return this.#open
  }

  write(bytes: Uint8Array): void {
    if (this.#open) this.#toFirmware = joined(this.#toFirmware, bytes)
  }

  read(): Uint8Array {
    const bytes = this.#toHost
    this.#toHost = NOTHING
    return bytes
  }

  close(): void {
    this.#open = false
    this.#toFirmware = NOTHING
    this.#toHost = NOTHING
  }

  takeForFirmware(): Uint8Array {
    const bytes = this.#toFirmware
    this.#toFirmware = NOTHING
    return bytes
  }

  giveToHost(bytes: Uint8Array): void {
    if (this.#open && this.#toHost.length + bytes.length <= MAX_UNREAD)
      this.#toHost = joined(this.#toHost, bytes)
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (b.length === 0) return a
  if (a.length === 0) return b.slice()
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
