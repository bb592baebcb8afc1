import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { rad } from '#base/units.js'
import { DeviceClock } from '#sensors/lidar/clock.js'
import { Ld19Decoder } from '#sensors/lidar/ld19.js'
import { denseDecoder } from '#sensors/lidar/rplidar-dense.js'
import { LaserScanner, SCANNER_MODELS } from '#sensors/lidar/scanner.js'
import type { ScannerDecoder } from '#sensors/lidar/scanner-point.js'
import { encodePacket } from '#simulation/field/world/sensors/lidar-bytes.js'
import { capsule, denseCabins, randomDense } from '../support/rplidar-bytes.js'

const clock = (): DeviceClock => new DeviceClock(0)

const ld19Packet = (rng: Rng): Uint8Array => {
  const start = rng.int(36_000)
  return encodePacket({
    speed: 3600,
    start,
    end: (start + 880) % 36_000,
    rays: Array.from({ length: 12 }, () => ({ mm: rng.int(12_000), confidence: rng.int(256) })),
    stamp: rng.int(30_000),
  })
}

type Damage = (packet: Uint8Array, rng: Rng) => Uint8Array

/** Turns over the first and the last of up to 8 bits in a row, and any between. Bits in the order of the checksum … */
const burst =
  (order: (bit: number) => number): Damage =>
  (packet, rng) => {
    const hurt = packet.slice()
    const length = 1 + rng.int(8)
    const from = rng.int(8 * packet.length - length + 1)
    for (let i = 0; i < length; i++) {
      if (i > 0 && i < length - 1 && rng.chance(0.5)) continue
      const bit = from + i
      hurt[bit >> 3] = (hurt[bit >> 3] as number) ^ (1 << order(bit & 7))
    }
    return hurt
  }

const DAMAGE = {
  bit: (packet, rng) => {
    const hurt = packet.slice()
    const at = rng.int(hurt.length)
    hurt[at] = (hurt[at] as number) ^ (1 << rng.int(8))
    return hurt
  },
  burst: burst((bit) => 7 - bit),
  /** … and in the order in which they are on the line: the lowest of a byte first */
  burstOnLine: burst((bit) => bit),
  /** any number of bytes, any values */
  random: (packet, rng) => {
    const hurt = packet.slice()
    const count = 2 + rng.int(hurt.length - 1)
    for (let i = 0; i < count; i++) hurt[rng.int(hurt.length)] = rng.int(256)
    return hurt
  },
  /** the header stays, so that the checksum alone decides */
  behindHeader: (packet, rng) => packet.map((byte, i) => (i < 2 ? byte : rng.int(256))),
  lost: (packet, rng) => {
    const at = rng.int(packet.length)
    return Uint8Array.of(...packet.subarray(0, at), ...packet.subarray(at + 1 + rng.int(4)))
  },
  inserted: (packet, rng) => {
    const at = 1 + rng.int(packet.length - 1)
    return Uint8Array.of(...packet.subarray(0, at), rng.int(256), ...packet.subarray(at))
  },
} as const satisfies Record<string, Damage>

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

interface Tally {
  readonly mutated: number
  readonly accepted: number
}

/** Feeds damaged packets and nothing else: whatever is accepted is damaged. */
function tally(
  make: (rng: Rng) => Uint8Array,
  decoder: ScannerDecoder,
  kind: keyof typeof DAMAGE,
  count: number,
): Tally {
  const rng = stream('damage', kind)
  const packets = Array.from({ length: 500 }, () => make(rng))
  let mutated = 0
  while (mutated < count) {
    const packet = packets[mutated % packets.length] as Uint8Array
    const hurt = DAMAGE[kind](packet, rng)
    if (same(hurt, packet)) continue
    mutated++
    decoder.feed(hurt, mutated)
  }
  return { mutated, accepted: decoder.counters.packets }
}

describe('LD19: 1.05 million damaged packets', () => {
  const run = (kind: keyof typeof DAMAGE, count: number): Tally =>
    tally(ld19Packet, new Ld19Decoder(clock()), kind, count)

  it('none with a single wrong bit is accepted', () => {
    expect(run('bit', 200_000)).toEqual({ mutated: 200_000, accepted: 0 })
  })

  it('none with a burst of up to 8 bits in the order of the checksum is accepted', () => {
    expect(run('burst', 250_000)).toEqual({ mutated: 250_000, accepted: 0 })
  })

  it('of bursts in the order of the line, which a CRC-8 does not promise to see, hardly any', () => {
    const { mutated, accepted } = run('burstOnLine', 200_000)
    expect(mutated).toBe(200_000)
    expect(accepted).toBeLessThan(mutated / 256)
  })

  it('of those with any damage no more than one in 256', () => {
    const { mutated, accepted } = run('random', 200_000)
    expect(mutated).toBe(200_000)
    expect(accepted).toBeLessThan(mutated / 256)
  })

  it('of those with a right header fewer than the checksum lets through: values that cannot be are refused too', () => {
    const { mutated, accepted } = run('behindHeader', 100_000)
    const chance = mutated / 256
    const possible = (36_001 / 65_536) ** 2 * (30_001 / 65_536)
    expect(accepted).toBeLessThan(chance)
    expect(Math.abs(accepted - chance * possible)).toBeLessThan(5 * Math.sqrt(chance * possible))
  })

  it('of those with bytes lost or inserted no more than one in 256', () => {
    const [lost, inserted] = [run('lost', 50_000), run('inserted', 50_000)]
    expect(lost.mutated + inserted.mutated).toBe(100_000)
    expect(lost.accepted + inserted.accepted).toBeLessThan(100_000 / 256)
  })

  it('no right packet between damaged ones is lost, but to a wrong one that was accepted', () => {
    const rng = stream('damage', 'between')
    const decoder = new Ld19Decoder(clock())
    const kinds = Object.values(DAMAGE)
    let right = 0
    for (let i = 0; i < 30_000; i++) {
      const packet = ld19Packet(rng)
      const points = [...decoder.feed(rng.pick(kinds)(packet, rng), i), ...decoder.feed(packet, i)]
      const end = decoder.feed(new Uint8Array(47), i)
      const first = packet[6] as number
      if ([...points, ...end].slice(-12)[0]?.range === (first | ((packet[7] as number) << 8)) / 1000) right++
    }
    expect(right).toBeGreaterThan(30_000 * 0.995)
  })
})

