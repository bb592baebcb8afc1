import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { benchFields } from '../../lab/bench/fields/bench-fields.js'
import { repairFigures, type RepairRun } from '../../lab/bench/repair/figures.js'
import { runRepairBench, type RepairBench } from '../../lab/bench/repair/run-repair-bench.js'
import { projectFile } from '#documents/read-text-file.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-repair-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fields = await benchFields(projectFile('config/fields/F3.yaml'))

const run = (more: Partial<RepairBench>) =>
  runRepairBench({
    fields: fields.ok ? fields.value : [],
    seeds: [1],
    episodes: 3,
    minds: ['none'],
    blockInfo: 'without',
    faults: 'none',
    jobs: 1,
    progress: () => ({ step: () => undefined, done: () => undefined }),
    signal: new AbortController().signal,
    ...more,
  })

describe('graft bench repair', { timeout: 240_000 }, () => {
  it('plays a faulty tree, values the tree of each episode, and says what became of it', async () => {
    const csv = join(folder, 'repair.csv')
    const minds = ['no-network', 'none']
    const ended = await run({ minds, only: ['no-home', 'no-rotation-once'], csv })
    if (!ended.ok) throw new Error(ended.error.map(formatDiagnostic).join('\n'))
    const rows = ended.value.figures.minds.flatMap((mind) => mind.rows)
    const of = (mind: string, fault: string) => rows.find((row) => row.mind === mind && row.fault === fault)
    // the score alone shows that home is missing; only who looks sees that blocks lie wrong
    for (const mind of minds) expect(of(mind, 'no-home')).toMatchObject({ mended: 1, edits: 1, undoings: 0 })
    expect(of('no-network', 'no-rotation-once')).toMatchObject({ mended: 1, harmless: false })
    expect(of('none', 'no-rotation-once')).toMatchObject({ mended: 0 })
    const [first = 0, second = 0] = of('none', 'no-home')?.worth ?? []
    expect(second - first).toBeGreaterThan(15)
    expect(ended.value.figures.against[0]?.gain.mean).toBeGreaterThan(10)
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(1 + 2 * 2 * 3)
    // without faults the forecast is exact: what is expected of a tree is what it scored
    for (const line of lines.slice(1)) {
      const [worth = '', score = ''] = line.split(',').slice(6, 8)
      expect(Math.abs(Number(worth) - Number(score))).toBeLessThan(0.5)
    }
  })

  it('refuses a mistake that it does not make, and means the nearest one', async () => {
    const ended = await run({ only: ['no-hom'] })
    expect(ended.ok ? '' : ended.error.map(formatDiagnostic).join('\n')).toMatch(
      /bench\.mistake.*no-hom[\s\S]*did you mean no-home\?/,
    )
  })
})

describe('the figures of the repair matrix', () => {
  const played = (mind: string, fault: string, seed: number, ...worth: readonly number[]): RepairRun => ({
    ...{ mind, fault, field: 'F', seed, right: 100 },
    episodes: worth.map((points) => ({
      ...{ worth: points, score: 0, decision: 'edited', edits: 1, undoings: points === 7 ? 1 : 0, why: '' },
    })),
  })
  const figures = repairFigures(
    ['a', 'b'],
    ['x', 'y'],
    [
      played('b', 'x', 1, 10, 94.9),
      played('a', 'x', 1, 10, 95),
      played('a', 'x', 2, 7, 90),
      played('b', 'x', 2, 10, 50),
      played('a', 'y', 1, 99, 99),
      played('b', 'y', 1, 99, 20),
    ],
  )

  it('a kind is mended when the last tree of every run is worth 95 % of the right one', () => {
    const [a, b] = figures.minds
    expect(a).toMatchObject({ runs: 3, mended: 2, kinds: 1, undoings: 1 })
    expect(b).toMatchObject({ mended: 0, kinds: 0, undoings: 0 })
    expect(a?.rows.map(({ harmless }) => harmless)).toEqual([false, true])
    expect(a?.rows[0]).toMatchObject({ worth: [8.5, 92.5], edits: 2 })
  })

  it('minds are compared in pairs of mistake, field and seed, whatever the order of the runs', () => {
    expect(figures.against).toHaveLength(1)
    expect(figures.against[0]).toMatchObject({ mind: 'a', other: 'b', gain: { n: 3 } })
    expect(figures.against[0]?.gain.mean).toBeCloseTo((0.1 + 40 + 79) / 3, 9)
  })
})
