import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { loadFirmware, type Firmware } from '#simulation/firmware/firmware.js'
import { VirtualClock } from '#base/clock.js'
import type { Message } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import { AT_REST, type Plant, type PlantDrive } from '#simulation/field/plant.js'
import { FarWitness } from '../../line/support/far-witness.js'
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
  /** hears the line at the controller's end */
  readonly witness = new FarWitness()
  /** kinds of the messages that it heard from the host, in order, repeats of one kind once */
  readonly heard: string[] = []
  /** called with each message from the host, before the firmware has it */
  onMessage: (message: Message) => void = () => undefined
  /** called with what the firmware sends, plugged in or not */
  onSaid: (bytes: Uint8Array) => void = () => undefined
  /** what a firmware of another release would hear, and would say */
  hears: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes
  says: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes
  readonly #observer = new WireObserver()
  readonly #firmware: Firmware
  readonly #timer: NodeJS.Timeout
  #terminal: Terminal | undefined
  #drive: PlantDrive = AT_REST
  #last = performance.now()

  constructor(plant: P, bootId = 4711) {
    this.plant = plant
    this.#firmware = loadFirmware(wasm, bootId)
    this.plugIn()
    this.#timer = setInterval(() => this.#turn(), 1)
  }

  /** Device file of the line; another one after each `plugIn`. */
  get path(): string {
    if (this.#terminal === undefined) throw new Error('this board is not plugged in')
    return this.#terminal._pty
  }

  get drive(): PlantDrive {
    return this.#drive
  }

  get drives(): boolean {
    return this.#drive.wheels.some((speed) => speed !== 0)
  }

  plugIn(): void {
    const terminal = pty.open({ encoding: null })
    // a fresh terminal is cooked and echoes: the firmware would hear its own telemetry
    terminal.slave.setRawMode(true)
    // our own slave end only keeps the terminal alive until a client opens the device file
    terminal.slave.pause()
    terminal.master.on('error', () => undefined)
    terminal.master.on('data', (bytes: Buffer) => this.#hear(bytes))
    this.#terminal = terminal
  }

  /** Pulls the cable: both ends of the terminal vanish, and the firmware runs on. */
  unplug(): void {
    this.#terminal?.master.destroy()
    this.#terminal?.slave.destroy()
    this.#terminal = undefined
  }

  /** Cuts the power. */
  kill(): void {
    clearInterval(this.#timer)
    this.unplug()
  }

  #hear(bytes: Uint8Array): void {
    this.witness.hear('toFirmware', bytes)
    for (const { message } of this.#observer.observe('toFirmware', bytes)) {
      if (message.kind !== this.heard.at(-1)) this.heard.push(message.kind)
      this.onMessage(message)
    }
    this.#firmware.rx(this.hears(bytes))
  }

  #turn(): void {
    const due = Math.floor(performance.now() - this.#last)
    this.#last += due
    for (let i = 0; i < Math.min(due, MAX_TICKS); i++) {
      this.#drive = this.#firmware.tick(this.plant.step(this.#drive))
      this.clock.advance(1)
      const bytes = this.#firmware.tx()
      if (bytes.length > 0) {
        this.witness.hear('toHost', bytes)
        this.onSaid(bytes)
        this.#terminal?.master.write(this.says(bytes))
      }
      this.witness.look(this.#drive, this.clock.now())
    }
  }
}
