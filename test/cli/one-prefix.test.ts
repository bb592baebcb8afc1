import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const project = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'graft-prefix-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const field = file('field.yaml', 'id: 7\n')
const config = file('graft-bad.yaml', `version: 1\nworld: { name: none }\nfields: { file: ${field} }\n`)
const onField = file('graft-field.yaml', `version: 1\nfield: { file: ${field}, id: X }\n`)
const ofWorld = file('graft-world.yaml', `version: 1\nworld: { name: ${join(folder, 'bad')} }\n`)
const tree = file('bad.xml', '<root BTCPP_format="4"><BehaviorTree ID="A"><Nope/></BehaviorTree></root>')
const lessons = file('lessons.yaml', 'lessons:\n  - avoid: 7\n')
const bad = join(folder, 'bad')
cpSync(join(project, 'worlds/home'), bad, { recursive: true })
writeFileSync(join(bad, 'task.yaml'), 'task: tidy\ngoals: [nothing(here)]\n')
const lame = join(folder, 'lame')
cpSync(join(project, 'worlds/home'), lame, { recursive: true })
writeFileSync(join(lame, 'robot.yaml'), 'driver: none\nskils: []\n')
const run = join(folder, 'run')
mkdirSync(run)
writeFileSync(join(run, 'run.json'), '{"field": "F9"}')

/** Bad input of every sort, to every command that reads one. */
const WRONG: readonly (readonly string[])[] = [
  ['run', '--field', 'F9'],
  ['run', '--fields', field],
  ['run', '--fields', join(folder, 'none.yaml')],
  ['run', '--tree', tree],
  ['run', '--world', 'hom'],
  ['run', '--world', bad],
  ['run', '--world', lame],
  ['run', '--world', 'home', '--task', 'none'],
  ['run', '--resume', 'none'],
  ['run', '--resume', run],
  ['config', 'check', config],
  ['config', 'check', onField],
  ['config', 'check', ofWorld],
  ['fields', 'check', field],
  ['world', 'check', bad],
  ['world', 'check', lame],
  ['run', '--fields', field, '--json'],
  ['run', '--world', bad, '--json'],
  ['config', 'check', config, '--json'],
  ...[
    ['run', '--sed', '1'],
    ['fly'],
    ['bt', 'chek', tree],
    ['run', '--seed', 'x'],
    ['store', 'show', '--limit', '0'],
  ],
  ...[
    ['report', 'none'],
    ['report', run],
    ['report', run, run],
    ['report', 'none', run],
  ],
  ...[
    ['note', 'none', '1', 'good'],
    ['replay', 'none'],
    ['replay', run],
    ['tap', 'none'],
    ['tap', tree],
  ],
  ...[
    ['record', 'show', tree],
    ['record', 'repair', tree],
    ['record', 'layout', 'none'],
  ],
  ...[
    ['config', 'show', config],
    ['config', 'migrate', config],
    ['serve', '--config', config],
  ],
  ...[
    ['serve', '--config', onField],
    ['serve', '--config', ofWorld],
    ['serve', '--world', 'none'],
  ],
  ...[
    ['bt', 'check', 'none'],
    ['bt', 'run', tree],
    ['bt', 'run', 'none'],
    ['bt', 'diff', tree, 'none'],
  ],
  ...[
    ['bt', 'fmt', 'none'],
    ['bt', 'draw', 'none'],
    ['bt', 'edit', tree, '--patch', field],
    ['bt', 'log', tree],
  ],
  ...[
    ['bt', 'explain', 'none'],
    ['bt', 'nodes', 'None'],
    ['bt', 'trace', tree],
  ],
  ...[
    ['twin', 'check', tree],
    ['twin', 'check', tree, '--fields', field],
    ['twin', 'check', tree, '--field', 'F9'],
  ],
  ...[
    ['twin', 'explain', 'Fly'],
    ['twin', 'explain', 'Fly', '--fields', field],
    ['twin', 'explain', 'x='],
  ],
  ...[
    ['twin', 'explain', 'MoveToHome', '--field', 'F9'],
    ['twin', 'explain', 'Fly', '--domain', bad],
  ],
  ...[
    ['twin', 'explain', 'Drop', '--domain', 'home', '--task', 'none'],
    ['twin', 'rules', '--domain', 'none'],
  ],
  ...[
    ['twin', 'check', tree, '--domain', 'home', '--task', 'none'],
    ['twin', 'rules', '--domain', join(bad, 'task.yaml')],
  ],
  ...[
    ['world', 'chances', bad, '--run', 'none'],
    ['new', 'world', 'a/b/'],
    ['ros2', 'none'],
    ['ros2', tree],
  ],
  ...[
    ['do', 'go', '--world', bad],
    ['do', 'go', '--world', 'none'],
    ['do', 'fly to the moon', '--world', 'home'],
  ],
  ...[
    ['do', '--resume'],
    ['do', '--resume', '--world', bad],
    ['do', 'go', '--world', 'home', '--speaker', 'none'],
  ],
  ...[
    ['models', 'verify', 'none'],
    ['models', 'add', tree],
    ['models', 'list', '--models', folder],
  ],
  ...[
    ['memory', 'show', 'none', '--state', folder],
    ['memory', 'import', lessons, '--world', 'home', '--state', folder],
  ],
  ...[
    ['memory', 'list', '--state', join(folder, 'none')],
    ['memory', 'import', 'none', '--world', bad],
  ],
  ...[
    ['keys', 'revoke', 'none', '--state', folder],
    ['keys', 'list', '--state', join(folder, 'none')],
  ],
  ...[
    ['store', 'check', '--state', folder],
    ['store', 'show', 'none', '--state', folder],
  ],
  ...[
    ['console', 'status'],
    ['console', '--key', tree, 'status'],
    ['console', 'sttus'],
    ['console', '--key', 'none', 'fly'],
  ],
  ...[
    ['safe-stop', '--config', config, '--serial', 'none'],
    ['doctor', '--config', config],
    ['install', '--config', config],
  ],
  ...[
    ['data', 'check', folder],
    ['data', 'export', 'none', '--out', join(folder, 'set')],
    ['faults', '--class', 'none'],
  ],
  ...[
    ['gym', '--task', 'none'],
    ['bench', 'world', '--world', 'none'],
  ],
]

const PREFIX = /\b(?:error|warning) [\w.-]+: /g
/** @returns the lines in which one prefix stands twice */
const doubled = (text: string): readonly string[] =>
  text.split('\n').filter((line) => {
    const found = line.match(PREFIX) ?? []
    return new Set(found).size < found.length || /\berror: error\b/.test(line)
  })

describe('a message begins once', () => {
  it('whatever is wrong with what a command is given', { timeout: 600_000 }, () => {
    const seen = new Set<string>()
    const wrong: object[] = []
    for (const args of WRONG) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(project, 'bin/graft.js'), ...args],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, NO_COLOR: '1' },
          timeout: 60_000,
        },
      )
      const lines = doubled(stdout + stderr)
      if (lines.length > 0) wrong.push({ args, lines })
      if (status === 0 || status === null || status === 70) wrong.push({ args, status, stderr, stdout })
      for (const [code] of stderr.matchAll(PREFIX)) seen.add(code)
    }
    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(25)
  })
})
