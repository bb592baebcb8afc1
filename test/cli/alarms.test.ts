import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../../bin/graft.js')
const folder = mkdtempSync(join(tmpdir(), 'graft-alarms-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Line extends Record<string, unknown> {
  readonly type: string
  readonly episode: number
}

/** A run, what it has printed, and its folder. */
function run(name: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', ...args, '--out', name], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
  })
  expect(status, stderr).toBe(0)
  const lines = stdout.trim().split('\n')
  const key = readdirSync(join(folder, name))[0] ?? ''
  return { lines, read: (file: string) => readFileSync(join(folder, name, key, file), 'utf8') }
}

const parsed = (lines: readonly string[]): readonly Line[] => lines.map((line) => JSON.parse(line) as Line)

const count = (text: string, what: string): number => text.split(what).length - 1

describe('one alarm a cause, in a run from the command line', () => {
  it('a lost block calls once, however many reports see it, and the report lists its issue once', () => {
    // in its third episode with this seed the virtual robot loses a block
    const { lines, read } = run('field', [
      ...['--field', 'F1', '--seed', '1'],
      '--episodes',
      '3',
      '--actor',
      'rules',
    ])
    const calls = parsed(read('episodes.jsonl').trim().split('\n'))[2]?.['alarms'] as readonly unknown[]
    expect(calls.length).toBeGreaterThanOrEqual(4)
    expect(lines.filter((line) => line.includes('! alarm') && line.includes('1 block lies'))).toHaveLength(1)
    expect(lines.find((line) => line.startsWith('episode  3'))).toMatch(/ {2}1 alarm$/)
    expect(lines.find((line) => /^ +3 +\d/.test(line))).toMatch(/ 1 {2}kept/)
    const page = read('report.html')
    const third = page.slice(page.indexOf('id="episode-3"'))
    expect(count(third, 'class="moment alarm"')).toBe(1)
    expect(count(third, '<ul class="issues">')).toBe(1)
    expect(count(third, 'Unchanged, listed above: zone 2: looks')).toBe(calls.length - 1)
    expect(third).toContain(`raised ${calls.length} times, until`)
  }, 240_000)

  it('a step that failed in the home calls once: after it, and not again at the end', () => {
    const { lines } = run('home', ['--world', 'home', '--faults', 'rough', '--episodes', '1', '--json'])
    const calls = parsed(lines).filter(({ type }) => type === 'alarm')
    expect(calls.map(({ mode, reasons }) => [mode, reasons])).toEqual([
      ['initial', ['twin_refuses']],
      ['intermediate', ['severity']],
      ['final', ['severity']],
    ])
    const causes = calls.map((call) => call['new'] as string[])
    expect(causes[1]).toEqual([expect.stringMatching(/^grasp: GoTo failed/)])
    expect(causes[2]).toEqual(['coverage: not reached: the milk is on the kitchen table'])
    expect(parsed(lines).filter(({ type }) => type === 'episode')).toMatchObject([{ alarms: 3 }])
  }, 240_000)
})
