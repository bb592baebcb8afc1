import { WireObserver } from '#link/wire-observer.js'
import type { ByteStream } from '#link/byte-stream.js'

/** Milliseconds of CLOCK_MONOTONIC, which is one clock for all processes of a computer. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6

export const gapsOf = (times: readonly number[]): number[] =>
  times.slice(1).map((at, i) => at - (times[i] as number))

/** A time without a link: from when it was given up until the robot was armed again. */
interface Loss {
  readonly from: number
  to: number
}

/**
 * When STOPs and heartbeats left: when write(2) had taken them. The driver of a serial port sends them from there; a
 * pseudo-terminal leaves them to a kernel worker of normal rank, which busy programs delay.
 */
export class WireTimes {
  readonly losses: Loss[] = []
  readonly #stops: number[] = []
  readonly #beats: number[] = []
  readonly #observer = new WireObserver()

  watch(stream: ByteStream): ByteStream {
    return {
      get open() {
        return stream.open
      },
      read: () => stream.read(),
      close: () => stream.close(),
      write: (bytes) => {
        stream.write(bytes)
        this.#note(bytes)
      },
    }
  }

  /** The link is given up now; call what is returned when the robot is armed again. */
  lost(): () => void {
    const loss: Loss = { from: monotonicMs(), to: Infinity }
    this.losses.push(loss)
    return () => void (loss.to = monotonicMs())
  }

  /** Between heartbeats since a time; without those over which there was no link. */
  gaps(since: number): number[] {
    const beats = this.#beats.filter((at) => at >= since)
    return gapsOf(beats).filter((_, i) => !this.#isDown(beats[i] as number, beats[i + 1] as number))
  }

  /** @returns for each press while there was a link, the time until the next STOP; Infinity where none came */
  delaysOf(presses: readonly number[]): number[] {
    return presses
      .filter((at) => !this.#isDown(at, at))
      .map((at) => (this.#stops.find((time) => time >= at) ?? Infinity) - at)
  }

  #isDown(from: number, to: number): boolean {
    return this.losses.some((loss) => loss.from <= to && loss.to >= from)
  }

  #note(bytes: Uint8Array): void {
    const now = monotonicMs()
    for (const { message } of this.#observer.observe('toFirmware', bytes)) {
      if (message.kind === 'heartbeat') this.#beats.push(now)
      // a repetition counts: the STOP before it has not been answered yet, and stands
      if (message.kind === 'stop') this.#stops.push(now)
    }
  }
}
