import { describe, expect, it, vi } from 'vitest'
import { StallReporter, watchEventLoop } from '#runtime/timing/event-loop.js'
import { SpreadCounter } from '#runtime/timing/spread.js'
import { GapCounter, Timing } from '#runtime/timing/timing.js'
import { attended, ended } from './support/attended.js'

describe('how punctual a process is', () => {
  it('percentiles are at most 5 % above what was measured, and the largest is exact', () => {
    const counter = new SpreadCounter()
    for (let ms = 1; ms <= 1000; ms++) counter.add(ms)
    const { count, p50, p99, p999, max } = counter.spread
    expect([count, max]).toEqual([1000, 1000])
    for (const [got, exact] of [
      [p50, 500],
      [p99, 990],
      [p999, 999],
    ] as const) {
      expect(got).toBeGreaterThanOrEqual(exact)
      expect(got).toBeLessThanOrEqual(exact * 1.05 + 0.1)
    }
  })

  it('nothing measured is nothing, and an hour is no more memory than a millisecond', () => {
    const counter = new SpreadCounter()
    expect(counter.spread).toEqual({ count: 0, p50: 0, p99: 0, p999: 0, max: 0 })
    for (const ms of [0, 3_600_000, 1e12]) counter.add(ms)
    expect(counter.spread).toMatchObject({ count: 3, max: 1e12 })
  })

  it('heartbeats: the largest gap, and those that are too long', () => {
    const gaps = new GapCounter()
    for (const ms of [40, 120, 121, 200, 200.5]) gaps.add(ms)
    expect(gaps.gaps).toEqual({ count: 5, worstMs: 200.5, over120: 3, over200: 1 })
  })

  it('an incident is told once with its length; those that follow soon are a count', () => {
    const told: string[] = []
    const incidents = new StallReporter((text) => told.push(text))
    incidents.record(0, 119)
    incidents.record(1_000, 5_800)
    expect(told).toEqual([expect.stringContaining('stalled for 5.8 s')])
    for (let at = 1_200; at < 11_000; at += 200) incidents.record(at, 150)
    expect(told).toHaveLength(1)
    incidents.record(11_000, 0)
    expect(told[1]).toBe('event loop stalled 49 more times, for up to 150 ms')
    incidents.record(40_000, 130)
    expect(told).toHaveLength(3)
  })

  it('a loop that stood for a while is measured and told by its own timer', () => {
    vi.useFakeTimers()
    const timing = new Timing()
    const told: string[] = []
    let at = 0
    const end = watchEventLoop(
      timing,
      (text) => told.push(text),
      () => (at += told.length === 0 ? 320 : 20),
    )
    vi.advanceTimersByTime(100)
    end()
    vi.useRealTimers()
    expect(timing.report.eventLoop.count).toBe(5)
    expect(told).toEqual([expect.stringContaining('stalled for 300 ms')])
    expect(timing.report).toMatchObject({ stood: 1, reflex: null, eventLoop: { max: 300 } })
    // for a plot over time: what was late is over once it has been told
    expect([timing.takeLately(), timing.takeLately()]).toEqual([300, 0])
  })
})

describe('the reflex loop in real time', () => {
  it('a turn that hung is in the record of the episode: how late, and the gap between heartbeats', async () => {
    let hung = 0
    const episode = await attended({
      tree: '<MoveToZone zone="8"/>',
      inTick: (body) => {
        if (hung > 0 || body.clock.now() < 2_000) return
        hung = 300
        body.pass(hung)
      },
    })
    expect(hung).toBe(300)
    const { loop } = ended(episode)
    expect(loop).toMatchObject({ lateMs: { p50: 0.1, max: 300 }, heartbeat: { over120: 1, over200: 1 } })
    expect(loop?.heartbeat?.worstMs).toBe(episode.body.longestSilence)
  })

  it('its measure is the wall, where the robot itself has a time that stays behind', async () => {
    const timing = new Timing()
    let wall = 0
    let frozen = 0
    const episode = await attended({
      tree: '<MoveToZone zone="8"/>',
      timing,
      wall: (body) => wall + body.clock.now(),
      inTick: (body) => {
        if (frozen > 0 || body.clock.now() < 2_000) return
        wall += frozen = 5_800
      },
    })
    expect(frozen).toBe(5_800)
    expect(ended(episode).loop).toMatchObject({ overruns: 1, worstMs: 5_820, lateMs: { max: 5_800 } })
    expect(timing.report.reflex?.max).toBe(5_800)
    expect(timing.report.heartbeat).toMatchObject({ over200: 1 })
  })
})
