import type { ByteStream } from '#link/byte-stream.js'
import { BadWay, type WayCounters, concat } from './bad-way.js'
import type { LineFaults } from './line-faults.js'

/** a reader that never reads must not exhaust the memory; a real port would drop bytes much earlier */
const MAX_UNREAD = 65_536

/**
 * A bad serial line in front of a good one: the host reads and writes this stream, the controller stays on the other.
 * Bytes move only when `carry` is called, and everything is determined by the seed and the times given.
 */
export class BadLine implements ByteStream {
  readonly #far: ByteStream
  readonly #toFirmware: BadWay
  readonly #toHost: BadWay
  #now = 0
  #arrived: Uint8Array = NOTHING

  /** @param seed parts of the name of its random streams */
  constructor(far: ByteStream, faults: LineFaults, ...seed: readonly (string | number)[]) {
    this.#far = far
    const of = (way: 'toFirmware' | 'toHost') =>
      (faults.events ?? []).filter((event) => event.way === way || event.way === 'both')
    this.#toFirmware = new BadWay(faults.toFirmware, of('toFirmware'), [...seed, 'toFirmware'])
    this.#toHost = new BadWay(faults.toHost, of('toHost'), [...seed, 'toHost'])
  }

  get open(): boolean {
    return this.#far.open
  }

  get counters(): { readonly toFirmware: Readonly<WayCounters>; readonly toHost: Readonly<WayCounters> } {
    return { toFirmware: this.#toFirmware.counters, toHost: this.#toHost.counters }
  }

  /**
   * Takes what the controller has sent and delivers to both sides what is due. Call it once per millisecond of the
   * controller's time, before the controller reads; what is written between two calls counts as sent at the earlier
   * one.
   * @param now ms, never decreasing
   */
  carry(now: number): void {
    this.#now = now
    this.#toHost.send(this.#far.read(), now)
    const up = this.#toHost.receive(now)
    if (up.length > 0 && this.#arrived.length + up.length <= MAX_UNREAD)
      this.#arrived = concat([this.#arrived, up])
    const down = this.#toFirmware.receive(now)
    if (down.length > 0) this.#far.write(down)
  }

  write(bytes: Uint8Array): void {
    if (this.open) this.#toFirmware.send(bytes, this.#now)
  }

  read(): Uint8Array {
    const bytes = this.#arrived
    this.#arrived = NOTHING
    return bytes
  }

  close(): void {
    this.#far.close()
    this.#arrived = NOTHING
  }
}

const NOTHING = new Uint8Array(0)
