import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { pause, until } from '../console/support/served.js'
import { needs } from '../needs/needs.js'
import { project } from '../cli/bt/bench.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-unread-'))
afterAll(() => rmSync(folder, { recursive: true }))

it(
  'a script without end whose output nobody reads waits, and takes no more memory',
  needs('Linux'),
  async () => {
    const key = join(folder, 'me.graft-key')
    const keys = must(KeyStore.open(join(folder, 'state')), 'keys')
    must(keys.create({ name: 'me', role: 'operator', out: key, endpoint: 'tcp://127.0.0.1:1' }), 'a key')
    const child = spawn(process.execPath, [join(project, 'bin/graft.js'), 'console', '--key', key], {
      env: { ...process.env, HOME: folder },
    })
    try {
      let sent = 0
      let isTold = true
      const lines = 'y\n'.repeat(8192)
      const write = (): void => {
        isTold = false
        child.stdin.write(lines, () => {
          sent += lines.length
          isTold = true
        })
      }
      // the pipe takes no more for three seconds: the console has ceased to read
      let [quiet, before] = [0, -1]
      for (let left = 600; quiet < 30 && left > 0; left--) {
        if (isTold) write()
        await pause(100)
        quiet = sent === before && sent > 0 ? quiet + 1 : 0
        before = sent
        for (let more = 50; isTold && more > 0; more--) {
          write()
          await pause(1)
        }
      }
      expect(quiet).toBe(30)
      expect(
        Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
      ).toBeLessThan(400_000)
      // it goes on where somebody reads
      const stuck = sent
      child.stdout.resume()
      child.stderr.resume()
      await until(() => sent > stuck, 'it reads on')
    } finally {
      child.kill('SIGKILL')
    }
  },
)
