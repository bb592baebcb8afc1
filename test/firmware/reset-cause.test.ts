import { describe, expect, it } from 'vitest'
import { ResetCause } from '#link/messages.gen.js'
import { Bench } from './support/bench.js'

/** What the controller counts, asked for now. */
function statsOf(bench: Bench) {
  bench.session.requestStats()
  bench.run(60)
  return bench.session.stats
}

describe('what the controller tells of its own start and of its line', () => {
  it.each([
    ['the power', undefined, ResetCause.power],
    ['the watchdog', 0, ResetCause.watchdog],
  ] as const)('%s restarted it: the session hears why, and the next one can ask', (_, kept, cause) => {
    const bench = new Bench().connect()
    bench.run(1_000)
    bench.robot.reboot(78, kept)
    bench.run(100)
    expect(bench.session.status).toBe('lost')
    expect(bench.events.slice(-2)).toMatchObject([
      { kind: 'firmware', code: 'booted', status: cause },
      { kind: 'lost', why: 'sessionLost' },
    ])
    bench.newSession(0x99)
    expect(statsOf(bench.connect())).toMatchObject({ resetCause: cause })
  })

  it('its first start was by the power, and is no restart', () => {
    const bench = new Bench().connect()
    expect(statsOf(bench)).toMatchObject({ resetCause: ResetCause.power, rxLost: 0 })
    expect(bench.events).not.toContainEqual(expect.objectContaining({ code: 'booted' }))
  })

  it('the bytes that its receiver lost', () => {
    const bench = new Bench().connect()
    bench.robot.setLostBytes(70_000)
    expect(statsOf(bench)).toMatchObject({ rxLost: 70_000 })
  })
})
