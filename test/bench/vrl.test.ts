import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { readLineLog } from '#adapters/store/line-log.js'
import { runVrlBench, type VrlBench, type VrlBenchEnd } from '../../lab/bench/vrl/run-vrl-bench.js'
import { benchFields } from '../../lab/bench/fields/bench-fields.js'
import { projectFile } from '#documents/read-text-file.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

const QUIET = { step: () => undefined, done: () => undefined }
const fields = await benchFields(projectFile('config/fields'))
const two = fields.ok ? fields.value.slice(1, 3) : []

/** Two fields, two episodes, the rules' actor, scripted critics: the loop without models. */
async function bench(
  out: string,
  more: Partial<VrlBench> = {},
): Promise<Extract<VrlBenchEnd, { kind: 'done' }>> {
  const ended = await tried(out, more)
  if (typeof ended === 'string') throw new Error(ended)
  if (ended.kind !== 'done') throw new Error('the bench was interrupted')
  return ended
}

async function tried(out: string, more: Partial<VrlBench> = {}): Promise<VrlBenchEnd | string> {
  const ended = await runVrlBench({
    critics: ['none', 'scripted:gemini'],
    actor: 'rules',
    blockInfo: 'both',
    fields: two,
    seeds: [1],
    episodes: 2,
    jobs: 1,
    out: join(folder, out),
    resume: false,
    progress: () => QUIET,
    signal: new AbortController().signal,
    ...more,
  })
  return ended.ok ? ended.value : ended.error.map(formatDiagnostic).join('\n')
}

const fileOf = (out: string, name: string): string => readFileSync(join(folder, out, name), 'utf8')

/** Each bench starts processes from source, which takes seconds on a busy machine. */
const PATIENCE = { timeout: 240_000 }

describe('graft bench vrl', PATIENCE, () => {
  it('writes the same CSV and summary with one worker and with two', async () => {
    const [one, both] = [await bench('one'), await bench('both', { jobs: 2 })]
    expect(both.hash).toBe(one.hash)
    for (const name of ['episodes.csv', 'summary.json', 'curve.svg'])
      expect([name, fileOf('both', name)]).toEqual([name, fileOf('one', name)])
    // three rows × two fields × two episodes
    expect(fileOf('one', 'episodes.csv').trimEnd().split('\n')).toHaveLength(1 + 12)
    expect(one.figures.rows.map(({ runs }) => runs)).toEqual([2, 2, 2])
  })

  it('refuses a folder that holds runs, and goes on in it only with the same settings', async () => {
    expect(await tried('one')).toMatch(/bench\.folder-taken.*\n.*--resume/)
    expect(await tried('one', { resume: true, episodes: 3 })).toMatch(/bench\.other-settings/)
    const before = fileOf('one', 'episodes.csv')
    await bench('one', { resume: true })
    expect(fileOf('one', 'episodes.csv')).toBe(before)
  })

  it('a line of the log that changed on the disk is named; a torn one at the end is played again', async () => {
    const text = fileOf('one', 'runs.jsonl')
    await bench('torn')
    const log = join(folder, 'torn', 'runs.jsonl')
    appendFileSync(log, '{"kind":"run","configuration":"none","fi')
    await bench('torn', { resume: true })
    expect(fileOf('torn', 'episodes.csv')).toBe(fileOf('one', 'episodes.csv'))
    writeFileSync(log, text.replace('"seed":1', '"seed":2'))
    expect(await tried('torn', { resume: true })).toMatch(/line 2 of .*runs\.jsonl has changed/)
  })

  it('a stop keeps what is finished', async () => {
    const stop = new AbortController()
    const progress = () => ({ step: () => stop.abort(), done: () => undefined })
    const ended = await tried('stopped', { signal: stop.signal, progress })
    expect(ended).toMatchObject({ kind: 'interrupted' })
    expect(readLineLog(join(folder, 'stopped', 'runs.jsonl')).values).toHaveLength(2)
    await bench('stopped', { resume: true, jobs: 2 })
    expect(fileOf('stopped', 'episodes.csv')).toBe(fileOf('one', 'episodes.csv'))
  })

  it('goes on after kill -9, and its workers do not outlive it', async () => {
    const out = join(folder, 'killed')
    const fieldsFolder = join(folder, 'fields')
    mkdirSync(fieldsFolder)
    for (const id of ['F2', 'F3'])
      copyFileSync(projectFile(`config/fields/${id}.yaml`), join(fieldsFolder, `${id}.yaml`))
    const program = fileURLToPath(new URL('support/graft.ts', import.meta.url))
    const rows = ['--critic', 'none,scripted:gemini', '--actor', 'rules', '--episodes', '2']
    const flags = ['bench', 'vrl', '--fields', fieldsFolder, '--jobs', '2', '--out', out, ...rows]
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, ...flags], {
      stdio: 'ignore',
    })
    const log = join(out, 'runs.jsonl')
    const entries = (): number => (existsSync(log) ? readLineLog(log).values.length : 0)
    await expect.poll(entries, { timeout: 25_000 }).toBeGreaterThanOrEqual(2)
    const workers = childrenOf(child.pid ?? 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const kept = readLineLog<{ kind: string }>(log).values.filter(({ kind }) => kind === 'run').length
    expect(kept).toBeGreaterThanOrEqual(1)
    expect(workers.length).toBeGreaterThanOrEqual(1)
    await expect.poll(() => workers.filter(isAlive), { timeout: 20_000 }).toEqual([])
    await bench('killed', { resume: true })
    expect(fileOf('killed', 'episodes.csv')).toBe(fileOf('one', 'episodes.csv'))
  })
})

describe('what feedback is worth in the loop (benchmarks §6.1)', PATIENCE, () => {
  it('the best scripted critic beats none, which beats nothing like a plan that knows everything', async () => {
    const critics = ['scripted:none', 'scripted:gemini+blockinfo']
    const all = fields.ok ? fields.value : []
    const { figures } = await bench('order', {
      critics,
      actor: 'scripted',
      fields: all,
      episodes: 6,
      jobs: 2,
    })
    const [none, told, attainable] = figures.rows.map(({ lastThree }) => lastThree)
    expect(told).toBeGreaterThan((none ?? 0) + 20)
    expect(attainable).toBeGreaterThan(told ?? 0)
  })
})

function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
