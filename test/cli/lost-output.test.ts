import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'

const program = join(import.meta.dirname, '../../bin/graft.js')
const folder = mkdtempSync(join(tmpdir(), 'graft-lost-output-'))
// every write to it fails with ENOSPC, as on a full disk
const full = openSync('/dev/full', 'w')
afterAll(() => {
  closeSync(full)
  rmSync(folder, { recursive: true })
})

const graft = (
  args: readonly string[],
  out: 'pipe' | number,
  err: 'pipe' | number,
): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', out, err],
    encoding: 'utf8',
    timeout: 60_000,
  })
const linesOf = (file: string): readonly Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const ONCE = [
  expect.stringMatching(/^error output\.lost: standard output cannot be written: /) as string,
  expect.stringMatching(/^ {2}expected: /) as string,
  '  got:      ENOSPC: no space left on device, write',
  expect.stringMatching(/^ {2}hint: {5}free some space/) as string,
]

describe('standard output on a full disk', () => {
  it.each([['--json'], ['lines']])('stops a run (%s) as Ctrl-C does, and it can be resumed', (flag) => {
    const out = join(folder, flag)
    const how = flag === '--json' ? [flag] : []
    const run = graft(['run', '--episodes', '2', '--out', out, ...how], full, 'pipe')
    const key = readdirSync(out)[0] ?? ''
    expect(run.stderr.trim().split('\n')).toEqual([
      ...ONCE,
      'stopped; every finished episode is kept',
      `continue with: graft run --resume ${join(out, key)}`,
    ])
    expect(run.status).toBe(EXIT.outputLost)
    const episodes = join(out, key, 'episodes.jsonl')
    expect(linesOf(episodes)).toMatchObject([{ episode: 1, endReason: 'operator-stop' }])
    const files = ['report.html', 'summary.json', 'timing.json', 'episodes/01/trace.jsonl']
    expect(files.filter((file) => !existsSync(join(out, key, file)))).toEqual([])

    const again = graft(['run', '--out', out, '--resume', key], 'pipe', 'pipe')
    expect(again.status).toBe(EXIT.ok)
    expect(linesOf(episodes).map(({ episode }) => episode)).toContain(2)
  })

  it.each([
    ['config', 'schema'],
    ['bt', 'nodes'],
    ['fields', 'list'],
    ['--help', '--help'],
  ])('ends %s %s with a message instead of a stack', (...args) => {
    const ended = graft(args, full, 'pipe')
    expect(ended.stderr.trim().split('\n')).toEqual(ONCE)
    expect(ended.status).toBe(EXIT.outputLost)
  })
})

describe('standard error on a full disk', () => {
  it('costs nothing but its text', () => {
    const run = graft(['run', '--episodes', '1', '--json', '--out', join(folder, 'deaf')], 'pipe', full)
    expect(run.status).toBe(EXIT.ok)
    expect(run.stdout).toContain('"type":"summary"')
    expect(graft(['bt', 'check', 'no-such.xml'], 'pipe', full).status).toBe(EXIT.usage)
    expect(graft(['config', 'schema'], full, full).status).toBe(EXIT.outputLost)
  })
})
