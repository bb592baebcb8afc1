import { spawn, spawnSync } from 'node:child_process'
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'

const project = join(import.meta.dirname, '../..')
const program = join(project, 'bin/graft.js')
const folder = mkdtempSync(join(tmpdir(), 'graft-exit-codes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const env = { ...process.env, NO_COLOR: '1' }
const graft = (args: readonly string[], options: object = {}) =>
  spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', env, ...options })

const TREE = (node: string): string =>
  `<root BTCPP_format="4"><BehaviorTree ID="A"><Sequence>${node}</Sequence></BehaviorTree></root>\n`
const good = file('good.xml', TREE('<AlwaysSuccess/>'))
const bad = file('bad.xml', TREE('<NoSuchNode/>'))
const failing = file('failing.xml', TREE('<AlwaysFailure/>'))
const config = file('bad-graft.yaml', 'version: 1\nteleop: { windowMs: 0.5 }\n')
const fields = file('bad-field.yaml', 'id: 7\n')
const world = join(folder, 'bad-world')
cpSync(join(project, 'worlds/home'), world, { recursive: true })
writeFileSync(join(world, 'world.yaml'), 'world: home\nskils: []\n')
const none = join(folder, 'none')
const noModels = join(folder, 'no-models')
cpSync(join(project, 'models/manifest.json'), join(noModels, 'manifest.json'))

/** What each ends with: of a check 0, 1 with mistakes, and 2 where there is nothing to be read. */
const ENDS: readonly (readonly [code: number, args: readonly string[]])[] = [
  [EXIT.ok, ['bt', 'check', good]],
  [EXIT.no, ['bt', 'check', bad]],
  [EXIT.usage, ['bt', 'check', none]],
  [EXIT.usage, ['bt', 'check', good, '--nodes', none]],
  [EXIT.ok, ['config', 'check', join(project, 'config/graft.yaml')]],
  [EXIT.no, ['config', 'check', config]],
  [EXIT.usage, ['config', 'check', none]],
  [EXIT.ok, ['fields', 'check', join(project, 'config/fields/F1.yaml')]],
  [EXIT.no, ['fields', 'check', fields]],
  [EXIT.usage, ['fields', 'check', none]],
  [EXIT.no, ['world', 'check', world]],
  [EXIT.usage, ['world', 'check', none]],
  [EXIT.usage, ['world', 'check', 'home', '--task', 'none']],
  [EXIT.usage, ['store', 'check', '--state', none]],
  [EXIT.usage, ['data', 'check', none]],
  [EXIT.usage, ['record', 'repair', none]],
  [EXIT.usage, ['record', 'repair', '--force', good]],
  [EXIT.no, ['bt', 'fmt', '--check', good]],
  [EXIT.usage, ['bt', 'fmt', '--check', none]],
  [EXIT.ok, ['bt', 'diff', good, good]],
  [EXIT.no, ['bt', 'diff', good, failing]],
  [EXIT.usage, ['bt', 'diff', good, none]],
  [EXIT.usage, ['twin', 'check', bad]],
  [EXIT.no, ['twin', 'explain', 'LoadBlocks']],
  [EXIT.usage, ['serve', '--config', config]],
  [EXIT.usage, ['fly']],
  [EXIT.models, ['models', 'verify', '--models', noModels]],
  [EXIT.usage, ['models', 'verify', 'none']],
  [EXIT.linkLost, ['safe-stop', '--serial', join(folder, 'no-port')]],
  [EXIT.ok, ['bt', 'run', good]],
  [EXIT.failed, ['bt', 'run', failing]],
  [EXIT.question, ['do', '--world', 'task-board', 'put the probe away']],
]

describe('a process of graft ends', () => {
  it.each(ENDS)('with %i: graft %j', (code, args) => {
    const { status, stdout, stderr } = graft(args)
    expect(status, stdout + stderr).toBe(code)
  })

  it('with 7 where no service answers', () => {
    const key = join(folder, 'anna.graft-key')
    const made = graft(['keys', 'new', 'anna', '--role', 'viewer', '--state', folder, '--out', key])
    expect(made.status, made.stderr).toBe(EXIT.ok)
    const { status, stderr } = graft(['console', '--key', key, '--endpoint', 'tcp://127.0.0.1:9', 'status'])
    expect(status, stderr).toBe(EXIT.unreachable)
  })

  it('with 8 where its output cannot be written', () => {
    const full = openSync('/dev/full', 'w')
    expect(graft(['fields', 'list'], { stdio: ['ignore', full, 'pipe'] }).status).toBe(EXIT.outputLost)
    closeSync(full)
  })

  it('with 130 after Ctrl-C', async () => {
    const endless = file('endless.xml', TREE('<Sleep msec="1"/>'))
    const child = spawn(process.execPath, [program, 'bt', 'run', endless, '--repeat', '--json'], { env })
    child.stdout.once('data', () => child.kill('SIGINT'))
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(EXIT.interrupted)
  })

  it.each([
    ['thrown', /^graft has a bug, please report it with this text:\nError: a bug that was planted\n {4}at /],
    ['uncaught', /SyntaxError: .*a bug that/],
    ['unsettled', /waited for what can never come/],
  ])('with 70 where it has a bug: %s', (how, says) => {
    const planted = join(import.meta.dirname, 'support/planted-bug.mjs')
    const { status, stderr } = spawnSync(process.execPath, ['--import', planted, program, 'fields', 'list'], {
      encoding: 'utf8',
      env: { ...env, PLANTED_BUG: how },
    })
    expect(stderr).toMatch(says)
    expect(status).toBe(EXIT.bug)
  })

  it('with every code but that of an emergency stop, for which somebody would have to press it', () => {
    const seen = new Set([...ENDS.map(([code]) => code), 7, 8, 70, 130])
    expect(Object.values(EXIT).filter((code) => !seen.has(code))).toEqual([EXIT.estop])
    expect(ENDS.length).toBeGreaterThanOrEqual(30)
  })
})
