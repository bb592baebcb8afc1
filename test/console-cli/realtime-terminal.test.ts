import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { serve, until, type Served } from '../console/support/served.js'
import { STATUS } from './support/fake-client.js'
import { Terminal } from './support/terminal.js'

let served: Served
let terminal: Terminal
let folder: string
/** the robot of a world, which takes steps */
let bySteps = false

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-terminal-'))
  bySteps = false
  served = await serve({
    answer: (command) => ({
      ok: true,
      value: (bySteps && command === 'teleop.begin' ? STEPS : ANSWERS[command]) ?? {},
    }),
  })
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

const open = (...words: string[]): void => {
  terminal = new Terminal(['console', '--key', join(folder, 'me.graft-key'), ...words], folder)
}
const prompt = (): Promise<void> => terminal.lineEnds(/> $/, 'there is a prompt')
const asked = (command: string): number => served.executed.filter((one) => one.command === command).length

describe('graft console on a terminal of its own', () => {
  it('echoes each letter once, also after watch, three times', async () => {
    open()
    await prompt()
    await terminal.type('first')
    for (let i = 0; i < 3; i++) {
      await terminal.enter('watch')
      await until(() => terminal.screen.isOther, 'watch has the screen')
      terminal.write('q')
      await until(() => !terminal.screen.isOther, 'watch has left the screen')
      await prompt()
      await terminal.type('status word')
    }
  })

  it('says that the key is refused, where it is, and not that nobody answers', async () => {
    open()
    await prompt()
    must(served.keys.revoke('me'), 'revoke')
    await served.server.reloadKeys()
    await until(() => terminal.screen.line.includes('[refused]'), 'the prompt says so')
    expect(terminal.screen.text).toContain('does not accept the key me')
  })

  it('echoes each letter once at the question of teleop, and after a no', async () => {
    open()
    await prompt()
    for (let i = 1; i <= 3; i++) {
      await terminal.enter('teleop')
      await terminal.lineEnds('let it move: ', 'teleop asks')
      await terminal.type('no way')
      terminal.write('\r')
      await until(() => asked('teleop.end') === i, 'teleop is over')
      await prompt()
      await terminal.type('status word')
    }
    expect(asked('confirm')).toBe(0)
  })

  it.each([
    ['a base', false, 'teleop.drive'],
    ['the robot of a world', true, 'teleop.alive'],
  ] as const)('echoes each letter once after %s was driven, however that ended', async (_, steps, sign) => {
    bySteps = steps
    open()
    await prompt()
    for (const [i, end] of ['x', '\u0003', '\u001B'].entries()) {
      await terminal.enter('teleop')
      await terminal.lineEnds('let it move: ', 'teleop asks')
      await terminal.enter('yes')
      const before = asked(sign)
      await until(() => asked(sign) > before + 2, 'somebody drives')
      await until(() => /picture 4\.\d s old/.test(terminal.screen.line), 'the age of the picture is told')
      terminal.write(end)
      await until(() => asked('teleop.end') === i + 1, 'teleop is over')
      await prompt()
      await terminal.type('status word')
    }
  })

  it('echoes each letter once at the question of arm, after watch and teleop', async () => {
    open()
    await prompt()
    for (let i = 1; i <= 3; i++) {
      await terminal.enter('watch')
      await until(() => terminal.screen.isOther, 'watch has the screen')
      terminal.write('q')
      await prompt()
      await terminal.enter('teleop')
      await terminal.lineEnds('let it move: ', 'teleop asks')
      terminal.write('\r')
      await until(() => asked('teleop.end') === i, 'teleop is over')
      await prompt()
      await terminal.enter('arm')
      await terminal.lineEnds('let it move: ', 'arm asks')
      await terminal.type('yes')
      terminal.write('\r')
      await prompt()
    }
  })

  it('teleop alone echoes each letter of the answer once, and ends with its code', async () => {
    open('teleop')
    await terminal.lineEnds('let it move: ', 'teleop asks')
    await terminal.type('yes')
    await terminal.enter('yes')
    await until(() => asked('teleop.drive') > 2, 'somebody drives')
    terminal.write('x')
    await until(() => terminal.exit !== undefined, 'it ends')
    expect(terminal.exit).toBe(0)
  })

  it.each([
    ['a base', false, 'teleop.drive'],
    ['the robot of a world', true, 'teleop.alive'],
  ] as const)('Ctrl-C ends driving %s as a signal does: with 130', async (_, steps, sign) => {
    bySteps = steps
    open('teleop', '--yes')
    await until(() => asked(sign) > 2, 'somebody drives')
    // a held key and Ctrl-C may arrive as one chunk
    terminal.write('w\u0003')
    await until(() => terminal.exit !== undefined, 'it ends')
    expect([terminal.exit, asked('teleop.end')]).toEqual([130, 1])
  })
})

const BEGUN = { session: 's1', windowMs: 60_000, speed: 0.1 }
const STEPS = { ...BEGUN, keys: { w: 'Jog forward=20' }, skills: ['Jog forward left up'] }
const ANSWERS: Partial<Record<string, unknown>> = {
  status: STATUS,
  'teleop.begin': BEGUN,
  'teleop.alive': { newest: null },
  arm: { token: 'a1b2c3', what: 'the robot drives by hand', expiresInMs: 30_000 },
}
