import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRecordedCritic } from '../../lab/scripted/recorded-critic.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { alarmOf } from '#learning/critic/alarm.js'
import type { CriticReport } from '#learning/critic/report.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-recorded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = (mode: CriticReport['mode'], step: number, s: number): CriticReport => ({
  mode,
  episode: 2,
  step,
  outcome: 'unknown',
  issues: [],
  s,
  c: 0.9,
  summary: '',
  raw: '',
  model: 'graft-critic',
  frames: [],
})
const told = [report('initial', 0, 0.1), report('intermediate', 1, 0.2), report('final', 0, 0.3)]

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const problem = async (path: string): Promise<string> => {
  const read = readRecordedCritic(path)
  return read.ok ? '' : formatDiagnostic(read.error)
}

describe('the recorded critic (VRL-22)', () => {
  it('says at each moment what was said there', async () => {
    const read = readRecordedCritic(file('run.jsonl', `${JSON.stringify({ episode: 2, reports: told })}\n`))
    if (!read.ok) throw new Error(read.error.message)
    const critic = read.value()
    expect(await critic.initial({ episode: 2, frame: null })).toEqual(told[0])
    expect(await critic.intermediate({ episode: 2, step: 1 } as never)).toEqual(told[1])
    expect(await critic.final({ episode: 2 } as never)).toEqual(told[2])
  })

  it('has not judged a moment that the record lacks: a human is called (AMB-03)', async () => {
    const read = readRecordedCritic(file('short.jsonl', `${JSON.stringify({ reports: told })}\n`))
    if (!read.ok) throw new Error(read.error.message)
    const missing = await read.value().intermediate({ episode: 3, step: 1 } as never)
    expect(missing.issues).toEqual([])
    expect(alarmOf(missing)).toEqual(['critic_unavailable'])
  })

  it.each([
    ['no JSON', 'hello\n', 1],
    ['no reports', '{"episode":1}\n', 1],
    ['a report without numbers', `${JSON.stringify({ reports: told })}\n{"reports":[{"mode":"final"}]}\n`, 2],
  ])('%s: names file and line', async (name, text, line) => {
    const path = file(`${name}.jsonl`, text)
    expect(await problem(path)).toContain(`${path}:${line}:1: error bench.recorded`)
  })

  it('says that a file is missing', async () => {
    expect(await problem(join(folder, 'nothing.jsonl'))).toMatch(/cannot be read: ENOENT/)
  })
})
