import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Change, Hello } from '#service/dashboard/live/messages.js'
import { LiveFeed, type Sink } from '#service/dashboard/live/live-feed.js'
import { Trends } from '#service/dashboard/live/trends.js'
import type { ServiceStatus } from '#runtime/status/service-status.js'
import { fakePublisher, PARTS, treeParts } from './status-source.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Sent = { readonly hello: Hello } | { readonly change: Change }

/** A browser that takes what it is sent, or holds it up. */
class Browser implements Sink {
  readonly sent: Sent[] = []
  waiting = 0
  ended = false
  stuck = false

  send(event: string, data: string): boolean {
    if (this.stuck) return false
    this.sent.push({ [event]: JSON.parse(data) as unknown } as unknown as Sent)
    return true
  }

  end(): void {
    this.ended = true
  }

  get changes(): Change[] {
    return this.sent.flatMap((sent) => ('change' in sent ? [sent.change] : []))
  }

  get hellos(): Hello[] {
    return this.sent.flatMap((sent) => ('hello' in sent ? [sent.hello] : []))
  }
}

/** A feed of a service whose trends rest. */
const feedOf = (statusPublisher: ReturnType<typeof fakePublisher>): LiveFeed =>
  new LiveFeed(statusPublisher, new Trends(statusPublisher))

const say = (text: string) => ({ kind: 'log', level: 'info', source: 'test', text }) as const

