import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { until } from '../../console/support/served.js'
import { needs } from '../../needs/needs.js'
import { Terminal } from '../../console-cli/support/terminal.js'

let folder: string
let terminal: Terminal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-do-'))
  const order = ['bring', 'the', 'mug', 'to', 'the', 'kitchen', 'table']
  terminal = new Terminal(['do', '--no-memory', ...order], folder)
})
afterEach(() => {
  terminal.close()
  rmSync(folder, { recursive: true })
})

const QUESTION = 'Right? (yes or no) '

it.each([
  ['\u0003', EXIT.interrupted],
  ['\u0004', EXIT.question],
])('%j at the question of graft do is no yes, and no bug: %i', async (key, code) => {
  await terminal.lineEnds(QUESTION, 'it asks')
  terminal.write(key)
  await until(() => terminal.exit !== undefined, 'it ends')
  expect(terminal.exit).toBe(code)
  expect(terminal.screen.text).toContain('\nNothing has moved.')
  expect(terminal.screen.text).not.toContain('bug')
})

it('a SIGTERM withdraws the question', needs('Linux'), async () => {
  await terminal.lineEnds(QUESTION, 'it asks')
  process.kill(terminal.pid, 'SIGTERM')
  await until(() => terminal.exit !== undefined, 'it ends')
  expect(terminal.exit).toBe(EXIT.interrupted)
})

it('Ctrl-C while the plan is shown ends it, whether or not it has asked by then', async () => {
  await until(() => terminal.screen.text.includes('I understood'), 'it plans')
  terminal.write('\u0003')
  await until(() => terminal.exit !== undefined, 'it ends')
  expect(terminal.exit).toBe(EXIT.interrupted)
})
