import { CONTROL, type MonitorMemory } from '../memory.js'

/** Lets the ticking thread wait at a breakpoint until the bell rings, but only while the socket thread is alive. */
export class BellWatch {
  readonly #control: Int32Array
  #heard = 0
  #pulse = 0
  #silent = 0

  constructor(memory: MonitorMemory) {
    this.#control = memory.control
  }

  /**
   * Blocks this thread until the bell rings, for at most 100 ms. Returns at once if it rang since the last call.
   * @returns false when the socket thread has sent no heartbeat for two seconds of waiting
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
// counts rounds, not time: a process that was suspended did not spend that time waiting
const MOST_SILENT = 20