describe('live feed', () => {
  it('begins with a whole snapshot and the log so far', () => {
    const statusPublisher = fakePublisher({ mode: 'ARMED' })
    statusPublisher.publish(say('before'))
    const browser = new Browser()
    feedOf(statusPublisher).open(browser)
    expect(browser.hellos).toHaveLength(1)
    expect(browser.hellos[0]?.snapshot.mode).toBe('ARMED')
    expect(browser.hellos[0]?.log.map(({ text }) => text)).toEqual(['before'])
  })

  it('sends at most ten messages a second, however much happens', () => {
    const statusPublisher = fakePublisher()
    const browser = new Browser()
    feedOf(statusPublisher).open(browser)
    for (let i = 0; i < 1000; i++) {
      statusPublisher.publish(say(`line ${i}`))
      statusPublisher.set({ tree: treeParts(i % 20) })
      vi.advanceTimersByTime(1)
    }
    expect(browser.changes.length).toBe(10)
    expect(browser.changes.flatMap(({ log }) => log ?? [])).toHaveLength(1000)
  })

  it('leaves out the oldest lines of a flood', () => {
    const statusPublisher = fakePublisher()
    const browser = new Browser()
    feedOf(statusPublisher).open(browser)
    for (let i = 0; i < 5000; i++) statusPublisher.publish(say(`line ${i}`))
    vi.advanceTimersByTime(100)
    const lines = browser.changes[0]?.log ?? []
    expect(lines).toHaveLength(100)
    expect(lines.at(-1)?.text).toBe('line 4999')
  })

  it('shows a sign of life every second when nothing happens', () => {
    const browser = new Browser()
    feedOf(fakePublisher()).open(browser)
    vi.advanceTimersByTime(5000)
    expect(browser.changes.length).toBeGreaterThanOrEqual(4)
    expect(browser.changes.length).toBeLessThanOrEqual(5)
  })

  it('keeps nothing for a slow reader, which begins again with a whole snapshot; others miss nothing', () => {
    const statusPublisher = fakePublisher()
    const [slow, quick] = [new Browser(), new Browser()]
    const feed = feedOf(statusPublisher)
    feed.open(slow)
    feed.open(quick)
    ;[slow.stuck, slow.waiting] = [true, 300_000]
    for (let i = 0; i < 50; i++) {
      statusPublisher.set({ activity: i % 2 === 0 ? 'running' : 'paused' })
      vi.advanceTimersByTime(100)
    }
    expect(quick.changes).toHaveLength(50)
    expect(slow.sent).toHaveLength(1)
    slow.stuck = false
    vi.advanceTimersByTime(200)
    expect(slow.sent).toHaveLength(1)
    slow.waiting = 0
    statusPublisher.set({ activity: 'idle' })
    vi.advanceTimersByTime(100)
    expect(slow.hellos).toHaveLength(2)
    expect(slow.hellos[1]?.snapshot.activity).toBe('idle')
    statusPublisher.set({ activity: 'learning' })
    vi.advanceTimersByTime(100)
    expect(slow.changes.at(-1)?.patch.activity).toBe('learning')
  })

  it('rests while nobody looks on', () => {
    const feed = feedOf(fakePublisher())
    const browser = new Browser()
    const close = feed.open(browser)
    expect([feed.readers, vi.getTimerCount()]).toEqual([1, 1])
    close()
    expect([feed.readers, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('ends all streams when it is closed', () => {
    const feed = feedOf(fakePublisher())
    const browser = new Browser()
    feed.open(browser)
    feed.close()
    expect([browser.ended, vi.getTimerCount()]).toEqual([true, 0])
  })

  it('cuts long values of the blackboard', () => {
    const statusPublisher = fakePublisher({ blackboard: [{ key: 'report', value: 'x'.repeat(100_000) }] })
    expect(feedOf(statusPublisher).hello().snapshot.blackboard[0]?.value.length).toBeLessThan(400)
  })

  it('begins with the samples of the ten minutes before, and then sends each once', () => {
    const statusPublisher = fakePublisher()
    const trends = new Trends(statusPublisher)
    const end = trends.start()
    const lateBy = (lately: number): void =>
      statusPublisher.set({ timing: { lately } as NonNullable<ServiceStatus['timing']> })
    const lost = (counters: object | null): void =>
      statusPublisher.set({ link: { ...PARTS.link, silentMs: 7, counters: counters as never } })
    for (let second = 1; second <= 700; second++) {
      lateBy(second)
      vi.advanceTimersByTime(1000)
    }
    const browser = new Browser()
    new LiveFeed(statusPublisher, trends).open(browser)
    const first = browser.hellos[0]?.samples ?? []
    expect(first.map(({ late }) => late)).toEqual(Array.from({ length: 600 }, (_, i) => i + 101))
    // of a line that counts its losses the new ones; a new session counts from the beginning
    for (const retransmits of [5, 8, 8, 2]) {
      lost({ ...NO_LOSSES, retransmits })
      vi.advanceTimersByTime(1000)
    }
    lost(null)
    vi.advanceTimersByTime(1100)
    const later = browser.changes.flatMap(({ samples = [] }) => samples)
    expect(later.map(({ link }) => link)).toEqual([0, 3, 0, 0, 7])
    end()
    vi.advanceTimersByTime(5000)
    expect(trends.taken).toBe(705)
    // it can begin again
    const endAgain = trends.start()
    vi.advanceTimersByTime(2000)
    expect(trends.since(705)).toHaveLength(2)
    endAgain()
  })

  it('sends samples on when the clock is set back', () => {
    const statusPublisher = fakePublisher()
    const trends = new Trends(statusPublisher)
    trends.start()
    const browser = new Browser()
    new LiveFeed(statusPublisher, trends).open(browser)
    vi.advanceTimersByTime(3100)
    const back = Date.now() - 3_600_000
    vi.setSystemTime(back)
    vi.advanceTimersByTime(2000)
    const sent = browser.changes.flatMap(({ samples = [] }) => samples.map(({ at }) => at))
    expect(sent).toHaveLength(5)
    expect(sent.filter((at) => at < back + 3000)).toHaveLength(2)
    // a page that opens now has an axis that only goes on
    const late = new Browser()
    new LiveFeed(statusPublisher, trends).open(late)
    expect(late.hellos[0]?.samples.map(({ at }) => at)).toEqual(sent.slice(3))
  })

  it('begins the axis anew when the clock is set on by hours, as without a battery it is', () => {
    const statusPublisher = fakePublisher()
    const trends = new Trends(statusPublisher)
    trends.start()
    vi.advanceTimersByTime(3100)
    const on = Date.now() + 3_600_000
    vi.setSystemTime(on)
    vi.advanceTimersByTime(2000)
    expect(trends.since(0).every(({ at }) => at >= on)).toBe(true)
    expect(trends.since(0)).toHaveLength(2)
  })
})

const NO_LOSSES = {
  ...{ badCobs: 0, badCrc: 0, badLength: 0, oversize: 0, seqGaps: 0, unreadable: 0 },
  ...{ txDropped: 0, retransmits: 0, eventsDropped: 0 },
}
