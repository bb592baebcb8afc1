import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { loadFirmware } from '../../../src/adapters/firmware-wasm/firmware.js'
import { VirtualClock } from '../../../src/base/clock.js'
import type { Plant, PlantDrive } from '../../../src/sim/plant.js'
import type { BenchPlant } from './bench-plant.js'
import { wasm } from './bench.js'

/** `open` of node-pty is not in its types. */
interface Terminal {
  readonly master: Socket
  readonly slave: Socket & { setRawMode(raw: boolean): void }
  /** device file of the slave end */
  readonly _pty: string
}
const pty = createRequire(import.meta.url)('@lydell/node-pty') as {
  open(options: { encoding: null }): Terminal
}

/** a turn of the event loop that came late makes the firmware's time slow, not its heartbeat lost */
const MAX_TICKS = 10

/** The firmware on a real pseudo-terminal, in real time: what a serial adapter with a board behind it looks like. */
export class PtyBoard<P extends Plant = BenchPlant> {
  /** stands still when the machine is too busy for the board */
  readonly clock = new VirtualClock()
  readonly plant: P
  readonly path: string
  readonly #terminal: Terminal
  readonly #timer: NodeJS.Timeout
  readonly #firmware = loadFirmware(wasm, 4711)
  #drive: PlantDrive = {
    wheels: [0, 0, 0],
    motorsEnabled: false,
    pump: false,
    valves: 0,
    lift: 0,
    rotator: 0,
    rotateMask: 0,
    gripperMoves: false,
  }
  #last = performance.now()

  constructor(plant: P) {
    this.plant = plant
    this.#terminal = pty.open({ encoding: null })
    // a fresh terminal is cooked and echoes: the firmware would hear its own telemetry
    this.#terminal.slave.setRawMode(true)
    // our own slave end only keeps the terminal alive until a client opens the device file
    this.#terminal.slave.pause()
    this.#terminal.master.on('error', () => undefined)
    this.#terminal.master.on('data', (bytes: Buffer) => this.#firmware.rx(bytes))
    this.path = this.#terminal._pty
    this.#timer = setInterval(() => this.#turn(), 1)
  }

  /** Pulls the plug: both ends of the terminal vanish. */
  unplug(): void {
    clearInterval(this.#timer)
    this.#terminal.master.destroy()
    this.#terminal.slave.destroy()
  }

  #turn(): void {
    const due = Math.floor(performance.now() - this.#last)
    this.#last += due
    for (let i = 0; i < Math.min(due, MAX_TICKS); i++) {
      this.#drive = this.#firmware.tick(this.plant.step(this.#drive))
      this.clock.advance(1)
    }
    const bytes = this.#firmware.tx()
    if (bytes.length > 0) this.#terminal.master.write(bytes)
  }
}
