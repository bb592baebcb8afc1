import type { DriverBeat } from '../contract.js'
import type { DriverEvent } from './driver-event.js'

/** Whether a driver is SAFE as far as it was said, and whether that was asked for. Every driver starts SAFE. */
export class SafeState {
  #safe = true
  #wasReset = false
  /** numbers of the newest e-stop that was sent, and of the newest reset that was granted after it */
  readonly #newest = { estop: 0, reset: 0 }

  estopSent(rpc: number): void {
    this.#newest.estop = rpc
  }

  /** @returns false where an e-stop was sent after it: it counts for nothing */
  resetGranted(rpc: number): boolean {
    if (rpc < this.#newest.estop) return false
    this.#newest.reset = rpc
    this.#wasReset = true
    this.#safe = false
    return true
  }

  /** SAFE as after its start, though it had left that: it has started anew and knows nothing of this session. */
  isAnother({ safe, why }: DriverBeat): boolean {
    return this.#wasReset && !this.#safe && safe && why === 'start'
  }

  /** @returns that it has become SAFE, if it has */
  heard({ safe, why, unreachable }: DriverBeat): DriverEvent | undefined {
    const became = safe && !this.#safe
    this.#safe = safe
    if (!became) return undefined
    const { estop, reset } = this.#newest
    const asked = estop > reset && (why ?? 'estop') === 'estop'
    // an emergency stop stays one, whatever else is wrong
    const isCut = why === 'fault' && unreachable !== undefined
    return { kind: 'safe', why: why ?? 'unsaid', asked, ...(isCut && { unreachable }) }
  }
}
