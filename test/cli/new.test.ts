import { Command, CommanderError } from 'commander'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { loadWorld } from '#app/world/load-world.js'
import { flavourOf } from '#cli/new/languages.js'
import { addNewCommand } from '#cli/new/new-command.js'
import { writeNewFolder } from '#cli/new/write-folder.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { Recorder } from './bt/bench.js'

let out = ''
beforeAll(() => (out = mkdtempSync(join(tmpdir(), 'graft-new-'))))
afterAll(() => rmSync(out, { recursive: true }))

/** `graft new …` as a person would type it. */
async function fresh(...args: readonly string[]): Promise<Recorder & { code: ExitCode }> {
  const io = new Recorder({ env: {} })
  let code: ExitCode = EXIT.ok
  const program = new Command('graft')
    .exitOverride()
    .configureOutput({ writeErr: (text) => io.err.write(text), writeOut: (text) => io.out.write(text) })
  addNewCommand(program, (exit) => (code = exit), io)
  try {
    await program.parseAsync(['new', ...args, '--out', out], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    code = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
  return Object.assign(io, { code })
}

/** Files and links; it follows none. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

describe('graft new', () => {
  it.each([
    ['world', 'my-kitchen', 'my_kitchen', 9],
    ['robot', 'arm_2', 'arm_2', 8],
  ])('%s: the documents are right and have the name', async (kind, name, word, count) => {
    const { code, text, errors } = await fresh(kind, name)
    expect([code, errors]).toEqual([EXIT.ok, ''])
    const folder = join(out, name)
    expect(text).toContain(`graft world check ${folder}\n`)
    expect(text).toContain(`graft run --world ${folder} --episodes 5\n`)
    const { domain, robot, map } = must(await loadWorld({ world: folder }), 'the new world')
    expect([domain.name, robot.name, robot.driver.real]).toEqual([word, word, false])
    const texts = filesIn(folder).map((path) => readFileSync(join(folder, path), 'utf8'))
    expect(texts).toHaveLength(count)
    expect(map?.things.map(({ object }) => object)).toEqual(kind === 'world' ? ['mug', 'book'] : undefined)
    expect(texts.join('')).not.toMatch(/courier|rover/)
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${name}\n`))
  })

  it('--json lists what was written', async () => {
    const { code, text } = await fresh('robot', 'listed', '--json')
    expect(code).toBe(EXIT.ok)
    const { folder, files, next } = JSON.parse(text) as Record<string, readonly string[]>
    expect(folder).toBe(join(out, 'listed'))
    expect(files?.toSorted()).toEqual(filesIn(join(out, 'listed')))
    expect(next).toHaveLength(2)
  })

  it('in JavaScript the driver is one file, and graft/robot is where it looks for it', async () => {
    const { code } = await fresh('world', 'script', '--language', 'javascript')
    const folder = join(out, 'script')
    expect(code).toBe(EXIT.ok)
    expect(readFileSync(join(folder, 'robot.yaml'), 'utf8')).toContain('process: [node, driver.js]')
    expect(existsSync(join(folder, 'node_modules/graft/package.json'))).toBe(true)
    expect([existsSync(join(folder, 'driver.py')), existsSync(join(folder, 'driver.ts'))]).toEqual([
      false,
      false,
    ])
  })

  it('TypeScript is the same file, where Node.js runs it; elsewhere it says what to do', () => {
    const [able, unable] = [flavourOf('typescript', true), flavourOf('typescript', false)]
    expect(able).toMatchObject({ value: { template: 'driver.ts', command: '[node, driver.ts]' } })
    expect(unable).toMatchObject({ error: { code: 'new.language', got: process.version } })
  })
})

describe('graft new refuses, with exit code 2 and what to do', () => {
  it.each([
    ['9x', 'graft new world x'],
    ['1', 'my-world'],
    ['a b', 'graft new world a-b'],
    ['worlds/kitchen', 'graft new world kitchen'],
    ['../up', 'graft new world up'],
    ['null', 'my-world'],
    ['home', 'my-home'],
    ['x'.repeat(41), 'x'.repeat(40)],
  ])('the name %s', async (name, hint) => {
    const before = filesIn(out)
    const { code, errors, text } = await fresh('world', name)
    expect([code, text]).toEqual([EXIT.usage, ''])
    expect(errors).toContain(hint)
    expect(filesIn(out)).toEqual(before)
  })

  it('a folder with something in it, which stays as it is; an empty one is used', async () => {
    mkdirSync(join(out, 'taken'))
    expect((await fresh('robot', 'taken')).code).toBe(EXIT.ok)
    writeFileSync(join(out, 'taken/world.yaml'), 'mine')
    const before = filesIn(out)
    const { code, errors } = await fresh('robot', 'taken')
    expect([code, filesIn(out)]).toEqual([EXIT.usage, before])
    expect(errors).toContain('new.exists')
    expect(readFileSync(join(out, 'taken/world.yaml'), 'utf8')).toBe('mine')
  })

  it('a file in the place of the folder, or of the folder around it', async () => {
    writeFileSync(join(out, 'file'), 'mine')
    expect((await fresh('robot', 'file')).errors).toContain('new.exists')
    const inside = writeNewFolder(join(out, 'file/inside'), [{ path: 'a', text: '' }])
    expect(inside).toMatchObject({ code: 'file.unwritable' })
    expect(readFileSync(join(out, 'file'), 'utf8')).toBe('mine')
  })

  it('what cannot be written as a whole leaves nothing', () => {
    const twice = [
      { path: 'a', text: 'one' },
      { path: 'a', text: 'two' },
    ]
    const before = filesIn(out)
    expect(writeNewFolder(join(out, 'half'), twice)).toBeDefined()
    expect(filesIn(out)).toEqual(before)
  })

  it('a language that it does not know', async () => {
    const { code, errors } = await fresh('robot', 'basic', '--language', 'basic')
    expect(code).toBe(EXIT.usage)
    expect(errors).toContain('python, javascript, typescript')
  })
})

it('a disk that takes no more is exit code 8, and nothing is left', () => {
  // no file may grow, as on a full disk
  const limited = `trap '' XFSZ; ulimit -f 0; exec node ${join(REPO, 'bin/graft.js')} new world late --out ${out}`
  const { status, stderr } = spawnSync('bash', ['-c', limited], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([EXIT.outputLost, expect.stringContaining('EFBIG')])
  expect(readdirSync(out).filter((name) => name.startsWith('late'))).toEqual([])
})
