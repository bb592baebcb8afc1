import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readEpisodes } from '../../lab/dataset/format/read-dataset.js'
import type { StoredEpisode } from '../../lab/dataset/format/stored-episode.js'
import { readEpisodes as readRecords } from '#adapters/store/run-store.js'
import { sha256 as hashOf } from '#base/hash.js'
import { must } from '#base/result.js'
import { main } from '#cli/cli.js'
import { readRun } from '#report/run-data.js'
import { loop } from '../runtime/support/loop.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-export-'))
let run = ''
beforeAll(async () => {
  run = (await loop({ episodes: 2 })).folder
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command line. @returns exit code and what it printed */
async function graft(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
  try {
    return { code: await main(argv), out, err }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

async function readSet(set: string): Promise<StoredEpisode[]> {
  const out: StoredEpisode[] = []
  for await (const read of readEpisodes(set)) out.push(must(read, set))
  return out
}

describe('graft data export', () => {
  test('VRL-33: gives back the records of the run: frames, trace, report, and no truth that nobody told', async () => {
    const set = join(folder, 'plain')
    expect(await graft('data', 'export', run, '--out', set)).toMatchObject({ code: 0, err: '' })
    const episodes = await readSet(set)
    const { episodes: data } = must(readRun(run), 'the run')
    expect(episodes.map(({ trace }) => trace)).toEqual(data.map(({ trace }) => trace))
    for (const [i, record] of readRecords(run).entries()) {
      const stored = episodes[i]
      expect(stored).toMatchObject({
        episode: record.episode,
        seed: record.seed,
        endReason: record.endReason,
      })
      expect(stored?.facts).toEqual(record.facts)
      expect(stored?.score).toEqual(record.score)
      expect(stored?.moments.map(({ report }) => report)).toEqual(JSON.parse(JSON.stringify(record.reports)))
      expect(stored?.moments.every(({ truth, pictures }) => truth === null && pictures.length === 1)).toBe(
        true,
      )
      const lengths = stored?.moments.map(({ traceLength }) => traceLength) ?? []
      expect(lengths[0]).toBe(0)
      expect(lengths.at(-1)).toBe(stored?.trace.length)
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
      const pictures = stored?.moments.flatMap((moment) => moment.pictures) ?? []
      const frames = data[i]?.frames.map(({ path }) => hashOf(readFileSync(path))) ?? []
      expect(pictures.map(({ sha256 }) => sha256)).toEqual(frames)
    }
    expect(await graft('data', 'check', set)).toMatchObject({ code: 0, err: '' })
  })

  test('takes what a person says was really wrong', async () => {
    const labels = join(folder, 'labels.jsonl')
    const set = join(folder, 'labelled')
    const line = { episode: 2, mode: 'final', truth: [{ impact: 'orientation', zone: 2, mask: '0100' }] }
    writeFileSync(labels, `${JSON.stringify(line)}\n{"episode":1,"mode":"initial","truth":[]}\n`)
    expect(await graft('data', 'export', run, '--out', set, '--labels', labels)).toMatchObject({ code: 0 })
    const [first, second] = await readSet(set)
    expect(first?.moments[0]?.truth).toEqual([])
    expect(second?.moments.at(-1)?.truth).toMatchObject([
      { key: 'orientation@2', nodePath: null, mask: '0100' },
    ])
    expect(second?.moments[0]?.truth).toBeNull()
  })

  test.each([
    ['{"episode":1,"mode":"final"}', 'truth'],
    ['{"episode":1,"mode":"never","truth":[]}', 'mode'],
    ['{"episode":1,"mode":"final","truth":[{"impact":"boredom"}]}', 'impact'],
    ['no json', 'expected'],
  ])('refuses the label %s with its line, and makes nothing', async (text, says) => {
    const labels = join(folder, 'bad.jsonl')
    writeFileSync(labels, `\n${text}\n`)
    const set = join(folder, 'never')
    const { code, err } = await graft('data', 'export', run, '--out', set, '--labels', labels)
    expect(code).toBe(2)
    expect(err).toContain(`${labels}:2:1`)
    expect(err).toContain(says)
    expect(existsSync(set)).toBe(false)
  })

  test('refuses a run that is not there, and a folder that is in use', async () => {
    expect(await graft('data', 'export', 'nobody', '--out', join(folder, 'x'))).toMatchObject({ code: 2 })
    const { code, err } = await graft('data', 'export', run, '--out', folder)
    expect(code).toBe(2)
    expect(err).toContain('dataset.folder')
  })
})

describe('graft data check and show', () => {
  test('say what a set holds', async () => {
    const { code, out } = await graft('data', 'show', 'models/heldout', '--json')
    expect(code).toBe(0)
    const shown = JSON.parse(out) as { episodes: number; modes: object; issues: Record<string, number> }
    expect(shown).toMatchObject({ episodes: 40, modes: { final: 40, intermediate: 40 } })
    expect(shown.issues['final orientation']).toBeGreaterThan(5)
  })

  test('refuse what is no set, in words and as JSON', async () => {
    const { code, err } = await graft('data', 'show', folder)
    expect(code).toBe(2)
    expect(err).toContain('does not contain a set of episodes')
    const json = await graft('data', 'check', folder, '--json')
    expect(json.code).toBe(2)
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, problem: { code: 'dataset.about' } })
  })
})
