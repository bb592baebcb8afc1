import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { once } from '#console-cli/once.js'
import { COMMANDS, spoken } from '#console-cli/words/find-command.js'
import { project } from '../cli/bt/bench.js'
import { FakeClient, Pages } from './support/fake-client.js'

const { ok, usage, unreachable } = EXIT

/** [words, what comes by the pipe, exit code, what is said] */
const USES: readonly (readonly [string, string, number, RegExp])[] = [
  ['', '', unreachable, /console\.unreachable: no answer/],
  ['', '# nothing\n\n', unreachable, /console\.unreachable/],
  ['', 'status\nlog warn\n', unreachable, /`status`[^]*`log`/],
  ['', 'help run\n', ok, /begin a run/],
  ['', 'watch\n', usage, /watch needs a terminal/],
  ['', 'teleop\n', usage, /teleop needs a terminal/],
  ['', 'exit\n', unreachable, /console\.unreachable/],
  ['', 'teleop end s\n', unreachable, /`teleop\.end`/],
  ['teleop end s', '', unreachable, /`teleop\.end`/],
  ['watch', '', unreachable, /console\.unreachable/],
  ['watch --json', '', unreachable, /console\.unreachable/],
  ['teleop', '', usage, /teleop needs a terminal/],
  ['help', '', ok, /for anyone with a key/],
  ['alram list', '', usage, /did you mean alarm list\?/],
]

/** What a command needs so that it is sent at all. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'tree.diff': '1a2b3c4d 5e6f7a8b',
  'episode.show': '1',
  'episode.score': '1',
  do: 'open the window',
  'do.confirm': '4f2a',
  confirm: 'a1b2',
  'alarm.ack': 'R/1/1',
  'scene.reset': 'put right',
  audit: '1 0 causal',
  'teleop.drive': 's 0 0 0',
  'teleop.step': 's Jog',
  'teleop.alive': 's',
  'teleop.end': 's',
  'tree.stage': 'F1 <root/> tried',
  'tree.rollback': 'F1 enough',
  'log.level': 'info',
  'fault.inject': 'unplug',
}

describe('graft console in a pipe, without a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-pipes-'))
  const key = join(folder, 'me.graft-key')
  beforeAll(() => {
    const keys = must(KeyStore.open(join(folder, 'state')), 'keys')
    // nothing listens there
    must(keys.create({ name: 'me', role: 'operator', out: key, endpoint: `ipc://${folder}/c` }), 'key')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (words: string, input: string) => {
    const args = [join(project, 'bin/graft.js'), 'console', '--key', key, '--timeout', '1']
    const given = words.split(' ').filter((word) => word !== '')
    const done = spawnSync(process.execPath, [...args, ...given], { input, cwd: folder, encoding: 'utf8' })
    return { code: done.status, said: done.stdout + done.stderr }
  }

  it.each(USES)('%j with %j ends with %i', (words, input, code, says) => {
    const done = run(words, input)
    expect(done.said).toMatch(says)
    expect(done.code).toBe(code)
  })

  it('a script goes on after a refusal, and ends with the first code', () => {
    const done = run('', 'log warn\nalarm list\nno-such\n')
    expect(done.said).toMatch(/`log`[^]*`alarm\.list`[^]*there is no such command/)
    expect(done.code).toBe(unreachable)
  })

  it('every command of the protocol says that nobody answers', async () => {
    for (const command of COMMANDS) {
      const client = new FakeClient()
      client.refusal = { code: 'console.unreachable', message: 'no answer' }
      const [out, err] = [new Pages(), new Pages()]
      const words = `${spoken(command)} ${PARAMETERS[command] ?? ''}`.trim().split(' ')
      const code = await once(words, client, { json: false, yes: true, timeoutMs: 1 }, { out, err, env: {} })
      expect([command, code, out.text]).toEqual([command, unreachable, ''])
      expect(err.text).toContain('no answer')
    }
  })
})
