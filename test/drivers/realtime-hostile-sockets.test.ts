import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { connectDriver, type DriverAddress } from '#adapters/drivers/driver-socket.js'
import { must } from '#base/result.js'
import { LinePeer } from '#drivers/line-peer.js'
import { LiveSession } from './support/live.js'
import type { ODD_ACTS } from './support/odd-server.js'
import { oddServer } from './support/odd-server.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-odd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How the session must end: why, and what is said of it. */
const ENDS: Readonly<Record<keyof typeof ODD_ACTS, readonly [string, string]>> = {
  leaves: ['closed', 'has closed the connection'],
  resets: ['closed', 'the driver at'],
  half: ['closed', 'in the middle of a line of 26 bytes'],
  garbage: ['breaches', 'garbage'],
  binary: ['breaches', 'garbage'],
  lies: ['breaches', 'unknown-id'],
  'ends twice': ['breaches', 'ended-twice'],
  'answers for others': ['breaches', 'unknown-answer'],
  prophesies: ['breaches', 'heard-the-future'],
  floods: ['flood', 'messages in a second'],
  'long line': ['silence', 'nothing heard or confirmed'],
  'endless line': ['silence', 'nothing heard or confirmed'],
  'long lines': ['silence', 'nothing heard or confirmed'],
  deaf: ['silence', 'nothing heard or confirmed'],
  'starts anew': ['session-lost', 'started anew'],
}
const acts = Object.keys(ENDS) as (keyof typeof ODD_ACTS)[]

async function addressOf(carrier: 'Unix socket' | 'TCP', name: string): Promise<DriverAddress> {
  if (carrier === 'Unix socket') return { path: join(folder, `${name.replaceAll(' ', '-')}.sock`) }
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve({ host: '127.0.0.1', port }))
    })
  })
}

describe.each(['Unix socket', 'TCP'] as const)(
  'a driver behind a %s: every way to fail has its end',
  (carrier) => {
    it.each(acts)('one that does this: %s', async (how) => {
      const address = await addressOf(carrier, how)
      const server = await oddServer(how, address)
      const live = await new LiveSession(new LinePeer(must(connectDriver(address), 'address'))).ready()
      const before = process.memoryUsage().arrayBuffers
      let most = 0
      const id = live.execute('Move', { ms: 1000 }, 1500)
      await live.until('the end', () => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        return live.session.status === 'lost'
      })
      const [why, text] = ENDS[how]
      expect(await live.lost()).toMatchObject({ why, text: expect.stringContaining(text) as string })
      // nobody knows how the command ended, unless the driver has said so
      expect(live.session.commandState(id)).toEqual(how === 'ends twice' ? { done: 'ok' } : 'unknown')
      expect(live.session.refusal(live.execute('Move', { ms: 1 }))).toBe('linkLost')
      expect(most).toBeLessThan(40_000_000)
      live.close()
      server.close()
    })

    it('nobody listens there, and the session says so', async () => {
      const address = await addressOf(carrier, 'nobody')
      const live = new LiveSession(new LinePeer(must(connectDriver(address), 'address')))
      expect(await live.lost()).toMatchObject({
        why: 'closed',
        text: expect.stringContaining('the driver at') as string,
      })
      live.close()
    })
  },
)
