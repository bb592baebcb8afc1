import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { loadWorld } from '#app/world/load-world.js'
import { namesFieldWorld } from '#app/world/field/field-world.js'
import { REPO } from '../../../lab/architecture/source-tree.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-field-world-'))
afterAll(() => rmSync(folder, { recursive: true }))

function graft(...args: string[]): {
  readonly status: number | null
  readonly lines: string[]
  readonly said: string
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(REPO, 'bin/graft.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, lines: stdout.split('\n'), said: stderr }
}

describe('graft run --world field', () => {
  it('is the run without it, line by line and byte by byte', () => {
    const options = ['--field', 'F3', '--seed', '7', '--episodes', '1', '--actor', 'rules', '--json', '--out']
    const usual = graft('run', ...options, 'usual')
    const named = graft('run', '--world', 'field', ...options, 'named')
    expect([usual.status, named.status]).toEqual([EXIT.ok, EXIT.ok])
    // how punctual the process was is nothing of the run
    const lines = (of: typeof usual): string[] => of.lines.filter((line) => !line.includes('"type":"timing"'))
    expect(lines(usual).length).toBeGreaterThan(3)
    expect(lines(named)).toEqual(lines(usual))
    const { key } = JSON.parse(usual.lines[0] ?? '') as { key: string }
    const stored = (out: string, file: string): string => readFileSync(join(folder, out, key, file), 'utf8')
    for (const file of ['run.json', 'episodes.jsonl', 'events.jsonl', 'summary.json'])
      expect(stored('named', file)).toBe(stored('usual', file))
  }, 240_000)

  it.each([
    [['--task', 'tidy'], /the field has no task tidy\n.*blocks, which is Table I/],
    [['--scenario', 'family'], /the field has no scenario family\n.*F1, F2, F3, F4, F5/],
    [['--field', 'F9'], /no field "F9"/],
  ])('%j is refused, and it says what is there', (options, why) => {
    const { status, said } = graft('run', '--world', 'field', ...options)
    expect(said).toMatch(why)
    expect(status).toBe(EXIT.usage)
  })

  it('options of the field are refused in another world', () => {
    const { status, said } = graft('run', '--world', 'home', '--field', 'F3', '--block-info')
    expect(said).toMatch(/--field is for runs on a field[^]*--block-info is for runs on a field/)
    expect(status).toBe(EXIT.usage)
  })

  it('a copy of its documents is not run as if it were obeyed', () => {
    cpSync(join(REPO, 'worlds/field'), join(folder, 'copy'), { recursive: true })
    cpSync(join(REPO, 'bt/initial.xml'), join(folder, 'initial.xml'))
    cpSync(join(REPO, 'bt/subtrees.xml'), join(folder, 'subtrees.xml'))
    const { status, said } = graft('run', '--world', 'copy', '--tree', 'initial.xml')
    expect(said).toMatch(/no simulation field[^]*--world field/)
    expect(status).toBe(EXIT.usage)
  })

  it('is known by its name and by its folder', () => {
    const there = join(REPO, 'worlds/field')
    const named = ['field', there, `${there}/`, join(REPO, 'worlds/home'), 'home', 'fields', 'nowhere/field']
    expect(named.map(namesFieldWorld)).toEqual([true, true, true, false, false, false, false])
  })
})

describe('graft serve with world: { name: field }', () => {
  it.each([
    ['world: { name: field }', EXIT.ok, /^$/],
    ['world: { name: field, task: blocks }\nrobot: { body: serial }', EXIT.ok, /^$/],
    ['world: { name: field, task: tidy }', EXIT.no, /the field has no task tidy/],
    ['world: { name: field, scenario: family }', EXIT.no, /the field has no scenario family/],
    ['world: { name: field }\nrobot: { body: driver }', EXIT.no, /robot\.body is driver without a world/],
  ])('%s', (text, code, why) => {
    writeFileSync(join(folder, 'graft.yaml'), `version: 1\n${text}\n`)
    const { status, said } = graft('config', 'check', 'graft.yaml')
    expect({ status, said }).toEqual({ status: code, said: expect.stringMatching(why) as string })
  })
})

describe("the trees of worlds/field are the robot's own", () => {
  it.each([
    ['policy/initial.xml', 'bt/initial.xml'],
    ['policy/reference.xml', 'bt/reference/best-F1.xml'],
  ])('%s is %s, which stands there alone', async (document, own) => {
    const library = readLibrary()
    const read = (file: string) => must(readPolicy(join(REPO, file), library), file)
    const [one, other] = [read(join('worlds/field', document)), read(own)]
    expect(treeHash(one)).toBe(treeHash(other))
    expect(writeTree(one)).toBe(writeTree(other))
    // and the world's own skills are enough to read it
    const world = must(
      await loadWorld({ world: 'field', tree: join(REPO, 'worlds/field', document) }),
      document,
    )
    expect(writeTree(world.policy)).toBe(writeTree(other))
  })
})
