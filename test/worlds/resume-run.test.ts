import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCommands } from '#adapters/store/run-store.js'
import { REPO } from '#lab/architecture/source-tree.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-resume-world-'))
const world = join(folder, 'flat')
const runs = join(folder, 'runs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const graft = (
  command: string,
  ...args: string[]
): Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'> =>
  spawnSync('node', [join(REPO, 'bin/graft.js'), command, '--out', runs, ...args], { encoding: 'utf8' })

it('a run in a world of one’s own is resumed and replayed with its files only, as what it began with', () => {
  cpSync(join(REPO, 'worlds/home'), world, { recursive: true })
  expect(graft('run', '--world', world, '--task', 'tidy', '--episodes', '2')).toMatchObject({ status: 0 })
  const [run = ''] = readdirSync(runs)
  const before = readFileSync(join(runs, run, 'episodes.jsonl'), 'utf8')
  // the journal of its commands: each is there before it leaves, with its permit, and again with its end
  const journal = readCommands(join(runs, run))
  const issued = journal.filter(({ kind }) => kind === 'issued')
  expect(issued.length).toBeGreaterThan(5)
  expect(issued[0]).toMatchObject({
    episode: 1,
    session: 'tidy 1',
    id: 1,
    command: {
      kind: 'execute',
      permit: expect.any(Number) as number,
      skill: 'GoTo',
      params: { place: expect.any(String) as string },
    },
  })
  expect(journal.filter(({ kind }) => kind === 'settled').map(({ id }) => id)).toEqual(
    issued.map(({ id }) => id),
  )
  const refused = (...args: string[]): string => {
    const { status, stderr } = graft('run', '--resume', run, ...args)
    expect(status, stderr).toBe(2)
    return stderr
  }
  expect(graft('run', '--resume', run, '--world', world)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('nothing to resume') as string,
  })
  expect(refused('--world', world, '--seed', '2')).toContain('different --seed')
  expect(refused('--world', world, '--task', 'fetch')).toContain('different --task')
  const replayed = graft('replay', run, '--world', world)
  expect(replayed).toMatchObject({ status: 0, stderr: '' })
  expect(replayed.stdout.match(/identical/g)).toHaveLength(2)
  // a run of an earlier graft, which kept no journal of them
  writeFileSync(join(runs, run, 'commands.jsonl'), '')
  expect(graft('replay', run, '--world', world, '--episode', '1').stdout).toContain('identical')
  appendFileSync(join(world, 'world.yaml'), '# changed\n')
  expect(refused('--world', world)).toContain('world.yaml has changed')
  expect(graft('replay', run, '--world', world)).toMatchObject({ status: 2 })
  expect(readFileSync(join(runs, run, 'episodes.jsonl'), 'utf8')).toBe(before)
}, 240_000)
