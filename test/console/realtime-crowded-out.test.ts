import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '#console/host.js'
import { pause, serve, until, type Served } from './support/served.js'

let served: Served
afterEach(() => served.close())

describe('the way back from the service to its console', () => {
  it('keeps room for an operator however much viewers are told while the console does not read', async () => {
    const large: ((answer: Answer) => void)[] = []
    let small: ((answer: Answer) => void) | undefined
    served = await serve({
      answer: (command) =>
        new Promise((resolve) => {
          if (command === 'news') large.push(resolve)
          else small = resolve
        }),
    })
    const viewers = [1, 2, 3].map((i) => served.connect(served.key(`wall${i}`, 'viewer')))
    const operator = served.connect(served.key('anna', 'operator'))
    await served.server.reloadKeys()
    for (const viewer of viewers)
      for (let i = 0; i < 7; i++) void viewer.request('news', { limit: 500 }, { timeoutMs: 5000 })
    const asked = operator.request('pause', {}, { timeoutMs: 5000 })
    await until(() => large.length === 21 && small !== undefined, 'all have arrived')
    const { pid } = served.server
    process.kill(pid ?? 0, 'SIGSTOP')
    // 19 MB, and a pipe holds a fifth of one
    for (const tell of large) tell({ ok: true, value: 'x'.repeat(900_000) })
    await pause(50)
    small?.({ ok: true, value: { did: 'pause' } })
    await pause(50)
    process.kill(pid ?? 0, 'SIGCONT')
    expect(await asked).toMatchObject({ ok: true })
    expect(served.server.pid).toBe(pid)
  }, 60_000)
})
