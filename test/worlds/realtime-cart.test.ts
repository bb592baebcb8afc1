import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layCartWorld } from '../docs/support/cart-world.js'
import { needs } from '../needs/needs.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-cart-'))
  layCartWorld(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const graft = (...args: string[]) =>
  spawnSync('node', [join(root, 'bin/graft.js'), ...args], { cwd: folder, encoding: 'utf8' })

describe('docs/worlds.md, followed', () => {
  it('the world of the page is right', () => {
    const { status, stdout, stderr } = graft('world', 'check', 'cart-world')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('the task can be reached in 2 steps')
    expect(stdout).toContain('map.yaml shows 1 area, 3 objects in place')
    expect(stdout).toContain('not moved, its driver is its own (process)')
  })

  it('a robot in Python learns its task in two episodes, armed by a person', needs('python3'), () => {
    const run = graft(
      ...['run', '--world', 'cart-world', '--episodes', '2', '--armed-by', 'anna', '--json', '--out', 'runs'],
    )
    expect([run.status, run.stderr]).toEqual([0, ''])
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const scores = lines.filter(({ type }) => type === 'episode').map(({ score }) => Number(score))
    expect(scores).toHaveLength(2)
    expect(scores[0]).toBeLessThan(0)
    expect(scores[1]).toBeGreaterThan(80)
    expect(lines.at(-1)).toMatchObject({ type: 'summary' })
  })

  it('nobody arms it, so nothing moves', needs('python3'), () => {
    const run = graft('run', '--world', 'cart-world', '--episodes', '1', '--out', 'empty')
    expect([run.status, run.stdout.includes('episode  1')]).toEqual([4, false])
    expect(run.stderr).toMatch(/error start.not-armed: nobody armed the robot\n.*hint: .*--armed-by NAME/)
    expect(existsSync(join(folder, 'empty')) ? readdirSync(join(folder, 'empty')) : []).toEqual([])
  })

  it('a terminal that closes stops the robot, and the run can be resumed', needs('python3'), async () => {
    const args = ['run', '--world', 'cart-world', '--episodes', '2', '--armed-by', 'anna', '--out', 'closed']
    const run = spawn('node', [join(root, 'bin/graft.js'), ...args], { cwd: folder })
    const ended = new Promise((resolve) => run.once('exit', (code, signal) => resolve(signal ?? code)))
    let said = ''
    run.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
    // its first tree fails at once; in the second episode it drives
    await new Promise<void>((drives) =>
      run.stdout.on('data', (bytes: Buffer) => {
        if (bytes.includes('episode  1')) drives()
      }),
    )
    run.kill('SIGHUP')
    run.kill('SIGHUP')
    expect(await ended).toBe(130)
    expect(said).toMatch(/stopped; every finished episode is kept\ncontinue with: graft run --resume /)
  })
})
