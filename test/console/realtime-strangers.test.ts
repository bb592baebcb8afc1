import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pause, serve, until } from './support/served.js'

/** `GRAFT_STRANGERS=10000 npx vitest run test/console/realtime-strangers` for the bar. */
const COUNT = Number(process.env['GRAFT_STRANGERS'] ?? 450)
/** For the bar an operator is served within a second; else it is a guard against hanging. */
const OPERATOR_MS = process.env['GRAFT_STRANGERS'] === undefined ? 10_000 : 1000

it(
  `${COUNT} strangers: none is served, and an operator is meanwhile`,
  async () => {
    const served = await serve()
    const operator = served.connect(served.key('anna', 'operator'))
    expect(await operator.request('status')).toEqual({ ok: true, value: expect.anything() as unknown })
    const port = Number(/:(\d+)$/.exec(served.server.endpoint)?.[1])
    const rss = process.memoryUsage().rss
    const ended = strangers(port, served.keys.server.publicKey, COUNT)
    let over = false
    void ended.then(() => (over = true))
    const times: number[] = []
    const refused: unknown[] = []
    while (!over) {
      const began = performance.now()
      const reply = await operator.request('status', {}, { timeoutMs: OPERATOR_MS })
      times.push(performance.now() - began)
      if (!reply.ok) refused.push(reply.error)
      await pause(25)
    }
    const result = await ended
    await until(() => descriptors() < 200, 'connections are closed')
    const effects = served.executed.filter(({ who }) => who.name !== 'anna')
    await served.close()
    times.sort((a, b) => a - b)
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    const grown = ((process.memoryUsage().rss - rss) / 1e6).toFixed(0)
    process.stdout.write(
      `${COUNT} strangers ${JSON.stringify(result.tally)}: ${result.served} served; operator asked ${times.length} times: ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${(times.at(-1) ?? 0).toFixed(1)} ms; ${grown} MB more\n`,
    )
    expect(Object.values(result.tally).reduce((sum, n) => sum + n)).toBe(COUNT)
    expect(Object.keys(result.tally)).toHaveLength(9)
    expect(result.served).toBe(0)
    expect(effects).toEqual([])
    expect(times.length).toBeGreaterThan(10)
    expect(refused).toEqual([])
    expect(served.failures).toEqual([])
    expect(served.said.join(' ')).toMatch(/connections were refused/)
  },
  Math.max(120_000, COUNT * 60),
)

it('the judge of the strangers knows a friend when one is served', async () => {
  const served = await serve()
  const port = Number(/:(\d+)$/.exec(served.server.endpoint)?.[1])
  const result = await strangers(port, served.keys.server.publicKey, 10, served.key('friend', 'maintainer'))
  const reached = served.executed.map(({ command, who }) => [command, who.name])
  await served.close()
  expect(result.served).toBe(1)
  expect(result.tally['a friend']).toBe(1)
  // through the first endpoint, where an emergency stop is not for the asking
  expect(reached).toEqual([])
})

interface Outcome {
  readonly served: number
  readonly tally: Readonly<Record<string, number>>
}

/** Lets strangers come in a process of their own. */
async function strangers(
  port: number,
  serverKey: string,
  count: number,
  friend?: { readonly publicKey: string; readonly secretKey: string },
): Promise<Outcome> {
  const script = join(import.meta.dirname, 'support', 'strangers.ts')
  const keys = friend === undefined ? [] : [friend.publicKey, friend.secretKey]
  const args = ['--import', 'tsx', script, '127.0.0.1', String(port), serverKey, String(count), ...keys]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  child.stdout.on('data', (text: Buffer) => said.push(String(text)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(code).toBe(0)
  return JSON.parse(said.join('')) as Outcome
}

const descriptors = (): number => readdirSync('/proc/self/fd').length
