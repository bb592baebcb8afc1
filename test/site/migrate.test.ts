import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { main } from '#cli/cli.js'
import { migrateFile } from '#cli/config/migrate-file.js'
import { migrateText } from '#config/service/migrate/migrations.js'
import { VERSION_0 } from '#config/service/migrate/version-0.js'
import { knownKeys } from '#config/service/words/known-keys.js'
import { CONFIG_PATH, problemsOf, siteOf, warningsOf } from './site-text.js'

const OLD = `# the robot in the hall
# do not touch

# the left socket
serial: /dev/ttyACM0 # by the window
reconnect: 9
port: 6000
seed: 7
`

const folder = mkdtempSync(join(tmpdir(), 'graft-migrate-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a configuration of version 0', () => {
  it('is kept under a free name when it is replaced, whatever has the usual one', async () => {
    const file = join(folder, 'again.yaml')
    writeFileSync(`${file}.old`, 'precious')
    symlinkSync('nowhere', `${file}.old.1`)
    for (const name of ['again.yaml.old.2', 'again.yaml.old.3']) {
      writeFileSync(file, OLD)
      const migrated = must(await migrateFile(file, true), 'a file of version 0')
      expect(migrated.said).toContain(`the old file is ${join(folder, name)}`)
      expect(readFileSync(join(folder, name), 'utf8')).toBe(OLD)
    }
    expect(readFileSync(`${file}.old`, 'utf8')).toBe('precious')
  })

  it('is read as it is meant, with a warning', () => {
    const { config } = siteOf(OLD)
    expect([config.robot.body, config.robot.devices, config.robot.reconnectSeconds]).toEqual([
      'serial',
      '/dev/ttyACM0',
      9,
    ])
    expect([config.console.listen, config.run.seed]).toEqual(['tcp://127.0.0.1:6000', 7])
    expect(warningsOf(OLD).map(({ code }) => code)).toEqual(['config.version-old'])
  })

  it('has its problems where they stand in the old file', () => {
    const [problem] = problemsOf(OLD.replace('seed: 7', 'seed: x'))
    expect(problem).toMatchObject({ code: 'config.type', where: { line: 8, column: 7 } })
  })

  it('becomes one of version 1 that means the same, comments kept; a second time it stays as it is', () => {
    const text = migrateText(OLD)
    expect(text).toMatch(/^# the robot in the hall\n# do not touch\n\nversion: 1\n/)
    expect(text).toMatch(/ {2}# the left socket\n {2}devices: \/dev\/ttyACM0 # by the window\n/)
    expect(siteOf(text).config).toEqual(siteOf(OLD).config)
    expect(warningsOf(text)).toEqual([])
    expect(migrateText(text)).toBe(text)
  })

  it('knows every flat key, and each goes where there is one', () => {
    const targets = Object.values(VERSION_0).map(({ to }) => to.join('.'))
    expect(targets.length).toBeGreaterThanOrEqual(19)
    expect(new Set(targets).size).toBe(targets.length)
    expect(targets.filter((name) => !knownKeys().has(name))).toEqual([])
  })

  it('that says a thing twice, once in each form, is refused at the old one', () => {
    expect(problemsOf('serial: /dev/x\nrobot: { devices: /dev/y }\n')).toMatchObject([
      { code: 'config.version-clash', where: { line: 1, column: 1 } },
    ])
  })

  it('never changes the user’s file, unless told to, and then keeps the old one', async () => {
    const file = join(folder, 'graft.yaml')
    writeFileSync(file, OLD)
    expect((await graft('config', 'migrate', file)).out).toBe(migrateText(OLD))
    expect(readFileSync(file, 'utf8')).toBe(OLD)
    expect((await graft('config', 'migrate', '--write', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(migrateText(OLD))
    expect(readFileSync(`${file}.old`, 'utf8')).toBe(OLD)
  })
})

describe('graft config', () => {
  it('check answers on stdout when all is well, and names problems on stderr with exit code 1', async () => {
    expect(await graft('config', 'check', CONFIG_PATH)).toEqual({
      code: 0,
      out: `${CONFIG_PATH} ok\n`,
      err: '',
    })
    const file = join(folder, 'bad.yaml')
    writeFileSync(file, 'version: 1\nteleop: { windowMs: 0.5 }\n')
    const bad = await graft('config', 'check', file)
    expect([bad.code, bad.out]).toEqual([1, ''])
    expect(bad.err).toContain(`${file}:2:21: error config.type: teleop.windowMs`)
    expect(bad.err).toContain('for 0.5 s write 500')
    const json = await graft('config', 'check', '--json', file)
    expect(JSON.parse(json.out)).toMatchObject({ type: 'problem', where: { line: 2, column: 21 } })
  })

  it('show and schema print what machines can read', async () => {
    const shown = JSON.parse((await graft('config', 'show', '--json', CONFIG_PATH)).out) as Record<
      string,
      unknown
    >
    expect(shown).toMatchObject({
      file: CONFIG_PATH,
      origin: { 'robot.body': 'file', 'camera.fps': 'default' },
    })
    const schema = JSON.parse((await graft('config', 'schema')).out) as { properties: object }
    expect(Object.keys(schema.properties)).toContain('camera')
  })
})

async function graft(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const hear = (to: 'out' | 'err') => (text: string | Uint8Array) => {
    said[to] += String(text)
    return true
  }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(hear('out'))
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(hear('err'))
  try {
    const code = await main(args)
    return { code, ...said }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
