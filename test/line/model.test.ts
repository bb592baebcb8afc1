import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FaultyChannel } from '#simulation/line/faulty-channel.js'
import {
  bothDirections,
  completeFaults,
  type LineEvent,
  type ChannelFaults,
} from '#simulation/line/line-faults.js'

/** frame n: its number in four bytes that are never 0, then the delimiter */
const frame = (n: number): Uint8Array =>
  Uint8Array.of(1 + (n & 63), 1 + ((n >> 6) & 63), 1 + ((n >> 12) & 63), 7, 0)

interface Passed {
  readonly way: FaultyChannel
  readonly bytes: number[]
  /** arrival times of whole frames by their text */
  readonly at: Map<string, number[]>
  /** frames in the order of arrival */
  readonly order: string[]
}

/** Sends `count` frames, one every 5 ms, and listens each millisecond until nothing can come any more. */
function pass(
  faults: Partial<ChannelFaults>,
  count: number,
  events: readonly LineEvent[] = [],
  seed = 'model',
): Passed {
  const way = new FaultyChannel(faults, events, [seed])
  const bytes: number[] = []
  const at = new Map<string, number[]>()
  const order: string[] = []
  let open: number[] = []
  for (let now = 0; now < count * 5 + 5_000; now++) {
    if (now % 5 === 0 && now / 5 < count) way.send(frame(now / 5), now)
    for (const byte of way.receive(now)) {
      bytes.push(byte)
      open.push(byte)
      if (byte !== 0) continue
      const text = open.join(' ')
      at.set(text, [...(at.get(text) ?? []), now])
      order.push(text)
      open = []
    }
  }
  return { way, bytes, at, order }
}
const text = (n: number): string => [...frame(n)].join(' ')
const all = (count: number): string[] => Array.from({ length: count }, (_, n) => text(n))

