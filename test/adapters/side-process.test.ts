import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { programOf } from '#adapters/side-process/launch.js'
import { SideProcess } from '#adapters/side-process/side-process.js'
import type { OddSide } from './support/odd-side.js'

describe('a side process', () => {
  const told: string[] = []
  let side: SideProcess<OddSide, string> | undefined
  const open = (limitMs: number): SideProcess<OddSide, string> =>
    (side = new SideProcess<OddSide, string>({
      program: 'support/odd-side',
      caller: import.meta.url,
      limitMs,
      maxQueued: 2,
      heapMiB: 48,
      report: (text) => void told.push(text),
    }))
  afterEach(() => {
    side?.close()
    told.length = 0
  })

  it('a job that never ends is ended, and the next one is done by a new process', async () => {
    const { ask } = bound(open(8_000))
    expect(await ask('never end', 0)).toEqual({ ok: false, error: 'too-slow' })
    expect(told).toEqual(['a job took more than 8000 ms and was killed'])
    expect(await ask('echo', 0)).toEqual({ ok: true, value: 'echo' })
  }, 60_000)

  it('a job that wants all memory ends its process and nothing else', async () => {
    const { ask } = bound(open(60_000))
    expect(await ask('hoard', 0)).toEqual({ ok: false, error: 'ended' })
    expect(told).toEqual([expect.stringMatching(/^the process exited \(/)])
    expect(await ask('echo', 0)).toEqual({ ok: true, value: 'echo' })
  }, 120_000)

  it('a SIGTERM for the whole group leaves the answer to the runtime, which has asked for it', async () => {
    const { ask } = bound(open(60_000))
    expect(await ask('terminated', 0)).toEqual({ ok: true, value: 'alive' })
  }, 60_000)

  it('one that dies is an answer even to a program that waits for nothing else', () => {
    const { loader, file } = programOf('support/ask-dying', import.meta.url)
    const { stdout, status } = spawnSync(process.execPath, [...loader, file], { encoding: 'utf8' })
    expect([stdout, status]).toEqual(['the process exited (SIGKILL)\nended', 0])
  }, 60_000)

  it('waits with a bound for each rank, and a higher rank goes first', async () => {
    const { ask } = bound(open(60_000))
    const order: string[] = []
    const noted = (name: string, rank: 0 | 1): Promise<string> =>
      ask('echo', rank).then((done) => {
        order.push(name)
        return done.ok ? 'done' : done.error
      })
    // the first is being done, two of a rank may wait
    const all = [0, 0, 0, 0, 1, 1, 1].map((rank, index) => noted(`${rank}${index}`, rank === 1 ? 1 : 0))
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'busy', 'done', 'done', 'busy'])
    expect(order.filter((name) => !['03', '16'].includes(name))).toEqual(['00', '14', '15', '01', '02'])
  }, 60_000)

  it('that is closed answers everybody who waits, and nobody after', async () => {
    const opened = open(60_000)
    const { ask } = bound(opened)
    const waiting = [ask('never end', 0), ask('echo', 0)]
    opened.close()
    expect(await Promise.all(waiting)).toEqual([ENDED, ENDED])
    expect(await ask('echo', 1)).toEqual(ENDED)
  })
})

const ENDED = { ok: false, error: 'ended' }

const bound = (side: SideProcess<OddSide, string>) => ({
  ask: (job: OddSide, rank: 0 | 1) => side.ask(job, rank),
})
