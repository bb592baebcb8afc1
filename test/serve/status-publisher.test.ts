import { describe, expect, test } from 'vitest'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'

const statusPublisher = (): StatusPublisher =>
  new StatusPublisher({
    now: () => 7,
    version: 'v',
    parts: initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'auto'),
  })
const log = (text: string) => ({ kind: 'log', level: 'info', source: 'test', text }) as const

describe('the status publisher', () => {
  test('a snapshot is whole, stays as it is, and names the newest news in it', () => {
    const one = statusPublisher()
    one.publish(log('a'))
    const before = one.status()
    one.set({ activity: 'running' })
    one.publish(log('b'))
    expect(before).toMatchObject({ seq: 1, activity: 'idle', at: 7, uptimeMs: 0, version: 'v' })
    expect(one.status()).toMatchObject({ seq: 2, activity: 'running' })
  })

  test('news are numbered without gaps, come in order, and can be had afterwards', () => {
    const one = statusPublisher()
    const heard: StatusEvent[] = []
    const end = one.listen((statusEvent) => heard.push(statusEvent))
    for (let i = 0; i < 5; i++) one.publish(log(String(i)))
    end()
    one.publish(log('unheard'))
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(one.since(3).events.map(({ seq }) => seq)).toEqual([4, 5, 6])
    expect(one.since(3).missed).toBe(false)
  })

  test('law 9: it keeps the newest 2,000 and says what is gone', () => {
    const one = statusPublisher()
    for (let i = 0; i < 10_000; i++) one.publish(log(String(i)))
    const { events: statusEvent, missed } = one.since(0)
    expect(statusEvent).toHaveLength(2000)
    expect(statusEvent.at(-1)?.seq).toBe(10_000)
    expect(missed).toBe(true)
    expect(one.since(8000).missed).toBe(false)
    expect(one.since(7998).missed).toBe(true)
  })

  test('a listener that throws is dropped and named; the others hear on', () => {
    const one = statusPublisher()
    const heard: StatusEvent[] = []
    one.listen(() => {
      throw new Error('mine')
    })
    one.listen((statusEvent) => heard.push(statusEvent))
    one.publish(log('a'))
    one.publish(log('b'))
    expect(heard.map((statusEvent) => (statusEvent.kind === 'log' ? statusEvent.text : ''))).toEqual([
      'a',
      'a listener was dropped: mine',
      'b',
    ])
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})
