import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-new-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const GRAFT = join(REPO, 'bin/graft.js')
const node = (...args: string[]) =>
  spawnSync('node', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, GRAFT } })
const graft = (...args: string[]) => node(GRAFT, ...args)

interface Checked {
  readonly findings: readonly { readonly what: string; readonly ok: boolean; readonly text: string }[]
}

/** What `graft world check` says of the robot of a world, and its exit code. */
function robotOf(world: string, ...more: readonly string[]) {
  const { status, stdout } = graft('world', 'check', world, '--json', ...more)
  const { findings } = JSON.parse(stdout) as Checked
  return { status, findings: findings.filter(({ what }) => what === 'robot') }
}

describe('what graft new makes is right, and learns', () => {
  it.each(['world', 'robot'])('%s in Python', needs('python3'), (kind) => {
    expect(graft('new', kind, `${kind}-python`)).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout } = graft('world', 'check', `${kind}-python`)
    expect([status, stdout.endsWith('\nno problems\n')]).toEqual([0, true])
    expect(scoresOf(`${kind}-python`)).toSatisfy(laterIsBetter)
  })

  it.each(['world', 'robot'])('%s in JavaScript', (kind) => {
    expect(graft('new', kind, `${kind}-js`, '--language', 'javascript')).toMatchObject({
      status: 0,
      stderr: '',
    })
    const { status, stdout } = graft('world', 'check', `${kind}-js`)
    expect([status, stdout.endsWith('\nno problems\n')]).toEqual([0, true])
    expect(scoresOf(`${kind}-js`)).toSatisfy(laterIsBetter)
  })

  it('its own test passes, and fails when the driver lacks a skill', () => {
    expect(graft('new', 'robot', 'tested', '--language', 'javascript').status).toBe(0)
    expect(node('--test', 'tested')).toMatchObject({ status: 0 })
    change('tested', 'driver.js', 'Signal: {', 'Beep: {')
    expect(node('--test', 'tested')).toMatchObject({ status: 1 })
  })
})

function scoresOf(world: string): readonly number[] {
  const run = graft('run', '--world', world, '--episodes', '5', '--json', '--out', 'runs')
  expect([run.status, run.stderr]).toEqual([0, ''])
  const lines = run.stdout.trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { readonly type: string; readonly score: number })
  return events.filter(({ type }) => type === 'episode').map(({ score }) => score)
}

const laterIsBetter = ([first = NaN, ...later]: readonly number[]): boolean =>
  later.length === 4 && later.every((score) => score > first + 10)

describe('graft world check tries the robot', () => {
  beforeAll(() => void graft('new', 'robot', 'right', '--language', 'javascript'))

  it.each([
    ['a skill by another name', 'Signal: {', 'Beep: {', ['does not offer Signal', 'offers Beep']],
    ['a parameter by another name', 'on: ', 'onward: ', ['Signal takes onward, in the world on']],
    ['a fact that is not reported', "['at', 'lit']", "['at']", ['does not report lit']],
    ['a value that cannot be', 'dock: 0,', 'porch: 0,', ['it observes what cannot be: ', 'porch']],
    [
      'an observation that fails',
      'observe: () => {',
      'observe: () => {\n throw new Error()',
      ['does not say what'],
    ],
    ['a driver that ends', 'await serveRobot(robot)', 'process.exit(3)', ['ended with code 3']],
    [
      'a stop that does not stop',
      'await sleep(STEP_MS, undefined, { signal })',
      'await sleep(10 * STEP_MS)',
      ['the robot moves on after a stop, declared 300 ms'],
    ],
  ])('%s is to be mended', (_, before, after, told) => {
    cpSync(join(folder, 'right'), join(folder, 'wrong'), { recursive: true })
    change('wrong', 'driver.js', before, after)
    const { status, findings } = robotOf('wrong')
    rmSync(join(folder, 'wrong'), { recursive: true })
    const wrong = findings.filter(({ ok }) => !ok).map(({ text }) => text)
    expect([status, wrong.length > 0]).toEqual([1, true])
    expect(told.filter((text) => !wrong.join('\n').includes(text))).toEqual([])
  })

  it('a step that is over in a moment is stopped while it moves all the same', () => {
    cpSync(join(folder, 'right'), join(folder, 'quick'), { recursive: true })
    change('quick', 'driver.js', 'gate: 0.4', 'gate: 0.08')
    const { status, findings } = robotOf('quick')
    expect([status, findings.at(-1)?.text]).toEqual([
      0,
      expect.stringMatching(/^after a stop in motion it stands within \d+ ms, declared 300 ms$/),
    ])
  })

  it('one that is real is not moved, unless somebody answers for it', () => {
    cpSync(join(folder, 'right'), join(folder, 'real'), { recursive: true })
    change('real', 'robot.yaml', '  real: false\n', '')
    const [alone, attended] = [robotOf('real'), robotOf('real', '--armed-by', 'anna')]
    expect(alone.findings.map(({ text }) => text)).toEqual([expect.stringContaining('not moved')])
    expect([attended.status, attended.findings.length]).toEqual([0, 3])
    expect(graft('run', '--world', 'real', '--episodes', '1', '--out', 'runs').stderr).toContain('not-armed')
  })
})

function change(world: string, file: string, before: string, after: string): void {
  const path = join(folder, world, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replaceAll(before, after))
}
