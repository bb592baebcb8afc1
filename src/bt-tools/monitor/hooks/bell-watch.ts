import { CONTROL, type MonitorMemory } from '../memory.js'

/** How the ticking thread waits at a breakpoint: until the bell rings, and no longer than anybody lives to ring it. */
export class BellWatch {
  readonly #control: Int32Array
  #heard = 0
  #pulse = 0
  #silent = 0

  constructor(memory: MonitorMemory) {
    this.#control = memory.control
  }

  /**
   * Blocks this thread until the bell rings, or for a tenth of a second. Returns at once if it rang since the last
   * call.
   * @returns false when the thread with the sockets has not shown a sign of life for two seconds of waiting
   */
  wait(): boolean {
    Atomics.wait(this.#control, CONTROL.bell, this.#heard, ROUND_MS)
    this.#heard = Atomics.load(this.#control, CONTROL.bell)
    const pulse = Atomics.load(this.#control, CONTROL.pulse)
    this.#silent = pulse === this.#pulse ? this.#silent + 1 : 0
    this.#pulse = pulse
    return this.#silent < MOST_SILENT
  }
}

const ROUND_MS = 100
// rounds, not time: a process that was stopped for a while did not wait
const MOST_SILENT = 20
