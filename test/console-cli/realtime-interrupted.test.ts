import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { must } from '#base/result.js'
import { serve, until, type Served } from '../console/support/served.js'
import { needs } from '../needs/needs.js'
import { STATUS } from './support/fake-client.js'
import { Terminal } from './support/terminal.js'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CTRL_Z = '\u001A'
const QUESTION = 'let it move: '

let served: Served
let terminal: Terminal
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-interrupted-'))
  served = await serve({ answer: (command) => ({ ok: true, value: ANSWERS[command] ?? {} }) })
  const key = join(folder, 'me.graft-key')
  must(
    served.keys.create({ name: 'me', role: 'operator', out: key, endpoint: served.server.endpoint }),
    'key',
  )
  await served.server.reloadKeys()
})

afterEach(async () => {
  terminal.close()
  await served.close()
  rmSync(folder, { recursive: true })
})

const args = (...words: string[]): string[] => ['console', '--key', join(folder, 'me.graft-key'), ...words]
const open = (...words: string[]): void => void (terminal = new Terminal(args(...words), folder))
const prompt = (): Promise<void> => terminal.lineEnds(/RUNNING.*> $/, 'there is a prompt')
const asked = (command: string): number => served.executed.filter((one) => one.command === command).length

/** What the shell says that the last command ended with. */
async function codeInShell(): Promise<number> {
  await terminal.lineEnds('bash% ', 'the shell is back')
  terminal.write('echo "code=$?."\r')
  await until(() => /code=\d+\./.test(terminal.screen.text), 'the shell tells the code')
  return Number(/code=(\d+)\./.exec(terminal.screen.text)?.[1])
}

describe('graft console after it was stopped by Ctrl-Z', needs('bash', 'Linux'), () => {
  const start = async (...words: string[]): Promise<void> => {
    terminal = new Terminal(args(...words), folder, { inShell: true })
    await terminal.lineEnds('bash% ', 'there is a shell')
    terminal.write('$G\r')
  }
  /** Ctrl-Z where the terminal makes a signal of it, or a signal of somebody else's. */
  const suspend = async (how: 'keys' | 'signal'): Promise<void> => {
    if (how === 'keys') terminal.write(CTRL_Z)
    else process.kill(terminal.pid, 'SIGSTOP')
    // it may write into what a screen has left there
    await terminal.lineEnds(/bash% /, 'the shell has the terminal')
    terminal.write('fg\r')
  }

  it.each(['keys', 'signal'] as const)(
    'carries out a stop at the prompt, and leaves by Ctrl-D (%s)',
    async (how) => {
      await start()
      for (let i = 1; i <= 2; i++) {
        await prompt()
        await suspend(how)
        await prompt()
        await terminal.enter('stop')
        await until(() => asked('stop') === i, 'stop is carried out')
      }
      await prompt()
      terminal.write(CTRL_D)
      expect(await codeInShell()).toBe(EXIT.ok)
    },
  )

  it.each(['arm', 'teleop'])('hears the answer to the question of %s', async (command) => {
    await start(command)
    await terminal.lineEnds(QUESTION, 'it asks')
    await suspend('keys')
    await terminal.lineEnds(QUESTION, 'it asks again')
    await terminal.enter('no')
    expect(await codeInShell()).toBe(EXIT.question)
  })

  it('hears the keys of a driver, and sees them only once', async () => {
    await start('teleop')
    await terminal.lineEnds(QUESTION, 'it asks')
    await terminal.enter('yes')
    await until(() => asked('teleop.drive') > 2, 'somebody drives')
    await suspend('signal')
    const before = asked('teleop.drive')
    await until(() => asked('teleop.drive') > before + 2, 'somebody drives again')
    terminal.write('x')
    expect(await codeInShell()).toBe(EXIT.ok)
    expect(asked('teleop.end')).toBe(1)
  })

  it('has the screen again in watch, and hears q', async () => {
    await start('watch')
    await until(() => terminal.screen.text.includes('RUNNING'), 'watch has the screen')
    await suspend('signal')
    const isWhole = (): boolean => /^(?![^]*bash%)[^]*RUNNING/.test(terminal.screen.text)
    await until(isWhole, 'watch has the screen again')
    terminal.write('q')
    expect(await codeInShell()).toBe(EXIT.ok)
  })
})

