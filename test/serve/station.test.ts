import { describe, expect, test } from 'vitest'
import type { News } from '../../src/runtime/station/news.js'
import { nothingYet } from '../../src/runtime/station/nothing-yet.js'
import { Station } from '../../src/runtime/station/station.js'

const station = (): Station =>
  new Station({
    now: () => 7,
    version: 'v',
    parts: nothingYet({ body: 'virtual', pace: 'fast', device: null }, 'auto'),
  })
const log = (text: string) => ({ kind: 'log', level: 'info', source: 'test', text }) as const

describe('the station', () => {
  test('a snapshot is whole, stays as it is, and names the newest news in it', () => {
    const one = station()
    one.tell(log('a'))
    const before = one.snapshot()
    one.set({ activity: 'running' })
    one.tell(log('b'))
    expect(before).toMatchObject({ seq: 1, activity: 'idle', at: 7, uptimeMs: 0, version: 'v' })
    expect(one.snapshot()).toMatchObject({ seq: 2, activity: 'running' })
  })

  test('news are numbered without gaps, come in order, and can be had afterwards', () => {
    const one = station()
    const heard: News[] = []
    const end = one.listen((news) => heard.push(news))
    for (let i = 0; i < 5; i++) one.tell(log(String(i)))
    end()
    one.tell(log('unheard'))
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(one.since(3).news.map(({ seq }) => seq)).toEqual([4, 5, 6])
    expect(one.since(3).missed).toBe(false)
  })

  test('law 9: it keeps the newest 2,000 and says what is gone', () => {
    const one = station()
    for (let i = 0; i < 10_000; i++) one.tell(log(String(i)))
    const { news, missed } = one.since(0)
    expect(news).toHaveLength(2000)
    expect(news.at(-1)?.seq).toBe(10_000)
    expect(missed).toBe(true)
    expect(one.since(8000).missed).toBe(false)
    expect(one.since(7998).missed).toBe(true)
  })

  test('a listener that throws is dropped and named; the others hear on', () => {
    const one = station()
    const heard: News[] = []
    one.listen(() => {
      throw new Error('mine')
    })
    one.listen((news) => heard.push(news))
    one.tell(log('a'))
    one.tell(log('b'))
    expect(heard.map((news) => (news.kind === 'log' ? news.text : ''))).toEqual([
      'a',
      'a listener was dropped: mine',
      'b',
    ])
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})
