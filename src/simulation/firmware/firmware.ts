import { InvariantError } from '#base/result.js'
import type { ResetCause } from '#link/messages.gen.js'
import type { PlantDrive, PlantSense } from '../field/plant.js'

/** One boot of the controller core, compiled to WebAssembly from the same C as on the robot's board. */
export interface Firmware {
  /** takes bytes from the host and processes them at once */
  rx(bytes: Uint8Array): void
  /** runs one millisecond */
  tick(sense: PlantSense): PlantDrive
  /** sets how many bytes the receiver of the board has lost so far; 0 until set */
  setLostBytes(bytes: number): void
  /** bytes for the host since the last call */
  tx(): Uint8Array
}

/** What `firmware-protocol/wasm/glue.c` exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  in_ptr(): number
  in_size(): number
  out_ptr(): number
  sense_ptr(): number
  drive_ptr(): number
  boot(bootId: number, cause: number): void
  lost(bytes: number): void
  keep(valves: number): void
  age(ms: number): void
  receive(length: number): void
  tick(): void
  transmit(): number
}

/** The part of WebAssembly needed here: TypeScript has its types only in the library for browsers. */
interface Engine {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine }

/**
 * Boots a firmware. Each call returns an independent machine.
 * @param wasm checked bytes of `fw.wasm` (`readFirmware`)
 * @param bootNonce u32, different for each boot: the host detects restarts by it
 * @param uptime u32, ms for which the controller has been on already
 * @param keptValves bit per cup that a watchdog reset keeps on vacuum; undefined = a power-on reset
 */
export function loadFirmware(wasm: Uint8Array, bootNonce: number, uptime = 0, keptValves?: number): Firmware {
  const fw = new engine.Instance(new engine.Module(wasm)).exports as Exports
  if (typeof fw.boot !== 'function') throw new InvariantError('fw.wasm does not export the controller')
  fw.boot(bootNonce, keptValves === undefined ? BY_POWER : BY_WATCHDOG)
  fw.keep(keptValves ?? 0)
  if (uptime > 0) fw.age(uptime)
  // the memory never grows: the core has no heap
  const bytes = new Uint8Array(fw.memory.buffer)
  const view = new DataView(fw.memory.buffer)
  const [input, output, sense, drive] = [fw.in_ptr(), fw.out_ptr(), fw.sense_ptr(), fw.drive_ptr()]
  const room = fw.in_size()

  return {
    rx(data) {
      for (let at = 0; at < data.length; at += room) {
        const part = data.subarray(at, at + room)
        bytes.set(part, input)
        fw.receive(part.length)
      }
    },
    tick(measured) {
      writeSense(view, sense, measured)
      fw.tick()
      return readDrive(view, drive)
    },
    setLostBytes(total) {
      fw.lost(total)
    },
    tx() {
      return bytes.slice(output, output + fw.transmit())
    },
  }
}

/** Layout of `fw_sense_t`: nine floats, u16, two u8. */
function writeSense(view: DataView, at: number, sense: PlantSense): void {
  const floats = [...sense.wheels, ...sense.vacuumKpa, sense.lift, sense.rotator]
  floats.forEach((value, i) => view.setFloat32(at + 4 * i, value, true))
  view.setUint16(at + 36, sense.batteryMv, true)
  view.setUint8(at + 38, sense.estop ? 1 : 0)
  view.setUint8(at + 39, sense.bumper ? 1 : 0)
}

/** Layout of `fw_drive_t`: six floats, seven u8. */
function readDrive(view: DataView, at: number): PlantDrive {
  return {
    wheels: [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)],
    duty: [view.getFloat32(at + 12, true), view.getFloat32(at + 16, true), view.getFloat32(at + 20, true)],
    motorsEnabled: view.getUint8(at + 24) === 1,
    pump: view.getUint8(at + 25) === 1,
    valves: view.getUint8(at + 26),
    lift: view.getUint8(at + 27) === 1 ? 1 : 0,
    rotator: view.getUint8(at + 28) === 1 ? 1 : 0,
    rotateMask: view.getUint8(at + 29),
    gripperMoves: view.getUint8(at + 30) === 1,
  }
}

const BY_POWER: (typeof ResetCause)['power'] = 1
const BY_WATCHDOG: (typeof ResetCause)['watchdog'] = 4
