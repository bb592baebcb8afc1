import type { ByteStream } from '#link/byte-stream.js'
import { FaultyChannel, type ChannelCounters, concat } from './faulty-channel.js'
import type { LineFaults } from './line-faults.js'

/** a reader that never reads must not exhaust the memory; a real port would drop bytes much earlier */
const MAX_UNREAD = 65_536

/**
 * A faulty serial line in front of a good one: the host reads and writes this stream, the controller stays on the
 * other. Bytes move only when `transfer` is called, and everything is determined by the seed and the times given.
 */
export class FaultyLink implements ByteStream {
  readonly #inner: ByteStream
  readonly #toFirmware: FaultyChannel
  readonly #toHost: FaultyChannel
  #now = 0
  #arrived: Uint8Array = NOTHING

  /** @param seed parts of the name of its random streams */
  constructor(inner: ByteStream, faults: LineFaults, ...seed: readonly (string | number)[]) {
    this.#inner = inner
    const of = (way: 'toFirmware' | 'toHost') =>
      (faults.events ?? []).filter((event) => event.way === way || event.way === 'both')
    this.#toFirmware = new FaultyChannel(faults.toFirmware, of('toFirmware'), [...seed, 'toFirmware'])
    this.#toHost = new FaultyChannel(faults.toHost, of('toHost'), [...seed, 'toHost'])
  }

  get open(): boolean {
    return this.#inner.open
  }

  get counters(): {
    readonly toFirmware: Readonly<ChannelCounters>
    readonly toHost: Readonly<ChannelCounters>
  } {
    return { toFirmware: this.#toFirmware.counters, toHost: this.#toHost.counters }
  }

  /**
   * Takes what the controller has sent and delivers to both sides what is due. Call it once per millisecond of the
   * controller's time, before the controller reads; what is written between two calls counts as sent at the earlier
   * one.
   * @param now ms, never decreasing
   */
  transfer(now: number): void {
    this.#now = now
    this.#toHost.send(this.#inner.read(), now)
    const up = this.#toHost.receive(now)
    if (up.length > 0 && this.#arrived.length + up.length <= MAX_UNREAD)
      this.#arrived = concat([this.#arrived, up])
    const down = this.#toFirmware.receive(now)
    if (down.length > 0) this.#inner.write(down)
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
    this.#inner.close()
    this.#arrived = NOTHING
  }
}

const NOTHING = new Uint8Array(0)
