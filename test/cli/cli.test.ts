import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the installed command, as a person would, in a folder of its own. */
function graft(root: string, cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/graft.js'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, stdout, stderr }
}

describe('graft on the command line', () => {
  let cwd = ''
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'graft-cli-'))
  })
  afterAll(() => rmSync(cwd, { recursive: true }))

  it.each([['--armed-by'], ['--out']])('%s of nobody, or nothing, is a usage error', (option) => {
    const { status, stderr } = graft(project, cwd, 'run', '--world', 'home', option, ' ')
    expect(status).toBe(EXIT.usage)
    expect(stderr).toContain('expected a name, got an empty one')
  })

  it('teaches: --help names the commands, examples and exit codes', () => {
    const { status, stdout } = graft(project, cwd, '--help')
    expect(status).toBe(EXIT.ok)
    for (const word of ['run', 'report', 'fields', 'models', 'Exit codes', '--resume'])
      expect(stdout).toContain(word)
  })

  it('each command that --help names can be asked for by itself', () => {
    const { stdout } = graft(project, cwd, '--help')
    const commands = [...stdout.matchAll(/^ {2}([a-z]\S*) .*/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => !name.startsWith('-') && !['graft', 'help', ''].includes(name))
    expect(commands.length).toBeGreaterThan(15)
    for (const command of commands) {
      const { status, stdout: help } = graft(project, cwd, command, '--help')
      expect({ status, help }).toEqual({
        status: EXIT.ok,
        help: expect.stringContaining(`Usage: graft ${command}`) as string,
      })
    }
  })

  it('refuses a wrong command line with exit code 2 and says what it takes', () => {
    const wrong = [
      ['run', '--episodes', '0'],
      ['run', '--seed', 'x'],
      ['run', '--inject', 'unplug'],
      ['fly'],
      ['run', '--fild', 'F1'],
    ]
    for (const args of wrong) {
      const { status, stderr } = graft(project, cwd, ...args)
      expect({ args, status }).toEqual({ args, status: EXIT.usage })
      expect(stderr).toContain('--help')
    }
    expect(graft(project, cwd, 'run', '--fild', 'F1').stderr).toContain('(see graft run --help)')
    expect(graft(project, cwd, 'store', 'shov').stderr).toContain('(see graft store --help)')
  })

  it('refuses a field that is not there, with the nearest name', () => {
    const { status, stderr } = graft(project, cwd, 'run', '--field', 'F6')
    expect(status).toBe(EXIT.usage)
    expect(stderr).toContain('F1, F2, F3, F4, F5')
  })

  it('refuses a bad field file with file:line:column and a hint, before anything moves', () => {
    const good = readFileSync(join(project, 'config/fields/F1.yaml'), 'utf8')
    const file = join(cwd, 'bad.yaml')
    writeFileSync(file, good.replace('kind: unload', 'kind: unlaod'))
    const { status, stderr, stdout } = graft(project, cwd, 'run', '--fields', file)
    expect(status).toBe(EXIT.usage)
    expect(stderr).toMatch(/bad\.yaml:\d+:\d+: error /)
    expect(stderr).toMatch(/hint:.*unload/)
    expect(stdout).toBe('')
    expect(existsSync(join(cwd, 'runs'))).toBe(false)
    const check = graft(project, cwd, 'fields', 'check', file, '--json')
    expect(check.status).toBe(EXIT.no)
    expect(JSON.parse(check.stdout.split('\n')[0] ?? '')).toMatchObject({
      type: 'problem',
      severity: 'error',
    })
  })

  it('refuses a tree with a mistake, with file:line:column', () => {
    const file = join(cwd, 'bad.xml')
    writeFileSync(
      file,
      '<root BTCPP_format="4">\n<BehaviorTree ID="A">\n  <Sequence><MoveToZon zone="1"/></Sequence>\n</BehaviorTree>\n</root>',
    )
    const { status, stderr } = graft(project, cwd, 'run', '--tree', file)
    expect(status).toBe(EXIT.usage)
    expect(stderr).toMatch(/bad\.xml:3:13: error /)
    expect(stderr).toContain('MoveToZone')
  })
})

// A copy of the installed package whose models are not those of the manifest.
describe('graft with models missing or changed', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'graft-models-'))
    const parts = [
      'bin',
      'dist',
      'bt',
      'config',
      'worlds',
      'models',
      'package.json',
      'firmware-protocol/wasm',
    ]
    for (const part of parts) {
      const noTraining = (from: string): boolean => !from.includes('training')
      cpSync(join(project, part), join(root, part), { recursive: true, filter: noTraining })
    }
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const files = (role: string): string[] => {
    const manifest = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8')) as {
      models: { role: string; files: { path: string }[] }[]
    }
    return manifest.models
      .filter((model) => model.role === role)
      .flatMap((model) => model.files.map(({ path }) => path))
  }

  it.each(['critic', 'actor'])(
    '%s: names the file, the expected hash and the way to rebuild it; nothing moves',
    (role) => {
      for (const path of files(role)) {
        const file = join(root, 'models', path)
        const whole = readFileSync(file)
        const flipped = Buffer.from(whole)
        flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1
        writeFileSync(file, flipped)
        const changed = graft(root, root, 'run', '--episodes', '1')
        rmSync(file)
        const missing = graft(root, root, 'run', '--episodes', '1')
        writeFileSync(file, whole)
        for (const { status, stderr, stdout } of [changed, missing]) {
          expect(status).toBe(EXIT.models)
          expect(stderr).toContain(path)
          expect(stderr).toContain(`npm run models:${role}`)
          expect(stdout).toBe('')
        }
        expect(changed.stderr).toMatch(/expected: \d+ bytes, sha256 [0-9a-f]{64}/)
      }
      expect(readdirSync(root)).not.toContain('runs')
      expect(files(role).length).toBeGreaterThan(0)
    },
  )
})
