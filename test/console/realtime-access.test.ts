import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { readClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'
import { AccessGuard } from '#service/motion/access-guard.js'
import { serve, type Served } from './support/served.js'

/** how often the service looks, ms */
const LOOK = 20

describe('the console that has just opened', () => {
  let served: Served | undefined
  afterEach(() => served?.close())

  it("lets the machine's own key in at the first knock: it was made a moment ago", async () => {
    served = await serve({ ipc: true })
    const key = must(readClientKey(join(served.keys.folder, 'local.graft-key')), 'the local key')
    const answer = await served.connect(key).request('status', {}, { timeoutMs: 5000 })
    expect(answer.ok ? 'let in' : answer.error.code).toBe('let in')
  }, 60_000)

  it('says who may stop the robot often enough that nobody takes it for silent', async () => {
    const words: (string | null)[] = []
    let moves = false
    const guard = new AccessGuard(
      () => performance.now(),
      () => moves,
      (barred) => void words.push(barred),
    )
    const { access } = (served = await serve({ ipc: true }))
    const timer = setInterval(() => {
      for (const said of access.splice(0)) guard.onReport(said)
      guard.checkSilence()
    }, LOOK)
    await sleep(500)
    moves = true
    words.length = 0
    await sleep(5000)
    clearInterval(timer)
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((word) => word !== null)).toEqual([])
  }, 60_000)
})
