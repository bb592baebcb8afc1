import { afterEach, describe, expect, it } from 'vitest'
import { serve, type Served } from './support/served.js'

let served: Served
afterEach(() => served.close())

describe('a viewer beside a reflex loop that turns', () => {
  it('is served right behind a turn, and not in the time before the next; an operator at any time', async () => {
    let sinceTurnMs = 12
    served = await serve({ sinceTurn: () => sinceTurnMs })
    const viewer = served.connect(served.key('wall', 'viewer'))
    const operator = served.connect(served.key('anna', 'operator'))
    await served.server.reloadKeys()
    let answered = 0
    const looks = [1, 2, 3].map(async () => {
      const answer = await viewer.request('status', {}, { timeoutMs: 30_000 })
      answered += 1
      return answer
    })
    for (let i = 0; i < 20; i++)
      expect(await operator.request('pause', {}, { timeoutMs: 10_000 })).toMatchObject({ ok: true })
    expect(served.executed.map(({ who }) => who.role)).toEqual(Array(20).fill('operator'))
    expect(answered).toBe(0)
    sinceTurnMs = 1
    for (const answer of await Promise.all(looks)) expect(answer).toMatchObject({ ok: true })
    // no loop turns: nobody has to wait for one
    sinceTurnMs = Infinity
    expect(await viewer.request('status', {}, { timeoutMs: 10_000 })).toMatchObject({ ok: true })
  }, 60_000)
})