describe('Ctrl-C and Ctrl-D at a question', () => {
  it.each([
    ['arm', CTRL_C, EXIT.interrupted],
    ['arm', CTRL_D, EXIT.question],
    ['teleop', CTRL_C, EXIT.interrupted],
    ['teleop', CTRL_D, EXIT.question],
  ] as const)('are no yes, and no bug: %s %j ends with %i', async (command, key, code) => {
    open(command)
    await terminal.lineEnds(QUESTION, 'it asks')
    terminal.write(key)
    await until(() => terminal.exit !== undefined, 'it ends')
    expect(terminal.exit).toBe(code)
    expect(terminal.screen.text).toContain('\nnot confirmed; the robot does not move')
    expect(terminal.screen.text).not.toContain('bug')
    expect([asked('confirm'), asked('teleop.end')]).toEqual([0, command === 'teleop' ? 1 : 0])
  })

  it.each(['arm', 'teleop'])(
    'Ctrl-C in the shell goes back to a prompt that hears stop: %s',
    async (command) => {
      open()
      for (let i = 1; i <= 2; i++) {
        await prompt()
        await terminal.enter(command)
        await terminal.lineEnds(QUESTION, 'it asks')
        terminal.write(`ye${CTRL_C}`)
        await prompt()
        expect(terminal.screen.text).toContain('\nnot confirmed; the robot does not move')
        await terminal.enter('stop')
        await until(() => asked('stop') === i, 'stop is carried out')
      }
      expect([asked('confirm'), asked('teleop.end')]).toEqual([0, command === 'teleop' ? 2 : 0])
    },
  )

  it('Ctrl-D in the shell leaves it', async () => {
    open()
    await prompt()
    await terminal.enter('arm')
    await terminal.lineEnds(QUESTION, 'it asks')
    terminal.write(CTRL_D)
    await until(() => terminal.exit !== undefined, 'it ends')
    expect([terminal.exit, asked('confirm')]).toEqual([EXIT.ok, 0])
  })
})

describe('Ctrl-C and Ctrl-D at the prompt', () => {
  it.each([CTRL_C, CTRL_D])(
    '%j at an empty line leaves, and the cursor is in a line of its own',
    async (key) => {
      open()
      await prompt()
      terminal.write(key)
      await until(() => terminal.exit !== undefined, 'it ends')
      expect([terminal.exit, terminal.screen.line]).toEqual([EXIT.ok, ''])
    },
  )

  it('Ctrl-C clears half a line, and the next line is carried out', async () => {
    open()
    await prompt()
    terminal.write('run --fie')
    await terminal.lineEnds('run --fie', 'it is echoed')
    terminal.write(CTRL_C)
    await prompt()
    await terminal.enter('stop')
    await until(() => asked('stop') === 1, 'stop is carried out')
  })
})

describe('SIGTERM', needs('Linux'), () => {
  it.each(['watch', 'status word', ''])(
    'gives the terminal back, and ends with its code: in %j',
    async (words) => {
      open()
      await prompt()
      if (words === 'watch') {
        await terminal.enter(words)
        await until(() => terminal.screen.isOther, 'watch has the screen')
      } else terminal.write(words)
      process.kill(terminal.pid, 'SIGTERM')
      await until(() => terminal.exit !== undefined, 'it ends')
      expect([terminal.exit, terminal.screen.isOther]).toEqual([EXIT.interrupted, false])
      expect(terminal.text.lastIndexOf('\u001B[?25h')).toBeGreaterThanOrEqual(
        terminal.text.lastIndexOf('\u001B[?25l'),
      )
    },
  )

  it.each(['arm', 'teleop'])('ends the question of %s', async (command) => {
    open(command)
    await terminal.lineEnds(QUESTION, 'it asks')
    process.kill(terminal.pid, 'SIGTERM')
    await until(() => terminal.exit !== undefined, 'it ends')
    expect([terminal.exit, asked('teleop.end')]).toEqual([EXIT.interrupted, command === 'teleop' ? 1 : 0])
  })
})

const ANSWERS: Partial<Record<string, unknown>> = {
  status: STATUS,
  stop: { did: 'stopped' },
  'teleop.begin': { session: 's1', windowMs: 60_000, speed: 0.1 },
  arm: { token: 'a1b2c3', what: 'the robot drives by hand', expiresInMs: 30_000 },
}

it.each([[[]], [['watch']]])(
  'a window that is closed ends it with 130, not with an abort: %j',
  async (words) => {
    open(...words)
    if (words.length === 0) await prompt()
    else await until(() => terminal.screen.isOther, 'watch has the screen')
    terminal.hangUp()
    await until(() => terminal.exit !== undefined, 'it ends')
    expect(terminal.exit).toBe(EXIT.interrupted)
  },
)
