import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startDriverProcess } from '#adapters/drivers/driver-process.js'
import { LinePeer } from '#drivers/line-peer.js'
import { LiveSession } from './support/live.js'

const program = fileURLToPath(new URL('support/odd-driver.mjs', import.meta.url))

function start(how: string): { live: LiveSession; pid: number; log: string[] } {
  const log: string[] = []
  const stream = startDriverProcess({
    command: process.execPath,
    args: [program, how],
    graceMs: () => 100,
    onLog: (line) => void log.push(line),
  })
  return { live: new LiveSession(new LinePeer(stream)), pid: stream.pid ?? 0, log }
}

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a driver, has it do its one thing in the middle of a command, and waits for the end of the session. */
async function endOf(
  how: string,
): Promise<{ end: { kind: string; why?: string; text: string }; state: unknown; mb: number }> {
  const { live, pid } = start(how)
  await live.until('up', () => live.session.status === 'up' && !live.session.halting)
  const before = process.memoryUsage.rss()
  const id = live.execute('Move', { ms: 1000 }, 1500)
  const end = await live.lost()
  const mb = (process.memoryUsage.rss() - before) / 1e6
  live.close()
  await live.until('the death of the process', () => !lives(pid), 3000)
  return { end, state: live.session.commandState(id), mb }
}

describe('a driver as a process: every way to fail has its end', () => {
  it.each([
    ['exits', 'closed', 'the driver ended with code 3: motor 3 is on fire'],
    ['kills', 'closed', 'the driver was killed by SIGKILL'],
    ['throws', 'closed', 'the driver ended with code 1: Error: no power'],
    ['closes', 'closed', 'the driver has closed its standard output'],
    ['half', 'closed', 'the driver ended with code 0, in the middle of a line of 26 bytes so far'],
    ['orphans', 'closed', 'the driver ended with code 0'],
    ['hangs', 'silence', 'nothing heard or confirmed for'],
    ['deaf', 'silence', 'nothing heard or confirmed for'],
    ['garbage', 'breaches', 'it broke the contract 32 times, last: garbage'],
    ['binary', 'breaches', 'it broke the contract 32 times, last: garbage'],
    ['flood', 'flood', 'more than 5000 messages in a second'],
  ])('one that %s', async (how, why, text) => {
    const { end, state, mb } = await endOf(how)
    expect(end).toMatchObject({ kind: 'lost', why })
    expect(end.text).toContain(text)
    expect(state).toBe('unknown')
    expect(mb).toBeLessThan(100)
  })

  it('a line of 100 MB is a silence in bounded memory: the driver is made to wait, and nothing of it is kept', async () => {
    const { live, pid } = start('long')
    await live.until('up', () => live.session.status === 'up' && !live.session.halting)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    live.execute('Move', { ms: 1000 }, 60_000)
    const isLost = (): boolean => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      return live.session.status === 'lost'
    }
    await live.until('the end of the session', isLost)
    expect(await live.lost()).toMatchObject({ why: 'silence' })
    expect(most).toBeLessThan(40_000_000)
    live.close()
    await live.until('the death of the process', () => !lives(pid), 3000)
  })

  it('what it prints to standard error is cut and counted, and never blocks it', async () => {
    const { live, pid, log } = start('shouts')
    await live.until('up', () => live.session.status === 'up' && !live.session.halting)
    live.execute('Move', { ms: 1000 })
    await live.until('more lines', () => log.some((line) => /^\(\d+ more lines\)$/.test(line)), 5000)
    expect(Math.max(...log.map(({ length }) => length))).toBe(2000)
    live.close()
    await live.until('the death of the process', () => !lives(pid), 3000)
  })

  it('one that was frozen while it moved is lost by its silence, and killed on close', async () => {
    const { live, pid } = start('lawful')
    await live.until('up', () => live.session.status === 'up' && !live.session.halting)
    live.execute('Move', { ms: 1000 })
    await live.until('moving', () => live.session.beat?.moving === true)
    process.kill(pid, 'SIGSTOP')
    const took = await live.lost(5000)
    expect(took).toMatchObject({ why: 'silence' })
    live.close()
    await live.until('the death of the process', () => !lives(pid), 3000)
  })

  it('what it has put into a session of its own keeps nobody waiting', async () => {
    const { live, log } = start('strays')
    await live.until('up', () => live.session.status === 'up' && !live.session.halting)
    live.execute('Move', { ms: 1000 }, 60_000)
    expect(await live.lost(5000)).toMatchObject({
      why: 'closed',
      text: 'the driver ended with code 0: ' + log[0],
    })
    const stray = Number(log[0]?.replace('stray ', ''))
    expect(lives(stray)).toBe(true)
    process.kill(stray)
    live.close()
  })

  it('one that is closed is killed when the time is over that it has by then declared', async () => {
    let graceMs = 10
    const stream = startDriverProcess({
      command: process.execPath,
      args: [program, 'lawful'],
      graceMs: () => graceMs,
    })
    const live = new LiveSession(new LinePeer(stream))
    await live.until('up', () => live.session.status === 'up' && !live.session.halting)
    graceMs = 1500
    live.close()
    const began = performance.now()
    await live.until('the death of the process', () => !lives(stream.pid ?? 0), 8000)
    expect(performance.now() - began).toBeGreaterThanOrEqual(1490)
  })

  it.each([
    ['below a file', '/etc/passwd/x', []],
    ['with an endless name', 'x'.repeat(300), []],
    ['with an argument that no program can get', process.execPath, ['a\0b']],
  ])('one that cannot be started, %s, is a closed peer with a reason', async (_, command, args) => {
    const live = new LiveSession(new LinePeer(startDriverProcess({ command, args })))
    const text = expect.stringContaining(`${command} cannot be started: `) as string
    expect(await live.lost()).toMatchObject({ why: 'closed', text })
    live.close()
  })

  it('one whose folder is gone says so, not that the program is missing', async () => {
    const cwd = '/no/such/folder'
    const live = new LiveSession(
      new LinePeer(startDriverProcess({ command: process.execPath, args: [], cwd })),
    )
    const text = expect.stringContaining(`its folder ${cwd} is gone`) as string
    expect(await live.lost()).toMatchObject({ why: 'closed', text })
    live.close()
  })

  it('one that does not exist is a closed peer with a reason', async () => {
    const live = new LiveSession(new LinePeer(startDriverProcess({ command: 'no-such-driver', args: [] })))
    expect(await live.lost()).toMatchObject({
      why: 'closed',
      text: expect.stringContaining('no-such-driver') as string,
    })
    live.close()
  })
})
