import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-resume-world-'))
const world = join(folder, 'flat')
const runs = join(folder, 'runs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const graft = (...args: string[]): { readonly status: number | null; readonly stderr: string } =>
  spawnSync('node', [join(REPO, 'bin/graft.js'), 'run', '--out', runs, ...args], { encoding: 'utf8' })

it('a run in a world of one’s own is resumed with its files only, and only as what it began with', () => {
  cpSync(join(REPO, 'worlds/home'), world, { recursive: true })
  expect(graft('--world', world, '--task', 'tidy', '--episodes', '1')).toMatchObject({ status: 0 })
  const [run = ''] = readdirSync(runs)
  const before = readFileSync(join(runs, run, 'episodes.jsonl'), 'utf8')
  const refused = (...args: string[]): string => {
    const { status, stderr } = graft('--resume', run, ...args)
    expect(status, stderr).toBe(2)
    return stderr
  }
  expect(graft('--resume', run, '--world', world)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('nothing to resume') as string,
  })
  expect(refused('--world', world, '--seed', '2')).toContain('different --seed')
  expect(refused('--world', world, '--task', 'fetch')).toContain('different --task')
  appendFileSync(join(world, 'world.yaml'), '# changed\n')
  expect(refused('--world', world)).toContain('are not those that')
  expect(readFileSync(join(runs, run, 'episodes.jsonl'), 'utf8')).toBe(before)
}, 60_000)
