import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { Terminal } from '../console-cli/support/terminal.js'
import { until } from '../console/support/served.js'
import { needs } from '../needs/needs.js'

let folder: string
let terminal: Terminal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-stopped-'))
  const run = ['run', '--world', 'home', '--task', 'tidy', '--episodes', '9', '--out', join(folder, 'runs')]
  // where graft believes that a build server reads, it draws nothing
  terminal = new Terminal(run, folder, { env: { CI: '' } })
})
afterEach(() => {
  terminal.close()
  rmSync(folder, { recursive: true })
})

/** as soon as the robot moves */
const PANEL = /episode \d\/9 +\d*[1-9]\.\d s/
const STOPPING = 'stopping the robot and closing the run'

it(
  'Ctrl-C in a run says that it stops where the panel was, and leaves no panel behind',
  needs('Linux'),
  async () => {
    await until(() => PANEL.test(terminal.screen.text), 'the panel is drawn')
    const before = terminal.text.length
    terminal.write('\u0003')
    await until(() => terminal.exit !== undefined, 'it ends')
    expect(terminal.exit).toBe(EXIT.interrupted)
    // the panel, for as long as it takes
    expect(terminal.text.slice(before)).toContain(`${STOPPING}  (Ctrl-C again`)
    // and a line that stays
    const lines = terminal.screen.text.split('\n').map((line) => line.trimEnd())
    expect(lines.filter((line) => line.includes(STOPPING))).toEqual([
      `${STOPPING} (Ctrl-C again to quit at once)…`,
    ])
    expect(lines.filter((line) => /episode \d\/9|critic |score so far|getting ready/.test(line))).toEqual([])
  },
)
