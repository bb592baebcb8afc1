import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEpisodes } from '#adapters/store/run-store.js'
import { readRunManifest } from '#app/run-folder/read/read-manifest.js'
import { EXIT } from '#app/command-line/exit-code.js'

const graft = fileURLToPath(new URL('../../bin/graft.js', import.meta.url))
const LINE = 'drop=0.1,duplicate=0.05,bitErrors=1e-4,toHost.delayMs=0..3'
const TREE = `<root BTCPP_format="4"><BehaviorTree ID="There">
  <Sequence><MoveToZone zone="1"/><MoveToHome/></Sequence>
</BehaviorTree></root>`

interface Way {
  readonly damaged: number
  readonly missing: number
}
interface Summary {
  readonly toFirmware: Way
  readonly actuations: number
  readonly breaches: object
}

// The installed command, as a person uses it: a bad line, a kill, --resume, and the tap over all of it.
describe('graft run --line --wire, and graft tap', () => {
  let cwd = ''
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'graft-tap-cli-'))
    writeFileSync(join(cwd, 'there.xml'), TREE)
  })
  afterAll(() => rmSync(cwd, { recursive: true }))

  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [graft, ...args], {
      cwd,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const begin = (out: string) =>
    run(
      ...['run', '--episodes', '2', '--seed', '3', '--actor', 'rules', '--tree', 'there.xml', '--json'],
      ...['--line', LINE, '--wire', '--out', out],
    )
  const folderIn = (out: string): string => join(cwd, out, readdirSync(join(cwd, out))[0] as string)
  const summaries = (folder: string): Summary[] =>
    run('tap', folder, '--json', '--stats')
      .stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Summary & { readonly type: string })
      .filter(({ type }) => type === 'summary')

  it('a resumed run has the same bad line, ends as one that was never cut, and law 2 holds on all its wires', () => {
    expect(begin('runs').status).toBe(EXIT.ok)
    const [whole, cut] = [folderIn('runs'), join(cwd, 'cut')]
    cpSync(whole, cut, { recursive: true })
    expect(readRunManifest(cut)).toMatchObject({ ok: true, value: { line: LINE } })
    // as after a kill: the last episode was not committed, and its wire was torn
    const episodes = join(cut, 'episodes.jsonl')
    truncateSync(episodes, readFileSync(episodes).indexOf(10) + 40)
    truncateSync(join(cut, 'episodes/02/wire.bin'), 1001)
    expect(run('tap', cut, '--stats').stdout).toContain('the file ends within a record')

    expect(run('run', '--wire', '--json', '--resume', cut).status).toBe(EXIT.ok)
    expect(readEpisodes(cut)).toEqual(readEpisodes(whole))
    for (const episode of ['01', '02']) {
      const [resumed, uncut] = [cut, whole].map((folder) =>
        readFileSync(join(folder, 'episodes', episode, 'wire.bin')),
      )
      expect(resumed?.equals(uncut as Buffer)).toBe(true)
    }

    // a complete run is left as it is: its timing belongs to the process that ran it
    const timing = readFileSync(join(cut, 'timing.json'))
    const again = run('run', '--resume', cut)
    expect([again.status, again.stdout]).toEqual([EXIT.ok, ''])
    expect(again.stderr).toContain('is complete (2 of 2 episodes): nothing to resume')
    expect(readFileSync(join(cut, 'timing.json')).equals(timing)).toBe(true)

    const wires = summaries(cut)
    expect(wires).toHaveLength(2)
    for (const { toFirmware, actuations, breaches } of wires) {
      expect(toFirmware.damaged + toFirmware.missing).toBeGreaterThan(5)
      expect(actuations).toBeGreaterThan(1)
      expect(breaches).toEqual({})
    }
    expect(run('tap', cut, '--commands').status).toBe(EXIT.ok)
  }, 120_000)

  it('a line that is none, or one for a real robot, is refused before anything moves', () => {
    const wrong = run('run', '--line', 'dorp=0.1')
    expect([wrong.status, wrong.stderr]).toEqual([EXIT.usage, expect.stringContaining('did you mean drop?')])
    const real = run('run', '--line', 'drop=0.1', '--serial', '/dev/null')
    expect([real.status, real.stderr]).toEqual([EXIT.usage, expect.stringContaining('--serial')])
  })
})
