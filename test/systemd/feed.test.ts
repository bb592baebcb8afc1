import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feedWatchdog } from '#adapters/systemd/feed.js'
import { Health } from '#runtime/health/health.js'

const DEADLINE = 3000

describe('feeding the watchdog', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = (watchdogMs: number | null = DEADLINE) => {
    const said: string[] = []
    const logged: string[] = []
    const health = new Health(() => performance.now())
    const stop = feedWatchdog({
      health,
      log: (level, _source, text) => logged.push(`${level}: ${text}`),
      notify: {
        watchdogMs: watchdogMs ?? undefined,
        watchdog: () => said.push(`fed ${performance.now()}`),
        trigger: (status) => said.push(`trigger ${performance.now()} ${status}`),
        status: (text) => said.push(`status ${text}`),
      },
    })
    return { said, logged, health, stop }
  }
  const began = (): void => void vi.setSystemTime(0)

  it('feeds sixteen times a deadline while all is green, beginning at once', () => {
    began()
    const { said, logged, stop } = start()
    vi.advanceTimersByTime(DEADLINE)
    expect(said.filter((each) => each.startsWith('fed'))).toHaveLength(17)
    stop()
    vi.advanceTimersByTime(DEADLINE)
    expect(said).toHaveLength(17)
    expect(logged).toEqual([])
  })

  it('has nothing to do where systemd keeps no deadline', () => {
    const { said, health, stop } = start(null)
    health.row('store', { deadlineMs: 1, critical: true }).fail('broken')
    vi.advanceTimersByTime(DEADLINE)
    stop()
    expect(said).toEqual([])
  })

  it('withholds food while a critical row is late, names it once, and forgives one that recovers', () => {
    const { said, logged, health } = start()
    const store = health.row('store', { deadlineMs: 500, critical: true })
    store.beat('3 entries wait')
    const feeding = setInterval(() => store.beat('3 entries wait'), 100)
    vi.advanceTimersByTime(1000)
    clearInterval(feeding)
    const fed = said.length
    vi.advanceTimersByTime(1500)
    expect(said.slice(fed).filter((each) => each.startsWith('fed')).length).toBeLessThanOrEqual(3)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(
      /^error: the watchdog is not fed: store has sent no heartbeat for \d+ ms \(500 allowed\): 3 entries wait$/,
    )
    expect(said.at(-1)).toMatch(/^status unhealthy: store/)
    store.beat()
    vi.advanceTimersByTime(188)
    expect(said.at(-1)).toMatch(/^fed/)
    expect(logged).toEqual([logged[0], 'warn: all is green again: the watchdog is fed'])
  })

  it('asks for the restart when a row is dead for three quarters of the deadline, once', () => {
    const { said, logged, health } = start()
    const sign = health.row('console', { deadlineMs: 1000, critical: true })
    sign.beat()
    const wedgedAt = performance.now()
    vi.advanceTimersByTime(2 * DEADLINE)
    const triggers = said.filter((each) => each.startsWith('trigger'))
    expect(triggers).toHaveLength(1)
    const at = Number(triggers[0]?.split(' ')[1]) - wedgedAt
    expect(at).toBeGreaterThanOrEqual(2250)
    expect(at).toBeLessThanOrEqual(2250 + 188 + 50)
    expect(triggers[0]).toMatch(/ unhealthy: console has sent no heartbeat for \d+ ms/)
    expect(logged.at(-1)).toMatch(/^fatal: restarting, because this does not recover: console/)
  })

  it('a row that says itself that it has failed is red at once', () => {
    const { said, logged, health } = start()
    health.row('store', { deadlineMs: 60_000, critical: true }).fail('the disk takes nothing')
    vi.advanceTimersByTime(188)
    expect(said.at(-1)).toBe('status unhealthy: store has failed: the disk takes nothing')
    expect(logged).toHaveLength(1)
    vi.advanceTimersByTime(DEADLINE)
    expect(said.filter((each) => each.startsWith('trigger'))).toHaveLength(1)
  })

  it('rows that the robot can do without, and rows that are off, starve nobody', () => {
    const { said, health } = start()
    health.row('camera', { deadlineMs: 100, critical: false }).fail('unplugged')
    health.row('recorder', { deadlineMs: 100, critical: false }).beat()
    const reflex = health.row('reflex', { deadlineMs: 100, critical: true })
    reflex.beat()
    reflex.off('no run')
    vi.advanceTimersByTime(DEADLINE)
    expect(said.filter((each) => each.startsWith('fed'))).toHaveLength(17)
    expect(said).toHaveLength(17)
  })
})
