import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

const page = readFileSync(join(REPO, 'docs/your-robot.md'), 'utf8')
const section = page.slice(page.indexOf('## 7. Worked example: an arm'))

const graft = (...args: readonly string[]) =>
  spawnSync('node', [join(REPO, 'bin/graft.js'), ...args], { cwd: folder, encoding: 'utf8' })

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-arm-'))
  mkdirSync(join(folder, 'policy'))
  const copied = [...section.matchAll(/worlds\/tabletop\/(\w+\.yaml)(?= )/g)].map(([, file]) => file ?? '')
  for (const file of copied) copyFileSync(join(REPO, 'worlds/tabletop', file), join(folder, file))
  writeFileSync(join(folder, 'task.yaml'), /```yaml\n(task: [\s\S]*?)```/.exec(section)?.[1] ?? '')
  writeFileSync(join(folder, 'policy/initial.xml'), /```xml\n([\s\S]*?)```/.exec(section)?.[1] ?? '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('docs/your-robot.md, an arm in simulation, followed', needs('MuJoCo'), () => {
  it('the check finds nothing wrong but the first tree', () => {
    const { status, stdout } = graft('world', 'check', '.')
    expect(stdout).toContain('the task can be reached in 6 steps')
    expect(stdout).toContain('it does not pass the plan check yet')
    expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'no problems'])
  })

  it('what the first tree forgets is learned in the second episode', () => {
    const { status, stdout } = graft('run', '--world', '.', '--episodes', '2', '--json')
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly score?: number })
    const scores = events.flatMap(({ type, score }) =>
      type === 'episode' && score !== undefined ? [score] : [],
    )
    expect(status).toBe(0)
    expect(scores).toHaveLength(2)
    expect(scores[0]).toBeLessThan(0)
    expect(scores[1]).toBeGreaterThan(50)
  })
})
