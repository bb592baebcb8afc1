import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { TimeSync } from '#link/time-sync.js'

describe('the clock of the controller', () => {
  it('is asked for eight times in a row every 50 ms, then once a second, with a token of its own each time', () => {
    const sync = new TimeSync()
    const asked: [number, number][] = []
    for (let now = 0; now < 3_500; now++) {
      const token = sync.poll(ms(now))
      if (token !== undefined) asked.push([now, token])
    }
    const eager = Array.from({ length: 8 }, (_, i) => i * 50)
    expect(asked.map(([now]) => now)).toEqual([...eager, 400, 1_400, 2_400, 3_400])
    expect(asked.map(([, token]) => token)).toEqual(asked.map((_, i) => i + 1))
  })

  it('an answer counts from the middle of its way; nobody knows before the first', () => {
    const sync = new TimeSync()
    expect(sync.hostTime(0)).toBeUndefined()
    const token = sync.poll(ms(100)) as number
    sync.onReply(token, 5_000, ms(110))
    expect(sync.hostTime(5_000)).toBe(105)
    expect(sync.hostTime(5_020)).toBe(125)
  })

  it('only the token that was asked last is an answer, and only once', () => {
    const sync = new TimeSync()
    sync.onReply(0, 7, ms(0))
    sync.onReply(1, 7, ms(0))
    expect(sync.hostTime(0)).toBeUndefined()
    const first = sync.poll(ms(0)) as number
    const second = sync.poll(ms(50)) as number
    sync.onReply(first, 1_000, ms(60))
    expect(sync.hostTime(0)).toBeUndefined()
    sync.onReply(second, 1_000, ms(60))
    expect(sync.hostTime(1_000)).toBe(55)
    // a copy that arrives later would tell another time
    sync.onReply(second, 1_000, ms(61))
    expect(sync.hostTime(1_000)).toBe(55)
  })

  it('the quickest answer of the last 30 s counts, of two equal ones the older; then it is forgotten', () => {
    const sync = new TimeSync()
    const answer = (now: number, way: number, firmware: number): void => {
      sync.onReply(sync.poll(ms(now)) as number, firmware, ms(now + way))
    }
    answer(0, 4, 1_000)
    expect(sync.hostTime(1_000)).toBe(2)
    answer(1_000, 8, 2_000)
    expect(sync.hostTime(1_000)).toBe(2)
    answer(2_000, 4, 3_001)
    expect(sync.hostTime(1_000)).toBe(2)
    answer(3_000, 2, 4_003)
    expect(sync.hostTime(4_003)).toBe(3_001)
    // kept while it is less than 30 s old, seen from the newest answer
    answer(32_981, 20, 34_000)
    expect(sync.hostTime(4_003)).toBe(3_001)
    answer(33_031, 20, 34_055)
    expect(sync.hostTime(34_000)).toBe(32_991)
  })
})
