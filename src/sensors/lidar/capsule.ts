import type { DeviceClock } from './clock.js'
import { PacketFinder, type FoundPacket, type PacketFormat } from './packet-finder.js'
import type { DecoderCounters, ScannerDecoder, ScannerPoint } from './scanner-point.js'

/**
 * The capsules of Slamtec's express scans (RPLIDAR Interface Protocol and Application Notes, EXPRESS_SCAN): 84 bytes,
 * low byte first:
 *
 *     0xA and bits 0…3 of the checksum | 0x5 and bits 4…7 of it | start angle u16 | 80 bytes of cabins
 *
 * The checksum is the exclusive or of all bytes behind it: it shows every wrong bit and every burst of up to 8, but one
 * that turns over the same bits of its upper half and of the angle's first byte, which lie side by side. The start
 * angle has 1/64° in bits 0…14 and, in bit 15, that the scan has begun anew, so that what came before does not belong
 * to it. Angles count clockwise. Where a capsule ends is known only from the start of the next one.
 */
export class CapsuleDecoder implements ScannerDecoder {
  readonly #finder = new PacketFinder(CAPSULE)
  readonly #chain: CapsuleChain
  readonly #kind: CapsuleKind

  constructor(kind: CapsuleKind, clock: DeviceClock) {
    this.#kind = kind
    this.#chain = new CapsuleChain(kind, clock)
  }

  get counters(): DecoderCounters {
    return this.#finder.counters
  }

  feed(bytes: Uint8Array, arrivedUs: number): readonly ScannerPoint[] {
    const points: ScannerPoint[] = []
    this.#finder.feed(bytes, (packet) => {
      const capsule = this.#chain.next(packet, arrivedUs)
      if (capsule !== undefined) points.push(...this.#kind.pointsOf(capsule))
    })
    return points
  }
}

/** What differs from one kind of capsule to another. */
export interface CapsuleKind {
  /** rays in a capsule */
  readonly rays: number
  /** µs from a ray to the next, as the scanner says or its data sheet */
  readonly rayUs: number
  /** µs that a byte takes on the line */
  readonly byteUs: number
  readonly pointsOf: (capsule: Capsule) => readonly ScannerPoint[]
}

/** A capsule of which is known where it ended. Its bytes are valid only until the next one. */
export interface Capsule {
  readonly bytes: Uint8Array
  /** degrees clockwise of its first ray, and from there to the first of the next capsule */
  readonly start: number
  readonly arc: number
  /** of its first ray */
  readonly deviceUs: number
}

/**
 * Joins capsules. The scanner sends no time: it is told by counting rays, those of bytes that were damaged included;
 * the clock finds out how long a ray really takes.
 */
class CapsuleChain {
  readonly #kind: CapsuleKind
  readonly #clock: DeviceClock
  #before = new Uint8Array(CAPSULE.length)
  #returned = new Uint8Array(CAPSULE.length)
  #known = false
  #arc: number | undefined
  #rays = 0

  constructor(kind: CapsuleKind, clock: DeviceClock) {
    this.#kind = kind
    this.#clock = clock
  }

  /** @returns the capsule before this one, where the two are neighbours */
  next({ bytes, after, skipped }: FoundPacket, arrivedUs: number): Capsule | undefined {
    const { rays, rayUs, byteUs } = this.#kind
    this.#rays += rays * Math.round(skipped / bytes.length)
    const deviceUs = this.#rays * rayUs
    this.#rays += rays
    this.#clock.heard(this.#rays * rayUs, arrivedUs - (after + bytes.length) * byteUs)
    const start = startOf(this.#before)
    const arc = (startOf(bytes) - start + 360) % 360
    const neighbours = this.#known && skipped === 0 && !beginsAnew(bytes)
    const right = neighbours && this.#isUsual(arc)
    this.#arc = neighbours ? arc : undefined
    ;[this.#before, this.#returned] = [this.#returned, this.#before]
    this.#before.set(bytes)
    this.#known = true
    return right ? { bytes: this.#returned, start, arc, deviceUs: deviceUs - rays * rayUs } : undefined
  }

  /** A capsule that was lost without a trace shows in an arc that is far longer than the one before. */
  #isUsual(arc: number): boolean {
    return arc > 0 && arc <= LONGEST_ARC && (this.#arc === undefined || arc <= 1.5 * this.#arc)
  }
}

const CAPSULE: PacketFormat = {
  length: 84,
  head: 6,
  begins: (bytes, from, count) =>
    high(bytes[from]) === 0xa &&
    (count < 2 || high(bytes[from + 1]) === 0x5) &&
    // the answer to the request begins as a capsule could
    !(count === 6 && ANSWER.every((byte, i) => bytes[from + i] === byte)),
  holds: (packet) => {
    let sum = 0
    for (let i = 2; i < packet.length; i++) sum ^= packet[i] as number
    return sum === (low(packet[0]) | (low(packet[1]) << 4)) && startOf(packet) < 360
  },
}

/** degrees; at 5 turns a second and 2000 rays a second, 40 rays turn by 36° */
const LONGEST_ARC = 120
/** A5 5A, 30 bits of length (84) with 2 bits of mode (1): then one byte that names the kind of data */
const ANSWER = [0xa5, 0x5a, 0x54, 0x00, 0x00, 0x40]

const high = (byte: number | undefined): number => (byte ?? 0) >> 4
const low = (byte: number | undefined): number => (byte ?? 0) & 0xf
/** degrees */
const startOf = (bytes: Uint8Array): number =>
  ((bytes[2] as number) | (((bytes[3] as number) & 0x7f) << 8)) / 64
const beginsAnew = (bytes: Uint8Array): boolean => ((bytes[3] as number) & 0x80) !== 0
