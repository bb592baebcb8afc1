import type { DeviceClock } from './clock.js'
import { PacketFinder, type FoundPacket, type PacketFormat } from './packet-finder.js'
import { counterClockwise, rangeOf } from './scanner-point.js'
import type { DecoderCounters, ScannerDecoder, ScannerPoint } from './scanner-point.js'

/**
 * LDROBOT LD06 and LD19: 230,400 baud, 8N1; they send as soon as they have power and obey nothing.
 *
 * A packet has 47 bytes (LD19 Development Manual, "Data protocol"; LD06 the same), low byte first:
 *
 *     0x54, 0x2C | speed u16 °/s | start u16 0.01° | 12 × (distance u16 mm, confidence u8)
 *     | end u16 0.01° | stamp u16 ms, begins again after 30000 | CRC-8
 *
 * The second byte holds a type in 3 bits and the number of points in 5. The CRC has the polynomial 0x4D, starts at 0,
 * is not reflected and covers all before it. Angles are those of the first and of the last point and count clockwise.
 *
 * Not checked with a data sheet or a device: whether the stamp is that of the first or of the last point (it does not
 * matter: `DeviceClock` goes by when packets are sent); whether it counts to 29999 or to 30000; below which confidence
 * a point is better dropped (none is dropped here); the correction for the distance of lens and laser that one SDK for
 * the LD06 makes (not made here). Distance 0 is taken for: nothing came back.
 */
export class Ld19Decoder implements ScannerDecoder {
  readonly #clock: DeviceClock
  readonly #finder = new PacketFinder(FORMAT)
  #last: LastPacket | undefined

  constructor(clock: DeviceClock) {
    this.#clock = clock
  }

  get counters(): DecoderCounters {
    return this.#finder.counters
  }

  feed(bytes: Uint8Array, arrivedUs: number): readonly ScannerPoint[] {
    const points: ScannerPoint[] = []
    this.#finder.feed(bytes, (packet) => this.#read(packet, arrivedUs, points))
    return points
  }

  #read({ bytes, after }: FoundPacket, arrivedUs: number, points: ScannerPoint[]): void {
    const sentUs = arrivedUs - (after + bytes.length) * BYTE_US
    const start = word(bytes, START)
    const step = arc(start, word(bytes, END)) / (POINTS - 1)
    const stepUs = pace(step, word(bytes, SPEED))
    const deviceUs = this.#timeOf(word(bytes, STAMP), stepUs, sentUs)
    this.#clock.heard(deviceUs, sentUs)
    for (let i = 0; i < POINTS; i++) {
      points.push({
        angle: counterClockwise((start + i * step) / 100),
        range: rangeOf(word(bytes, FIRST + 3 * i)),
        deviceUs: deviceUs - (POINTS - 1 - i) * stepUs,
      })
    }
  }

  /**
   * When the last point was measured, in a time that does not begin again. The stamp says in which millisecond; within
   * it, the time is as long after the packet before as its points took. After a long silence nobody knows how often the
   * stamp began again.
   */
  #timeOf(stamp: number, stepUs: number, sentUs: number): number {
    const last = this.#last
    const known = last !== undefined && sentUs - last.sentUs < WRAP_US / 2
    if (!known) this.#clock.restart()
    const stampUs = known ? last.stampUs + ((stamp - last.stamp + WRAP) % WRAP) * 1000 : stamp * 1000
    const expected = known ? last.deviceUs + POINTS * stepUs : stampUs
    const deviceUs = Math.min(Math.max(expected, stampUs), stampUs + 1000)
    this.#last = { stamp, stampUs, deviceUs, sentUs }
    return deviceUs
  }
}

/** A packet's stamp, the same in a time that does not begin again, when it really was, and when it was sent. */
interface LastPacket {
  readonly stamp: number
  readonly stampUs: number
  readonly deviceUs: number
  readonly sentUs: number
}

const POINTS = 12
const [SPEED, START, FIRST, END, STAMP, CRC] = [2, 4, 6, 42, 44, 46]
const WRAP = 30_000
const WRAP_US = WRAP * 1000
/** start bit, 8 bits, stop bit */
const BYTE_US = 1e7 / 230_400
/** 4500 points a second, where the packet itself does not say how long a point took */
const NOMINAL_US = 1e6 / 4500

const word = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8)

/** hundredths of a degree from one angle on to another */
const arc = (from: number, to: number): number => (to - from + 36_000) % 36_000

/** µs from a point to the next. @param step 0.01° @param speed °/s */
function pace(step: number, speed: number): number {
  const us = (step / 100 / speed) * 1e6
  return us >= 50 && us <= 1000 ? us : NOMINAL_US
}

const TABLE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ 0x4d : crc << 1
  return crc
})

const FORMAT: PacketFormat = {
  length: 47,
  head: 2,
  begins: (bytes, from, count) => bytes[from] === 0x54 && (count < 2 || bytes[from + 1] === 0x2c),
  holds: (packet) => {
    let crc = 0
    for (let i = 0; i < CRC; i++) crc = TABLE[crc ^ (packet[i] as number)] as number
    // beside the checksum, values that the device cannot send: 1 in 6 of random packets that pass it are left
    return (
      crc === packet[CRC] &&
      word(packet, START) <= 36_000 &&
      word(packet, END) <= 36_000 &&
      word(packet, STAMP) <= WRAP
    )
  },
}
