import { CONTROL, type MonitorMemory } from '../memory.js'

/** Lets the ticking thread wait at a breakpoint until the bell rings, but only while the socket thread is alive. */
export class BellWatch {
  readonly #control: Int32Array
  #lastBell = 0
  #pulse = 0
  #silentWaits = 0

  constructor(memory: MonitorMemory) {
    this.#control = memory.control
  }

  /**
   * Blocks this thread until the bell rings, for at most 100 ms. Returns at once if it rang since the last call.
   * @returns false when the socket thread has sent no heartbeat for two seconds of waiting
   */
  wait(): boolean {
    Atomics.wait(this.#control, CONTROL.bell, this.#lastBell, ROUND_MS)
    this.#lastBell = Atomics.load(this.#control, CONTROL.bell)
    const pulse = Atomics.load(this.#control, CONTROL.pulse)
    this.#silentWaits = pulse === this.#pulse ? this.#silentWaits + 1 : 0
    this.#pulse = pulse
    return this.#silentWaits < MAX_SILENT_WAITS
  }
}

const ROUND_MS = 100
// counts rounds, not time: a process that was suspended did not spend that time waiting
const MAX_SILENT_WAITS = 20
