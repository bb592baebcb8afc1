import type { DeviceClock } from './clock.js'
import { PacketFinder, type FoundPacket, type PacketFormat } from './packet-finder.js'
import { A1_BYTE_US } from './rplidar.js'
import { counterClockwise, rangeOf } from './scanner-point.js'
import type { DecoderCounters, ScannerDecoder, ScannerPoint } from './scanner-point.js'

/**
 * The nodes of Slamtec's legacy scan (RPLIDAR Interface Protocol and Application Notes, SCAN): 5 bytes, one ray each:
 *
 *     quality 6 bits, not S, S | angle bits 0…6, 1 | angle bits 7…14 | distance u16
 *
 * S marks the first ray of a turn, the angle counts clockwise in 1/64°, the distance in 1/4 mm. There is no checksum:
 * of 40 bits two check, and the angle must go on where it was. Damage of a distance cannot be noticed.
 */
export class NodeDecoder implements ScannerDecoder {
  readonly #finder = new PacketFinder(NODE)
  readonly #chain: NodeChain

  constructor(clock: DeviceClock) {
    this.#chain = new NodeChain(clock)
  }

  get counters(): DecoderCounters {
    const { packets, damaged, skippedBytes } = this.#finder.counters
    const { refused } = this.#chain
    return {
      packets: packets - refused,
      damaged: damaged + refused,
      skippedBytes: skippedBytes + refused * NODE.length,
    }
  }

  feed(bytes: Uint8Array, arrivedUs: number): readonly ScannerPoint[] {
    const points: ScannerPoint[] = []
    this.#finder.feed(bytes, (packet) => points.push(...this.#chain.next(packet, arrivedUs)))
    return points
  }
}

/** Believes nodes only where a few of them in a row go on round; holds those few. */
class NodeChain {
  readonly #clock: DeviceClock
  #row: ScannerPoint[] = []
  #believed = false
  #angle: number | undefined
  #rays = 0
  /** nodes that did not go on where the one before was */
  refused = 0

  constructor(clock: DeviceClock) {
    this.#clock = clock
  }

  /** @returns the points that are believed now */
  next({ bytes, after, skipped }: FoundPacket, arrivedUs: number): readonly ScannerPoint[] {
    this.#rays += 1 + Math.round(skipped / bytes.length)
    if (skipped > 0) this.#doubt(0)
    const angle = angleOf(bytes)
    const step = this.#angle === undefined ? 0 : ((angle - this.#angle + 540) % 360) - 180
    this.#angle = angle
    if (step < BACK || step > ON) {
      this.#doubt(1)
      return []
    }
    const deviceUs = this.#rays * RAY_US
    const range = rangeOf(((bytes[3] as number) | ((bytes[4] as number) << 8)) / 4)
    this.#row.push({ angle: counterClockwise(angle), range, deviceUs })
    this.#believed ||= this.#row.length === ROW
    if (!this.#believed) return []
    this.#clock.heard(deviceUs, arrivedUs - (after + bytes.length) * A1_BYTE_US)
    const believed = this.#row
    this.#row = []
    return believed
  }

  /** Those in doubt are refused with the one that raised it. */
  #doubt(more: number): void {
    this.refused += this.#row.length + more
    this.#row = []
    this.#believed = false
    this.#angle = undefined
  }
}

const NODE: PacketFormat = {
  length: 5,
  head: 2,
  begins: (bytes, from, count) => {
    const first = bytes[from] as number
    return ((first ^ (first >> 1)) & 1) === 1 && (count < 2 || ((bytes[from + 1] as number) & 1) === 1)
  },
  holds: (packet) => angleOf(packet) < 360,
}

/** this many in a row are believed */
const ROW = 4
/** degrees from a ray to the next; 2000 rays a second and 5.5 turns make 1° */
const [BACK, ON] = [-2, 20]
const RAY_US = 500

/** degrees */
const angleOf = (bytes: Uint8Array): number =>
  (((bytes[1] as number) >> 1) | ((bytes[2] as number) << 7)) / 64
