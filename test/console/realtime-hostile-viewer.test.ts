import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { pause, serve, until, type Served } from './support/served.js'

let served: Served
afterEach(() => served.close())

interface Attack {
  /** what the viewer has begun, and how often */
  readonly tally: Readonly<Record<string, number>>
  /** longest turn of a loop that is due every 20 ms, ms */
  readonly frozenMs: number
  readonly grownMB: number
  /** codes of what the operator asked meanwhile */
  readonly operator: readonly string[]
}

/** A viewer does its worst while an operator stops the robot again and again. */
async function attack(what: string, seconds: number): Promise<Attack> {
  served.key('mallory', 'viewer')
  const operator = served.connect(served.key('anna', 'operator'))
  await served.server.reloadKeys()
  await operator.request('stop')
  const script = join(import.meta.dirname, 'support/hostile-viewer.ts')
  const file = join(served.keys.folder, '..', 'mallory.graft-key')
  const args = ['--import', 'tsx', script, served.server.endpoint, file, what, String(seconds)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await until(() => said.startsWith('in\n'), 'it is in')
  const before = process.memoryUsage().rss
  let frozenMs = 0
  let last = performance.now()
  const turns = setInterval(() => {
    const now = performance.now()
    frozenMs = Math.max(frozenMs, now - last)
    last = now
  }, 20)
  const codes: string[] = []
  let over = false
  void ended.then(() => (over = true))
  while (!over) {
    const reply = await operator.request('stop', {}, { timeoutMs: 10_000 })
    codes.push(reply.ok ? 'ok' : reply.error.code)
    await pause(50)
  }
  clearInterval(turns)
  expect(await ended).toBe(0)
  const grownMB = (process.memoryUsage().rss - before) / 1e6
  const tally = JSON.parse(said.split('\n')[1] ?? '{}') as Attack['tally']
  process.stdout.write(
    `${what}: ${JSON.stringify(tally)}; loop ${frozenMs.toFixed(0)} ms at most, ${grownMB.toFixed(0)} MB more, ${codes.length} stops; ${served.said.join('; ')}\n`,
  )
  return { tally, frozenMs, grownMB, operator: codes }
}

describe('a viewer who means harm', () => {
  it('gets messages of 1,000,000 frames cut; the operator stops the robot meanwhile', async () => {
    served = await serve()
    const { pid } = served.server
    const { tally, operator, frozenMs, grownMB } = await attack('multipart', 5)
    expect(tally['multipart']).toBeGreaterThanOrEqual(1)
    expect(served.said.join('\n')).toMatch(/viewer endpoint were cut; the last: unanswered frames/)
    expect(operator.length).toBeGreaterThan(10)
    expect(operator.filter((code) => code !== 'ok')).toEqual([])
    expect(served.server.pid).toBe(pid)
    expect(frozenMs).toBeLessThan(1000)
    expect(grownMB).toBeLessThan(100)
  }, 120_000)

  it('gets 20,000 subscriptions cut', async () => {
    served = await serve()
    const { pid } = served.server
    const { tally, operator, frozenMs, grownMB } = await attack('subscriptions,short subscriptions', 5)
    expect(tally['subscriptions']).toBeGreaterThanOrEqual(20_000)
    expect(served.said.join('\n')).toMatch(
      /news endpoint were cut; the last: (frame too long|too many subscriptions)/,
    )
    expect(operator.filter((code) => code !== 'ok')).toEqual([])
    expect(served.server.pid).toBe(pid)
    expect(frozenMs).toBeLessThan(1000)
    expect(grownMB).toBeLessThan(100)
  }, 120_000)

  it('everything at once: nothing of it is carried out, told or kept, and the operator is served', async () => {
    served = await serve()
    const { pid } = served.server
    const { tally, operator } = await attack('all', 12)
    expect(Object.keys(tally).length).toBe(13)
    expect(operator.length).toBeGreaterThan(20)
    expect(operator.filter((code) => code !== 'ok')).toEqual([])
    expect(served.server.pid).toBe(pid)
    expect(served.failures).toEqual([])
    expect(
      served.executed.filter(
        ({ command, who }) => command === 'estop' || (command === 'stop' && who.name !== 'anna'),
      ),
    ).toEqual([])
    // one line a minute of each kind and endpoint
    expect(served.said.length).toBeLessThan(30)
    // the operator could get in all the while
    expect(served.access.slice(1).filter(({ mayStop }) => mayStop.length === 0)).toEqual([])
  }, 120_000)
})
