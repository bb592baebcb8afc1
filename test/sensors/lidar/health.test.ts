import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { ScannerWatch, type ScannerState } from '#sensors/lidar/health.js'
import type { Sweep } from '#sensors/lidar/sweep.js'
import { LaserScanner } from '#sensors/lidar/scanner.js'
import type { LidarFault } from '#simulation/field/world/sensors/lidar-faults.js'
import { Line, lidarOf } from '../support/line.js'

/** The state after a second of a fault, and after a second without it again. */
function stateWith(fault: LidarFault): readonly [during: ScannerState, after: ScannerState, text: string] {
  const line = new Line(lidarOf())
  line.run(1000)
  expect(line.scanner.health(line.us).state).toBe('ok')
  line.lidar.fault = fault
  line.run(1000)
  const { state, text } = line.scanner.health(line.us)
  line.lidar.fault = undefined
  line.run(1000)
  return [state, line.scanner.health(line.us).state, text]
}

/** All states in a run, asked for every 10 ms. */
function statesOver(line: Line, ms: number): ReadonlySet<ScannerState> {
  const states = new Set<ScannerState>()
  for (let now = 0; now < ms; now += 10) {
    line.run(10)
    states.add(line.scanner.health(line.us).state)
  }
  return states
}

/** A turn of 100 rays: so many come back, so many of them from right in front, the others from `far` metres. */
function turnOf({ back = 100, near = 0, far = 2, tookUs = 100_000 }): Sweep {
  const ranges = Array.from({ length: 100 }, (_, i) => m(i >= back ? NaN : i < near ? 0.119 : far))
  return { tookUs, scan: { startUs: 0, endUs: tookUs, angles: [], ranges, offsetsUs: [] } }
}

describe('health of a scanner', () => {
  it.each([
    ['silent', 'silent', /sends nothing that can be read: .* the last came 1\.0 s ago\. Check its cable/],
    [
      'slow',
      'slow',
      /turns too slowly: at least 6 turns a second are expected, it makes 3\.0\. Check that it gets 5 V/,
    ],
    [
      'blind',
      'blind',
      /sees too little: at least 25 % of its rays should come back, 0 % do\. Check that nothing covers/,
    ],
    [
      'covered',
      'blind',
      /right in front .*: at most 30 % of its rays should end within 0\.12 m, 9\d % do\. Take off/,
    ],
    [
      'stale',
      'stale',
      /repeats itself: no two turns are ever alike, the last \d+ are, to the millimetre\. Switch/,
    ],
  ] as const)(
    'shows what %s causes as %s, with what to do, and sees when it is over',
    (fault, state, text) => {
      const [during, after, words] = stateWith(fault)
      expect([during, after]).toEqual([state, 'ok'])
      expect(words).toMatch(text)
    },
  )

  it('cannot see what only a map shows: half a window covered, left for right, dust', () => {
    const faults = ['half-blind', 'mirrored', 'dusty'] as const
    expect(faults.map((fault) => stateWith(fault).slice(0, 2))).toEqual([
      ['ok', 'ok'],
      ['ok', 'ok'],
      ['ok', 'ok'],
    ])
  })

  it('shows nothing where nothing is wrong: a minute of five scanners, with jitter and a plate above them', () => {
    const states = [1, 2, 3, 4, 5].map((seed) => {
      const name = { seed, field: 'bench', episode: 1 }
      const line = new Line(lidarOf({ name, plate: seed > 2 }), undefined, seed > 1 ? 8000 : 0)
      line.run(300)
      const seen = statesOver(line, 12_000)
      expect(line.scanner.counters).toMatchObject({ damaged: 0, skippedBytes: 0 })
      return [...seen]
    })
    expect(states).toEqual([['ok'], ['ok'], ['ok'], ['ok'], ['ok']])
  })

  it('is silent until the first whole turn, and again 300 ms after the last packet', () => {
    const line = new Line(lidarOf())
    expect(line.scanner.health(0)).toMatchObject({ state: 'silent', sinceUs: 0 })
    expect(line.scanner.health(0).text).toContain('none has come yet')
    line.run(50)
    expect(line.scanner.health(line.us).state).toBe('silent')
    line.run(950)
    expect(line.scanner.health(line.us).state).toBe('ok')
    line.lidar.fault = 'silent'
    line.run(10)
    const last = line.us
    line.run(280)
    expect(line.scanner.health(line.us).state).toBe('ok')
    line.run(40)
    const { state, sinceUs } = line.scanner.health(line.us)
    expect(state).toBe('silent')
    expect(last - sinceUs).toBeGreaterThanOrEqual(0)
    expect(last - sinceUs).toBeLessThan(10_000)
  })

  it('says since when, whenever it is asked', () => {
    const line = new Line(lidarOf())
    line.run(1000)
    line.lidar.fault = 'blind'
    line.run(2000)
    const { state, sinceUs } = line.scanner.health(line.us)
    expect(state).toBe('blind')
    expect(sinceUs).toBeGreaterThan(1_000_000)
    expect(sinceUs).toBeLessThan(1_220_000)
    expect(line.scanner.health(line.us + 5000).sinceUs).toBe(sinceUs)
  })

  it.each([
    ['24 of 100 rays back', turnOf({ back: 24 }), 'blind'],
    ['25 of 100 rays back', turnOf({ back: 25 }), 'ok'],
    ['31 of 100 rays within 0.12 m', turnOf({ near: 31 }), 'blind'],
    ['30 of 100 rays within 0.12 m', turnOf({ near: 30 }), 'ok'],
    ['a turn in 167 ms', turnOf({ tookUs: 167_000 }), 'slow'],
    ['a turn in 166 ms', turnOf({ tookUs: 166_000 }), 'ok'],
  ] as const)('draws the line at %s', (_, turn, state) => {
    const watch = new ScannerWatch(0)
    watch.heard([turn], 100_000)
    expect(watch.at(100_000).state).toBe(state)
  })

  it('calls three turns the same stale, not two, and not where one range differs', () => {
    const same = turnOf({})
    const other = turnOf({ far: 2.001 })
    const after = (...turns: readonly Sweep[]): ScannerState => {
      const watch = new ScannerWatch(0)
      turns.forEach((turn, i) => watch.heard([turn], 100_000 * (i + 1)))
      return watch.at(100_000 * turns.length).state
    }
    expect(after(same, same)).toBe('ok')
    expect(after(same, same, same)).toBe('stale')
    expect(after(same, other, same, same)).toBe('ok')
    expect(after(same, same, same, other)).toBe('ok')
  })

  it('is slow when the head stands still although rays come', () => {
    const watch = new ScannerWatch(0)
    watch.heard([turnOf({})], 100_000)
    expect(watch.at(100_000).state).toBe('ok')
    for (let us = 100_000; us <= 1_100_000; us += 3000) watch.heard([], us)
    expect(watch.at(1_100_000)).toMatchObject({ state: 'slow' })
    expect(watch.at(1_100_000).text).toContain('it makes 1.0.')
  })

  it('takes garbage for silence', () => {
    const scanner = new LaserScanner({ model: 'ld19', yaw: rad(0), startUs: 0 })
    for (let us = 0; us < 2_000_000; us += 10_000) scanner.feed(new Uint8Array(200).fill(0x54), us)
    expect(scanner.health(2_000_000)).toMatchObject({ state: 'silent', sinceUs: 0 })
    expect(scanner.counters.packets).toBe(0)
    expect(scanner.counters.skippedBytes).toBeGreaterThan(39_000)
  })
})
