import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { DeviceClock } from '#sensors/lidar/clock.js'
import { denseDecoder } from '#sensors/lidar/rplidar-dense.js'
import { NodeDecoder } from '#sensors/lidar/rplidar-nodes.js'
import { expressScan, legacyScan } from '#sensors/lidar/rplidar-requests.js'
import { expressDecoder } from '#sensors/lidar/rplidar.js'
import type { ScannerDecoder, ScannerPoint } from '#sensors/lidar/scanner-point.js'
import { hex, inPortions } from '../support/bytes.js'
import {
  capsule,
  denseCabins,
  expressCabins,
  node,
  randomDense,
  randomExpress,
} from '../support/rplidar-bytes.js'

const clock = (): DeviceClock => new DeviceClock(0.03)
/** degrees clockwise, as the scanner counts */
const clockwise = ({ angle }: ScannerPoint): number =>
  (Math.round((360 - (angle * 180) / Math.PI) * 1e6) / 1e6) % 360
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(' ')
const meters = (mm: number): number => (mm === 0 ? NaN : mm / 1000)
const feedAll = (decoder: ScannerDecoder, parts: readonly Uint8Array[]): readonly ScannerPoint[] =>
  parts.flatMap((part) => decoder.feed(part, 0))

describe('RPLIDAR A1, express: packets written by hand from the layout', () => {
  // 45.00° is 0x0B40; the first ray 1000 mm with 20/8° (A1 0F … 4), the second nothing with 0; the 16 equal cabins
  // cancel in the checksum, so it is 0x40 ^ 0x8B = 0xCB (begun anew), and 0x40 ^ 0x11 = 0x51 for 69.00°
  const FIRST = hex(`AB 5C 40 8B ${times(16, 'A1 0F 00 00 04')}`)
  const SECOND = hex(`A1 55 40 11 ${times(16, 'A1 0F 00 00 04')}`)
  const ANSWER = hex('A5 5A 54 00 00 40 82')

  it('reads a capsule when the next one says where it ended', () => {
    const decoder = expressDecoder(clock())
    expect(decoder.feed(ANSWER, 0)).toEqual([])
    expect(decoder.feed(FIRST, 0)).toEqual([])
    const points = decoder.feed(SECOND, 0)
    expect(points.length).toBe(32)
    expect(points.map(clockwise)).toEqual(
      Array.from({ length: 32 }, (_, i) => 45 + (24 * i) / 32 - (i % 2 === 0 ? 2.5 : 0)),
    )
    expect(points.map(({ range }) => range)).toEqual(
      Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 1 : NaN)),
    )
    expect((points[31]?.deviceUs ?? NaN) - (points[0]?.deviceUs ?? NaN)).toBe(31 * 250)
    // the answer to the request is no damage, but no data either
    expect(decoder.counters).toEqual({ packets: 2, damaged: 0, skippedBytes: 7 })
  })

  it('does not join what came before to a scan that has begun anew', () => {
    const decoder = expressDecoder(clock())
    expect(feedAll(decoder, [FIRST, FIRST]).length).toBe(0)
    expect(decoder.feed(SECOND, 0).length).toBe(32)
  })
})

describe('RPLIDAR C1, dense: packets written by hand from the layout', () => {
  const FIRST = hex(`AB 5C 40 8B ${times(20, 'E8 03 00 00')}`)
  const SECOND = hex(`A1 55 40 11 ${times(20, 'E8 03 00 00')}`)

  it('reads a capsule when the next one says where it ended', () => {
    const decoder = denseDecoder(clock())
    const points = feedAll(decoder, [hex('A5 5A 54 00 00 40 85'), FIRST, SECOND])
    expect(points.map(clockwise)).toEqual(
      Array.from({ length: 40 }, (_, i) => Math.round((45 + (24 * i) / 40) * 1e6) / 1e6),
    )
    expect(points.map(({ range }) => range)).toEqual(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 : NaN)),
    )
    expect(decoder.counters).toEqual({ packets: 2, damaged: 0, skippedBytes: 7 })
  })
})

