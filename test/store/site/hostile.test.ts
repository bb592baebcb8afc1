import { existsSync } from 'node:fs'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stream } from '#base/random.js'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { hostileDatabase, hostileFolder } from './support/hostile.js'
import { newFolder } from './support/store.js'

/** hostile folders; `GRAFT_STORE_FUZZ=1000` for a long run */
const FOLDERS = Number(process.env['GRAFT_STORE_FUZZ'] ?? 40)

let heard = ''
let said = ''
vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said += String(text)), true))
vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((heard += String(text)), true))
beforeEach(() => ([heard, said] = ['', '']))

/** Colour and line ends are ours; any other control character comes from the store. */
const CONTROL = /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]|\u001b(?!\[[\d;]*m)/

describe('a store that somebody has made with evil in mind', () => {
  it.each(Array.from({ length: FOLDERS }, (_, i) => i + 1))(
    'folder %i: every command ends with its code, says why, and takes nothing that is not the store’s',
    async (seed) => {
      const rng = stream(seed, 'hostile store')
      const root = newFolder()
      const [dir, outside, target] = ['state', 'outside', 'target'].map((name) => join(root, name)) as [
        string,
        string,
        string,
      ]
      for (const folder of [dir, outside, target]) mkdirSync(folder, { mode: 0o700 })
      hostileDatabase(dir, rng)
      const theirs = hostileFolder(dir, outside, rng)
      const commands = [
        ['show'],
        ['show', '--json'],
        ['show', 'F1-s1-12345678'],
        ['check'],
        ['check', '--json'],
        ['export', 'F1-s1-12345678', target],
        ['export', '../../outside', target],
        ['prune', '--dry-run', '--max-gib', '0', '--keep-failures', '0'],
        ['prune', '--max-gib', '0', '--keep-failures', '0'],
        ['show'],
      ]
      for (const command of commands) {
        ;[heard, said] = ['', '']
        const code = await main(['store', ...command, '--state', dir])
        const what = `${command.join(' ')}: ${code}\n${heard.slice(-1500)}`
        // a check may also find it damaged
        expect([EXIT.ok, command[0] === 'check' ? EXIT.no : EXIT.usage, EXIT.usage], what).toContain(code)
        const isMute = code === EXIT.usage && command[0] !== 'check' && !/hint|→/.test(heard)
        expect(isMute, what).toBe(false)
        expect(
          CONTROL.exec(heard + said)?.[0],
          `${what}${JSON.stringify(said.slice(0, 400))}`,
        ).toBeUndefined()
        for (const path of theirs) expect(existsSync(path), `${what}: ${path}`).toBe(true)
      }
    },
    60_000,
  )
})
