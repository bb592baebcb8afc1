import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { DeviceClock } from '#sensors/lidar/clock.js'
import { Ld19Decoder } from '#sensors/lidar/ld19.js'
import type { ScannerPoint } from '#sensors/lidar/scanner-point.js'
import { encodePacket, type Ld19Packet } from '#simulation/field/world/sensors/lidar-bytes.js'
import { hex, inPortions } from '../support/bytes.js'

/** The example of the LD19 Development Manual; it is the only packet of a real device that is known here. */
const PUBLISHED = hex(
  `54 2C 68 08 AB 7E E0 00 E4 DC 00 E2 D9 00 E5 D5 00 E3 D3 00 E4 D0 00 E9 CD 00 E4 CA 00 E2 C7 00 E9 C5 00 E5
   C2 00 E5 C0 00 E5 BE 82 3A 1A 50`,
)
/**
 * By hand from the layout: 3600 °/s, from 359.20° over the mark to 8.00° in steps of 0.8°, ranges 1000, 1001 … mm but
 * nothing for the third ray, confidence 200, stamp 29998; its CRC was computed bit by bit by another program.
 */
const BY_HAND = hex(
  `54 2C 10 0E 50 8C E8 03 C8 E9 03 C8 00 00 00 EB 03 C8 EC 03 C8 ED 03 C8 EE 03 C8 EF 03 C8 F0 03 C8 F1 03 C8
   F2 03 C8 F3 03 C8 20 03 2E 75 44`,
)

const decoder = (): Ld19Decoder => new Ld19Decoder(new DeviceClock(0))
const degrees = ({ angle }: ScannerPoint): number => Math.round((angle * 18_000) / Math.PI) / 100

describe('LD19: published and hand-written packets', () => {
  it('reads the example of the manual', () => {
    const points = decoder().feed(PUBLISHED, 0)
    expect(points.map(({ range }) => range)).toEqual([
      0.224, 0.22, 0.217, 0.213, 0.211, 0.208, 0.205, 0.202, 0.199, 0.197, 0.194, 0.192,
    ])
    // 324.27° to 334.70° clockwise are 35.73° to 25.30° the other way round
    expect(degrees(points[0] as ScannerPoint)).toBe(35.73)
    expect(degrees(points[11] as ScannerPoint)).toBe(25.3)
    expect(degrees(points[1] as ScannerPoint)).toBeCloseTo(35.73 - 10.43 / 11, 2)
  })

  it('reads a packet that passes the mark, with a ray that did not come back', () => {
    const points = decoder().feed(BY_HAND, 0)
    expect(points.map(degrees)).toEqual([
      0.8, 0, 359.2, 358.4, 357.6, 356.8, 356, 355.2, 354.4, 353.6, 352.8, 352,
    ])
    expect(points.map(({ range }) => range)).toEqual([
      1,
      1.001,
      NaN,
      1.003,
      1.004,
      1.005,
      1.006,
      1.007,
      1.008,
      1.009,
      1.01,
      1.011,
    ])
    // 0.8° at 3600 °/s take 222 µs
    const [first, last] = [points[0] as ScannerPoint, points[11] as ScannerPoint]
    expect(last.deviceUs - first.deviceUs).toBeCloseTo((11 * 0.8e6) / 3600, 3)
  })

  it('refuses packets with a right checksum and values that cannot be', () => {
    const bad = [{ start: 36_001 }, { end: 40_000 }, { stamp: 30_001 }].map((more) =>
      encodePacket({ ...random(stream('bad')), ...more }),
    )
    const read = decoder()
    expect(bad.map((bytes) => read.feed(bytes, 0).length)).toEqual([0, 0, 0])
    expect(read.counters).toEqual({ packets: 0, damaged: 3, skippedBytes: 141 })
  })
})

describe('LD19: the simulation encodes, the driver decodes', () => {
  it('1000 random packets, cut anywhere, come out as they went in', () => {
    const rng = stream('ld19', 'property')
    const packets = Array.from({ length: 1000 }, () => random(rng))
    const read = decoder()
    const points = inPortions(packets.map(encodePacket), rng, 120).flatMap((part) => read.feed(part, 0))
    expect(read.counters).toEqual({ packets: 1000, damaged: 0, skippedBytes: 0 })
    const sent = packets.flatMap(({ rays }) => rays.map(({ mm }) => (mm === 0 ? NaN : mm / 1000)))
    expect(points.map(({ range }) => range)).toEqual(sent)
    const angles = packets.flatMap(({ start, end }) => {
      const arc = (end - start + 36_000) % 36_000
      return Array.from({ length: 12 }, (_, i) => (36_000 - ((start + (arc * i) / 11) % 36_000)) % 36_000)
    })
    const off = points.map(({ angle }, i) => Math.abs((angle * 18_000) / Math.PI - (angles[i] ?? NaN)))
    expect(off.length).toBe(12_000)
    expect(Math.max(...off.map((each) => Math.min(each, 36_000 - each)))).toBeLessThan(1e-6)
  })

  it('joins a stream in the middle of a packet and loses only that one', () => {
    const rng = stream('ld19', 'join')
    const bytes = Array.from({ length: 4 }, () => encodePacket(random(rng)))
    let whole = 0
    for (let from = 1; from < 47; from++) {
      const read = decoder()
      const points = inPortions(
        [(bytes[0] as Uint8Array).subarray(from), ...bytes.slice(1)],
        rng,
        30,
      ).flatMap((part) => read.feed(part, 0))
      if (points.length === 36) whole++
      expect(read.counters.packets).toBe(3)
    }
    expect(whole).toBe(46)
  })

  it('finds the packet that follows a false beginning', () => {
    const rng = stream('ld19', 'false')
    const packet = encodePacket(random(rng))
    for (const before of ['54', '54 2C', '54 54', '54 2C 54', '54 2C 54 2C 00', '2C 54 2C 54']) {
      const read = decoder()
      expect(read.feed(Uint8Array.of(...hex(before), ...packet, ...packet), 0).length).toBe(24)
      expect(read.counters.skippedBytes).toBe(hex(before).length)
    }
  })
})

/** speed and step fit each other as in a device; everything else is any value */
function random(rng: Rng): Ld19Packet {
  const start = rng.int(36_000)
  return {
    speed: 3600,
    start,
    end: (start + 880) % 36_000,
    rays: Array.from({ length: 12 }, () => ({
      mm: rng.chance(0.1) ? 0 : rng.int(65_536),
      confidence: rng.int(256),
    })),
    stamp: rng.int(30_000),
  }
}