describe('RPLIDAR A1, nodes: packets written by hand from the layout', () => {
  it('reads nodes as soon as four in a row go on round', () => {
    // quality 47, S in the first: BD, then BE; 359.00° is 22976 = 0x59C0: 81 B3; 0.00°: 01 00; 1.00°: 81 00; 2.00°: 01 01
    const decoder = new NodeDecoder(clock())
    const before = feedAll(decoder, [
      hex('A5 5A 05 00 00 40 81'),
      hex('BE 81 B3 A0 0F'),
      hex('BD 01 00 A4 0F'),
      hex('BE 81 00 00 00'),
    ])
    expect(before).toEqual([])
    const points = decoder.feed(hex('BE 01 01 A1 0F BE 81 01 A2 0F'), 0)
    expect(points.map(clockwise)).toEqual([359, 0, 1, 2, 3])
    expect(points.map(({ range }) => range)).toEqual([1, 1.001, NaN, 1.00025, 1.0005])
    expect(points.map(({ deviceUs }, i) => deviceUs - (points[0]?.deviceUs ?? NaN) - 500 * i)).toEqual([
      0, 0, 0, 0, 0,
    ])
    // five bytes of the answer look like a node, until the next one is elsewhere
    expect(decoder.counters).toEqual({ packets: 5, damaged: 1, skippedBytes: 7 })
  })

  it('refuses one whose angle is elsewhere, and those after it until four go on again', () => {
    const decoder = new NodeDecoder(clock())
    const run = (from: number): Uint8Array[] => Array.from({ length: 6 }, (_, i) => node(from + i, 1000))
    expect(feedAll(decoder, run(10)).length).toBe(6)
    expect(decoder.feed(node(200, 1000), 0).length).toBe(0)
    expect(feedAll(decoder, run(17)).length).toBe(6)
    expect(decoder.counters).toEqual({ packets: 12, damaged: 1, skippedBytes: 5 })
  })

  it('does not take the bytes of other data for nodes', () => {
    const rng = stream('nodes', 'noise')
    const decoder = new NodeDecoder(clock())
    const noise = Uint8Array.from({ length: 200_000 }, () => rng.int(256))
    const points = decoder.feed(noise, 0)
    // 4 in a row: 2 bits each, an angle below 360° of 512° and three steps of 22° of 360°
    expect(points.length).toBeLessThan(40)
    const { packets, skippedBytes } = decoder.counters
    expect(noise.length - packets * 5 - skippedBytes).toBeLessThan(5)
  })
})

describe('RPLIDAR: random scans in arbitrary portions', () => {
  const starts = (count: number, arc: number): number[] =>
    Array.from({ length: count }, (_, i) => (i * arc) % 360)

  it('express: all rays but those of the last capsule', () => {
    const rng = stream('rplidar', 'express')
    const rays = starts(200, 15).map(() => randomExpress(rng))
    const bytes = starts(200, 15).map((start, i) => capsule(start, expressCabins(rays[i] ?? []), i === 0))
    const decoder = expressDecoder(clock())
    const points = feedAll(decoder, inPortions(bytes, rng, 200))
    const sent = rays.slice(0, -1).flat()
    expect(points.map(({ range }) => range)).toEqual(sent.map(({ mm }) => meters(mm)))
    const off = points.map((point, i) => {
      const angle = (15 * (i / 32) - (sent[i]?.correction ?? NaN) / 8 + 360) % 360
      return Math.abs(((clockwise(point) - angle + 540) % 360) - 180)
    })
    expect(off.length).toBe(199 * 32)
    expect(Math.max(...off)).toBeLessThan(1e-5)
    expect(decoder.counters).toEqual({ packets: 200, damaged: 0, skippedBytes: 0 })
  })

  it('dense: all rays but those of the last capsule', () => {
    const rng = stream('rplidar', 'dense')
    const rays = starts(200, 28.75).map(() => randomDense(rng))
    const bytes = starts(200, 28.75).map((start, i) => capsule(start, denseCabins(rays[i] ?? []), i === 0))
    const decoder = denseDecoder(clock())
    const points = feedAll(decoder, inPortions(bytes, rng, 200))
    expect(points.map(({ range }) => range)).toEqual(rays.slice(0, -1).flat().map(meters))
    expect(decoder.counters).toEqual({ packets: 200, damaged: 0, skippedBytes: 0 })
  })

  it('dense: a capsule that is damaged or lost costs its own rays and those of the one before it', () => {
    const rng = stream('rplidar', 'lost')
    const bytes = starts(10, 28.75).map((start) => capsule(start, denseCabins(randomDense(rng))))
    const damaged = bytes.map((each, i) =>
      i === 5 ? each.map((byte, at) => (at === 40 ? byte ^ 4 : byte)) : each,
    )
    const lost = bytes.filter((_, i) => i !== 5)
    expect(feedAll(denseDecoder(clock()), damaged).length).toBe(40 * 7)
    expect(feedAll(denseDecoder(clock()), lost).length).toBe(40 * 7)
    // also where the arc of none before it is known
    expect(feedAll(denseDecoder(clock()), damaged.slice(4)).length).toBe(40 * 3)
    const [before, after] = [feedAll(denseDecoder(clock()), bytes), feedAll(denseDecoder(clock()), damaged)]
    // the time of the rays after it is as if they all had come
    expect(after.at(-1)?.deviceUs).toBe(before.at(-1)?.deviceUs)
    const spans = feedAll(denseDecoder(clock()), lost).map(clockwise)
    const steps = spans.slice(1).map((angle, i) => (angle - (spans[i] ?? NaN) + 360) % 360)
    expect(steps.filter((step) => step > 0.72).length).toBe(1)
  })
})

describe('RPLIDAR: requests', () => {
  const shown = (requests: ReturnType<typeof expressScan>): string[] =>
    requests.map(({ bytes }) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' '))

  it('are stop, reset and the scan, with the checksum of the published format', () => {
    expect(shown(expressScan(0))).toEqual(['a5 25', 'a5 40', 'a5 82 05 00 00 00 00 00 22'])
    expect(shown(expressScan(1))).toEqual(['a5 25', 'a5 40', 'a5 82 05 01 00 00 00 00 23'])
    expect(shown(legacyScan())).toEqual(['a5 25', 'a5 40', 'a5 20'])
    expect(expressScan(0).map(({ thenWaitMs }) => thenWaitMs)).toEqual([1, 500, 0])
  })
})
