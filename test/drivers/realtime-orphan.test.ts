import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

const python = needs('python3')
const folder = mkdtempSync(join(tmpdir(), 'graft-orphan-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const there = async (path: string): Promise<void> => {
  for (let waited = 0; !existsSync(path); waited += 50) {
    if (waited > 20_000) throw new Error(`${path} is not there`)
    await sleep(50)
  }
}

describe('a driver whose host ends', () => {
  it.each([
    ['throws', 'throw new Error("a bug")'],
    ['exits', 'process.exit(3)'],
  ])(
    '%s: it has its time to make the robot stand, and is gone after it',
    async (how, end) => {
      const [stood, pid] = [join(folder, `stood-${how}`), join(folder, `pid-${how}`)]
      const driver = join(folder, `driver-${how}.mjs`)
      writeFileSync(
        driver,
        `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(pid)}, String(process.pid))
process.stdin.resume()
process.stdin.on('end', () => setTimeout(() => writeFileSync(${JSON.stringify(stood)}, 'yes'), 200))
setInterval(() => undefined, 1000)`,
      )
      const host = join(folder, `host-${how}.mts`)
      writeFileSync(
        host,
        `import { existsSync } from 'node:fs'
import { startDriverProcess } from '#adapters/drivers/driver-process.js'
startDriverProcess({ command: process.execPath, args: [${JSON.stringify(driver)}] })
const wait = setInterval(() => { if (!existsSync(${JSON.stringify(pid)})) return; clearInterval(wait); ${end} }, 20)`,
      )
      const args = ['--import', 'tsx', '--conditions=source', host]
      const ended = spawnSync(process.execPath, args, { cwd: REPO, encoding: 'utf8' })
      expect(ended.status, ended.stderr).toBeGreaterThan(0)
      await there(stood)
      const running = (): boolean => existsSync(`/proc/${readFileSync(pid, 'utf8')}`)
      for (let waited = 0; running() && waited < 20_000; waited += 50) await sleep(50)
      expect(running()).toBe(false)
    },
    60_000,
  )
})

describe('the Python driver', () => {
  const program = (path: string): string => `import sys
sys.path.insert(0, ${JSON.stringify(join(REPO, 'examples/python'))})
from graft_driver import Driver
said = ${JSON.stringify(join(folder, 'said'))}
driver = Driver("one", stop_ms=300, stop=lambda: open(said, "a").write("stop\\n"))
driver.run(${path})`

  it.each(['SIGTERM', 'SIGHUP'] as const)('makes the robot stand at %s', python, async (told) => {
    rmSync(join(folder, 'said'), { force: true })
    writeFileSync(join(folder, 'ends.py'), program(''))
    const child = spawn('python3', [join(folder, 'ends.py')])
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
    // its own code runs once it answers
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"observe"}\n')
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill(told)
    expect(await ended).toBe(0)
    expect(readFileSync(join(folder, 'said'), 'utf8')).toContain('stop')
  })

  it('replaces nothing that is no socket of a driver that has ended', python, () => {
    const mine = join(folder, 'mine.sock')
    writeFileSync(mine, 'a text of mine')
    writeFileSync(join(folder, 'serves.py'), program(JSON.stringify(mine)))
    const ended = spawnSync('python3', [join(folder, 'serves.py')], { encoding: 'utf8', timeout: 20_000 })
    expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining('left as it is')])
    expect(readFileSync(mine, 'utf8')).toBe('a text of mine')
  })
})
