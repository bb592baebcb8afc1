import { spawn, type IPty } from '@lydell/node-pty'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { serve, until, type Served } from '../../console/support/served.js'
import { project } from '../bt/bench.js'

let served: Served
let terminal: Terminal
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-terminal-'))
  served = await serve({ answer: (command) => ({ ok: true, value: ANSWERS[command] ?? {} }) })
  const key = join(folder, 'me.graft-key')
  must(
    served.keys.create({ name: 'me', role: 'operator', out: key, endpoint: served.server.endpoint }),
    'key',
  )
  await served.server.reloadKeys()
  terminal = new Terminal(['console', '--key', key], folder)
  await until(() => /> $/.test(terminal.line()), 'there is a prompt')
})

afterEach(async () => {
  terminal.close()
  await served.close()
  rmSync(folder, { recursive: true })
})

describe('graft console on a terminal of its own', () => {
  it('echoes each letter once, also after watch, twice', async () => {
    await terminal.type('first')
    for (let i = 0; i < 2; i++) {
      await terminal.enter('watch')
      await until(() => terminal.inWatch, 'watch has the screen')
      terminal.write('q')
      await until(() => !terminal.inWatch, 'watch has left the screen')
      await terminal.type('status word')
    }
  })

  it('says that the key is refused, where it is, and not that nobody answers', async () => {
    must(served.keys.revoke('me'), 'revoke')
    await served.server.reloadKeys()
    const from = terminal.text.length
    await until(() => terminal.line().includes('[refused]'), 'the prompt says so')
    const said = stripVTControlCharacters(terminal.text.slice(from))
    expect(said).toContain('does not accept the key me')
  })

  it('echoes each letter once after teleop, also at the question before it moves', async () => {
    for (let i = 0; i < 2; i++) {
      await terminal.enter('teleop')
      await until(() => terminal.line().endsWith('let it move: '), 'teleop asks')
      await terminal.type('no way')
      terminal.write('\r')
      await until(() => terminal.text.includes('not confirmed'), 'teleop is over')
      await until(() => /> $/.test(terminal.line()), 'there is a prompt again')
      await terminal.type('status word')
    }
  })
})

const ANSWERS: Partial<Record<string, unknown>> = {
  'teleop.begin': { session: 's1', windowMs: 500, speed: 0.1 },
  arm: { token: 'a1b2c3', what: 'the robot drives by hand', expiresInMs: 30_000 },
}

/** A person at a keyboard: types, and reads the line that the cursor is in. */
class Terminal {
  text = ''
  readonly #child: IPty

  constructor(args: readonly string[], home: string) {
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: '1', HOME: home, XDG_STATE_HOME: home }
    this.#child = spawn(process.execPath, [join(project, 'bin/graft.js'), ...args], {
      cols: 120,
      rows: 30,
      cwd: home,
      env,
    })
    this.#child.onData((data) => (this.text += data))
  }

  get inWatch(): boolean {
    return this.text.lastIndexOf('\u001B[?1049h') > this.text.lastIndexOf('\u001B[?1049l')
  }

  write(keys: string): void {
    this.#child.write(keys)
  }

  /** What stands in the cursor's line: whatever was written since its last beginning. */
  line(): string {
    const drawn = this.text.split(/\r|\n|\u001B\[1G/).at(-1) ?? ''
    return stripVTControlCharacters(drawn)
  }

  /** Types the text letter by letter, sees that no letter comes back twice, and takes it back. */
  async type(text: string): Promise<void> {
    for (const letter of text) {
      const [from] = [this.text.length]
      this.write(letter)
      await until(() => this.text.slice(from).includes(letter), `${letter} is echoed`)
      // time for a second echo
      await new Promise((done) => setTimeout(done, 60))
      const echo = stripVTControlCharacters(this.text.slice(from)).split(/\r|\n/).at(-1) ?? ''
      expect(echo.endsWith(`${letter}${letter}`), `echo of ${letter}: ${JSON.stringify(echo)}`).toBe(false)
    }
    expect(this.line().endsWith(text), `${JSON.stringify(this.line())} ends with ${text}`).toBe(true)
    this.write('\u0015')
    await until(() => !this.line().endsWith(text), 'the line is empty again')
  }

  async enter(text: string): Promise<void> {
    this.write(`${text}\r`)
    await until(() => this.text.includes(text), `${text} is echoed`)
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }
}
