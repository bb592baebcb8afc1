import { describe, expect, it } from 'vitest'
import { Health } from '#runtime/health/health.js'

describe('the health table', () => {
  const table = () => {
    let now = 1000
    const health = new Health(() => now)
    const stateOf = (id: string) => health.table().find((row) => row.id === id)?.state
    return { health, stateOf, pass: (ms: number) => void (now += ms) }
  }

  it('a row begins off, is green for its deadline after each beat, and late after it', () => {
    const { health, stateOf, pass } = table()
    const sign = health.row('store', { deadlineMs: 500, critical: true })
    pass(10_000)
    expect(stateOf('store')).toBe('off')
    sign.beat('2 entries wait')
    pass(500)
    expect(stateOf('store')).toBe('ok')
    expect(health.red()).toEqual([])
    pass(1)
    expect(health.red()).toEqual([
      { id: 'store', state: 'late', critical: true, ageMs: 501, deadlineMs: 500, text: '2 entries wait' },
    ])
    sign.beat()
    expect(health.red()).toEqual([])
  })

  it('one that bars motion and is not critical is red to people, and nothing that a restart would mend', () => {
    const { health, stateOf, pass } = table()
    const sign = health.row('access', { deadlineMs: 1000, critical: false, barsMotion: true })
    sign.fail('the keys are gone')
    expect([stateOf('access'), health.red()]).toEqual(['failed', []])
    sign.beat()
    pass(1001)
    expect([stateOf('access'), health.red()]).toEqual(['late', []])
  })

  it('one that says it has failed is red until it beats again or is off', () => {
    const { health, stateOf, pass } = table()
    const sign = health.row('console', { deadlineMs: 1000, critical: true })
    sign.fail('the ZAP handler ended')
    expect(health.red().map(({ id, state, text }) => [id, state, text])).toEqual([
      ['console', 'failed', 'the ZAP handler ended'],
    ])
    pass(60_000)
    expect(stateOf('console')).toBe('failed')
    sign.off('closed by the operator')
    expect(health.red()).toEqual([])
    sign.beat()
    expect(stateOf('console')).toBe('ok')
  })

  it('a row that the robot can do without warns, and is never red', () => {
    const { health, stateOf, pass } = table()
    const camera = health.row('camera', { deadlineMs: 100, critical: false })
    camera.beat()
    pass(101)
    expect(stateOf('camera')).toBe('warn')
    camera.fail('unplugged')
    expect(stateOf('camera')).toBe('warn')
    expect(health.red()).toEqual([])
  })

  it('shows all rows in the order in which they were added, and refuses a second of one name', () => {
    const { health } = table()
    const ids = ['reflex', 'link', 'store', 'console', 'loop', 'camera', 'recorder']
    for (const id of ids) health.row(id, { deadlineMs: 1, critical: true })
    expect(health.table().map(({ id }) => id)).toEqual(ids)
    expect(() => health.row('link', { deadlineMs: 1, critical: false })).toThrow(RangeError)
  })
})