describe('a bad line', () => {
  it('without faults gives every byte at once and in order', () => {
    const { order, at } = pass({}, 200)
    expect(order).toEqual(all(200))
    expect(at.get(text(70))).toEqual([350])
  })

  it('does to the units what its rates say, within three standard deviations', () => {
    const count = 20_000
    const near = (got: number, p: number): void => {
      expect(Math.abs(got - count * p)).toBeLessThan(3 * Math.sqrt(count * p * (1 - p)))
    }
    const { counters } = pass({ drop: 0.05, duplicate: 0.02, reorder: 0.03, split: 0.04 }, count).way
    expect(counters.sent).toBe(count)
    near(counters.dropped, 0.05)
    near(counters.duplicated, 0.02 * 0.95)
    near(counters.reordered, 0.03 * 0.95 * 1.02)
    const damaged = pass({ flip: 0.1, cut: 0.06 }, count).way.counters
    near(damaged.flipped, 0.1)
    near(damaged.cut, 0.06)
  })

  it('flips bits at their rate, none at 0 and every one at 1', () => {
    const count = 20_000
    const { bytes, way } = pass({ bitErrors: 1e-3, unit: 'chunks' }, count)
    const right = all(count).flatMap((words) => words.split(' ').map(Number))
    const wrong = bytes.reduce((sum, byte, i) => sum + ones(byte ^ (right[i] ?? 0)), 0)
    expect(wrong).toBe(way.counters.flipped)
    expect(Math.abs(wrong - count * 40e-3)).toBeLessThan(3 * Math.sqrt(count * 40e-3))
    expect(pass({ bitErrors: 1 }, 3).bytes).toEqual(
      all(3).flatMap((words) => words.split(' ').map((byte) => Number(byte) ^ 0xff)),
    )
  })

  it('duplicates arrive twice, one behind the other; dropped frames never', () => {
    const { order } = pass({ duplicate: 1 }, 10)
    expect(order).toEqual(all(10).flatMap((words) => [words, words]))
    expect(pass({ drop: 1 }, 10).bytes).toEqual([])
  })

  it('reordered frames are overtaken by later ones, and none is lost', () => {
    const { order } = pass({ reorder: 0.1 }, 1_000)
    expect([...order].sort()).toEqual(all(1_000).sort())
    const overtaken = order.filter((words, i) =>
      order.slice(i + 1, i + 20).some((later) => rank(later) < rank(words)),
    )
    expect(overtaken.length).toBeGreaterThan(80)
  })

  it('delay and split keep the order, and nothing comes between the two portions', () => {
    const { order, at } = pass({ delayMs: { min: 0, max: 40 }, split: 0.5 }, 1_000)
    expect(order).toEqual(all(1_000))
    expect(at.get(text(0))?.[0]).toBeGreaterThanOrEqual(0)
    const late = [...at.entries()].filter(([words, times]) => (times[0] ?? 0) > rank(words) * 5 + 20)
    expect(late.length).toBeGreaterThan(100)
  })

  it('a stall gives everything when it is over, a silence swallows it, other figures hold for their time', () => {
    const event = (does: LineEvent['does']): LineEvent[] => [{ at: 100, for: 50, way: 'both', does }]
    const stalled = pass({}, 100, event('stall'))
    expect(stalled.order).toEqual(all(100))
    expect(stalled.at.get(text(20))).toEqual([150])
    expect(stalled.at.get(text(29))).toEqual([150])
    expect(stalled.at.get(text(30))).toEqual([150])
    expect(stalled.at.get(text(31))).toEqual([155])
    const silent = pass({}, 100, event('silence'))
    expect(silent.order).toEqual(all(100).filter((_, n) => n < 20 || n >= 30))
    expect(silent.way.counters.silenced).toBe(10)
    expect(pass({}, 100, event({ faults: { drop: 1 } })).order).toEqual(silent.order)
  })

  it('the same seed gives the same bytes, another one other bytes; one kind of fault leaves the luck of the others', () => {
    const faults = { drop: 0.1, flip: 0.1, duplicate: 0.1, reorder: 0.1 }
    expect(pass(faults, 500).bytes).toEqual(pass(faults, 500).bytes)
    expect(pass(faults, 500, [], 'other').bytes).not.toEqual(pass(faults, 500).bytes)
    const dropped = (more: Partial<ChannelFaults>): string[] => {
      const { order } = pass({ drop: 0.2, ...more }, 300)
      return all(300).filter((words) => !order.includes(words))
    }
    expect(dropped({ duplicate: 0.5, reorder: 0.5, delayMs: { min: 0, max: 9 } })).toEqual(dropped({}))
  })

  it('whatever the rates: no byte out of nothing, nothing held for ever, memory bounded', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    const ways = fc.record({ drop: chance, duplicate: chance, reorder: chance, cut: chance, split: chance })
    fc.assert(
      fc.property(
        ways,
        fc.constantFrom('frames' as const, 'chunks' as const),
        fc.integer(),
        (rates, unit, seed) => {
          const { way, bytes } = pass({ ...rates, unit, stall: 0.01 }, 60, [], String(seed))
          const { sent, dropped, duplicated, silenced, overflown } = way.counters
          expect(overflown).toBe(0)
          expect(bytes.length).toBeLessThanOrEqual(5 * (sent - dropped - silenced + duplicated))
          const whole = way.counters.cut > 0 || bytes.length === 5 * (sent - dropped + duplicated)
          expect(whole, `${bytes.length} bytes`).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
    const standing = new FaultyChannel({}, [{ at: 0, for: 1e9, way: 'both', does: 'stall' }], ['full'])
    for (let n = 0; n < 20_000; n++) standing.send(frame(n), n)
    expect(standing.counters.overflown).toBeGreaterThan(6_000)
    expect(standing.receive(1e9).length).toBeLessThanOrEqual(65_536)
  })

  it('refuses figures that are none', () => {
    expect(() => completeFaults({ drop: 1.1 })).toThrow(/drop of a line is a chance/)
    expect(() => completeFaults({ flip: Number.NaN })).toThrow(RangeError)
    expect(() => completeFaults({ delayMs: { min: 5, max: 4 } })).toThrow(/delayMs of a line/)
    expect(bothDirections({ drop: 0.5 })).toMatchObject({ toFirmware: { drop: 0.5 }, toHost: { drop: 0.5 } })
  })
})

const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length
const rank = (words: string): number => {
  const [a = 0, b = 0, c = 0] = words.split(' ').map(Number)
  return a - 1 + (b - 1) * 64 + (c - 1) * 4096
}