describe('dense capsules: 0.4 million damaged ones, each between two right ones', () => {
  const ARC = 28.75

  /** Of capsules that come out, those that never went in so; alignment on a false beginning is damage, too. */
  function run(
    kind: keyof typeof DAMAGE,
    count: number,
    counts = (_: Uint8Array, __: Uint8Array) => true,
  ): Tally {
    const rng = stream('damage', 'dense', kind)
    const starts = Array.from({ length: 48 }, (_, i) => (ARC * i) % 360)
    const right = starts.map((start) => capsule(start, denseCabins(randomDense(rng))))
    const signs = new Set(right.map((bytes) => sign(bytes[2] ?? 0, bytes[3] ?? 0, words(bytes))))
    const decoder = denseDecoder(clock())
    let mutated = 0
    let accepted = 0
    let emitted = 0
    for (let at = 0; mutated < count; at = (at + 1) % right.length) {
      const packet = right[at] as Uint8Array
      const hurt = at % 2 === 0 ? packet : DAMAGE[kind](packet, rng)
      if (at % 2 === 1 && (same(hurt, packet) || !counts(hurt, packet))) continue
      mutated += at % 2
      const points = decoder.feed(hurt, mutated)
      for (let from = 0; from < points.length; from += 40) {
        emitted++
        const word = Math.round((360 - ((points[from]?.angle ?? NaN) * 180) / Math.PI) * 64) % (360 * 64)
        const ranges = points.slice(from, from + 40).map(({ range }) => Math.round(1000 * range) || 0)
        if (!signs.has(sign(word & 0xff, word >> 8, ranges))) accepted++
      }
    }
    expect(emitted).toBeGreaterThanOrEqual(accepted)
    return { mutated, accepted }
  }
  const words = (bytes: Uint8Array): readonly number[] =>
    Array.from({ length: 40 }, (_, i) => (bytes[4 + 2 * i] as number) | ((bytes[5 + 2 * i] as number) << 8))
  const sign = (low: number, high: number, ranges: readonly number[]): string => [low, high, ...ranges].join()

  /** The upper half of the checksum is beside the angle: a burst may change both alike, and no decoder can tell. */
  const besideAngle = (hurt: Uint8Array, packet: Uint8Array): boolean =>
    hurt[1] !== packet[1] && hurt[2] !== packet[2]

  it('none with a single wrong bit or a burst of up to 8 bits, in either order, comes out', () => {
    const elsewhere = (hurt: Uint8Array, packet: Uint8Array): boolean => !besideAngle(hurt, packet)
    expect(run('bit', 100_000)).toEqual({ mutated: 100_000, accepted: 0 })
    expect(run('burst', 100_000, elsewhere)).toEqual({ mutated: 100_000, accepted: 0 })
    expect(run('burstOnLine', 100_000, elsewhere)).toEqual({ mutated: 100_000, accepted: 0 })
  })

  it('of bursts across checksum and angle, where the format has a hole, fewer than one in 25', () => {
    const { mutated, accepted } = run('burst', 500, besideAngle)
    expect(mutated).toBe(500)
    expect(accepted).toBeGreaterThan(0)
    expect(accepted).toBeLessThan(500 / 25)
  })

  it('of those with any damage no more than the checksum lets through by chance, one in 256', () => {
    const [random, behindHeader] = [run('random', 50_000), run('behindHeader', 50_000)]
    expect(random.accepted + behindHeader.accepted).toBeGreaterThan(0)
    expect(random.accepted).toBeLessThan(50_000 / 256)
    expect(behindHeader.accepted).toBeLessThan(50_000 / 256)
  })
})

describe('any bytes at all', () => {
  it('throw nothing and are held for no longer than a packet', () => {
    const rng = stream('damage', 'noise')
    const noise = Array.from({ length: 2000 }, () =>
      Uint8Array.from({ length: rng.int(400) }, () => rng.int(256)),
    )
    const total = noise.reduce((sum, each) => sum + each.length, 0)
    const lengths = { ld19: 47, 'rplidar-a1': 84, 'rplidar-a1-legacy': 5, 'rplidar-c1': 84 }
    for (const model of SCANNER_MODELS) {
      const scanner = new LaserScanner({ model, yaw: rad(0), startUs: 0 })
      noise.forEach((bytes, i) => scanner.feed(bytes, 5000 * i))
      const { packets, skippedBytes } = scanner.counters
      const held = total - packets * lengths[model] - skippedBytes
      expect(held).toBeGreaterThanOrEqual(0)
      // nodes that are in doubt are neither skipped nor believed: four at most
      expect(held).toBeLessThan(model === 'rplidar-a1-legacy' ? 25 : lengths[model])
      expect(packets).toBeLessThan(total / lengths[model] / 20)
    }
    expect(total).toBeGreaterThan(300_000)
  })
})
