import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { compareRuns } from '#report/compare/compare-runs.js'
import { haveRoom, shortNames, spread } from '#report/compare/line-ends.js'
import { bandOf } from '#report/compare/seeds.js'
import { BOTTOM, HEIGHT, TOP } from '#report/plot.js'
import { manifestOf, writeFixtureRun } from './fixture.js'

const NONE = { label: undefined, band: [], runs: [] }

const scores = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -50, max: 200 })), {
  selector: ([episode]) => episode,
  maxLength: 12,
})

it('the band holds every score, its mean, and how many runs have the episode', () => {
  fc.assert(
    fc.property(fc.array(scores, { maxLength: 5 }), (runs) => {
      const curves = runs.map((run) => new Map(run))
      const band = bandOf(curves)
      const episodes = [...new Set(runs.flatMap((run) => run.map(([episode]) => episode)))]
      expect(band.map(({ episode }) => episode)).toEqual(episodes.sort((a, b) => a - b))
      for (const { episode, runs: count, mean, least, most } of band) {
        const own = runs.flatMap((run) => run.filter(([at]) => at === episode).map(([, score]) => score))
        expect([count, least, most]).toEqual([own.length, Math.min(...own), Math.max(...own)])
        expect(own.reduce((sum, score) => sum + score - mean, 0)).toBeCloseTo(0, 6)
      }
    }),
  )
})

it('names stand apart and inside the chart, as near to their lines as the others let them', () => {
  const places = fc.array(fc.integer({ min: TOP, max: HEIGHT - BOTTOM }), { maxLength: 18 })
  fc.assert(
    fc.property(places, (ys) => {
      const ends = spread(ys.map((y, i) => ({ name: `seed ${i}`, x: 96, y, look: 0 })))
      expect(haveRoom(ys)).toBe(true)
      expect(ends.map(({ y }) => y)).toEqual([...ys].sort((a, b) => a - b))
      for (const [i, { at }] of ends.entries()) {
        expect(at).toBeGreaterThanOrEqual(TOP)
        expect(at).toBeLessThanOrEqual(HEIGHT - BOTTOM)
        expect(at - (ends[i - 1]?.at ?? -Infinity)).toBeGreaterThanOrEqual(14)
      }
    }),
  )
  expect(spread([{ name: 'a', x: 96, y: 100, look: 0 }])).toMatchObject([{ at: 100 }])
  expect(haveRoom(Array(19).fill(0))).toBe(false)
})

it('a run is called by its seed, or by its seed and the end of its key where two have the same seed', () => {
  const run = (seed: number, hash: string) => ({ seed, key: `F1-s${seed}-${hash}` })
  expect(shortNames([run(1, 'aa'), run(12, 'bb')])).toEqual(['seed 1', 'seed 12'])
  expect(shortNames([run(1, 'aa'), run(1, 'bb')])).toEqual(['s1-aa', 's1-bb'])
  const most = 4_294_967_295
  expect(shortNames([run(most, '1a2b3c4d'), run(most, '1a2b9999')])).toEqual([
    's429496…1a2b3c4d',
    's429496…1a2b9999',
  ])
  expect(shortNames([run(1, 'aa'), run(2, 'aa'), run(1, 'bb')])).toEqual(['s1-aa', 's2-aa', 's1-bb'])
  const [long, other] = shortNames([run(1, `${'x'.repeat(99)}1`), run(1, `${'x'.repeat(99)}2`)])
  expect(long).toHaveLength(16)
  expect(long).not.toBe(other)
})

describe('runs beside each other', () => {
  let [one, other, elsewhere, ruled, twin] = ['', '', '', '', '']
  beforeAll(async () => {
    const manifest = manifestOf()
    one = await writeFixtureRun()
    other = await writeFixtureRun({ manifest: { ...manifest, key: 'F1-s2-other', seed: 2 }, episodes: 3 })
    twin = await writeFixtureRun({ manifest: { ...manifest, key: 'F1-s3-twin', seed: 3 }, episodes: 3 })
    const models = manifest.models.filter(({ role }) => role === 'critic')
    ruled = await writeFixtureRun({
      manifest: { ...manifest, key: 'F1-s1-ruled', actor: 'rules', models },
      episodes: 1,
    })
    elsewhere = await writeFixtureRun({ manifest: { ...manifest, field: { ...manifest.field, id: 'F2' } } })
  }, 60_000)
  afterAll(() => {
    for (const folder of [one, other, elsewhere, ruled, twin]) rmSync(dirname(folder), { recursive: true })
  })

  it('are one page, with a band and a link to the report of each, which is written where it is missing', async () => {
    const { file, groups } = must(await compareRuns([one, other], dirname(one)), 'a comparison')
    const [{ label, band, runs } = NONE] = groups
    expect([groups.length, label]).toEqual([1, ''])
    expect(band.map(({ runs: count }) => count)).toEqual([2, 2, 2, 1, 1])
    expect(runs.map(({ seed, episodes }) => [seed, episodes])).toEqual([
      [1, 5],
      [1, 3],
    ])
    const page = readFileSync(file, 'utf8')
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(
      /lengths differ: \S+ has completed 5 episodes, F1-s2-other has completed 3 episodes\. All of them have only episodes 1 to 3;/,
    )
    expect(page.match(/<polyline class="run"/g)).toHaveLength(2)
    expect([...page.matchAll(/<text x="16"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
      'seed 1',
      'seed 2',
    ])
    expect(page).toContain('band: from the lowest to the highest')
    const { file: single } = must(await compareRuns([one, ruled], dirname(one)), 'a comparison')
    expect(readFileSync(single, 'utf8')).not.toContain('band: from the lowest')
    expect(page).toContain('1 of 2 runs learned. At the end')
    // it draws no field
    expect(page).not.toContain('.field .zone')
    const links = [...page.matchAll(/<a href="([^"]+report\.html)">/g)].map(([, link]) =>
      decodeURI(link ?? ''),
    )
    expect(links).toHaveLength(2)
    for (const link of links) expect(readFileSync(join(dirname(file), link), 'utf8')).toContain('Field F1')
  })

  it('stand apart where they were made in another way, each with its band and its words', async () => {
    const { file, groups } = must(await compareRuns([one, ruled, other], dirname(one)), 'a comparison')
    expect(groups.map(({ label, runs, band }) => [label, runs.length, band.length])).toEqual([
      [expect.stringMatching(/^actor: actor-small [0-9a-f]{8}$/), 2, 5],
      ['actor: rules', 1, 1],
    ])
    const page = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
    expect(page).toContain('0 of 1 run learned; 1 is too short to tell.')
    for (const label of ['actor: actor-small', 'actor: rules'])
      expect(page.split(label).length, label).toBeGreaterThanOrEqual(4)
  })

  it('have a page for every choice of runs, which no other choice replaces', async () => {
    const pageOf = async (...runs: string[]): Promise<string> =>
      must(await compareRuns(runs, dirname(one)), 'a comparison').file
    const first = await pageOf(one, other)
    const before = readFileSync(first, 'utf8')
    expect(await pageOf(one, ruled)).not.toBe(first)
    expect(readFileSync(first, 'utf8')).toBe(before)
    expect(await pageOf(other, one)).toBe(first)
  })

  it('say how their last trees differ from that of the first', async () => {
    const { file } = must(await compareRuns([one, other, ruled], dirname(one)), 'a comparison')
    const page = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
    const [, trees = ''] = page.split('How do their last trees differ?')
    const said = [...trees.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, text]) =>
      text
        ?.replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    expect(said).toEqual([
      expect.stringMatching(
        /^from the last tree of F1-seed1-5f3a9c to that of F1-s2-other: \+ \d+ lines? added − [1-9]\d* removed/,
      ),
      expect.stringMatching(
        /^from the last tree of F1-seed1-5f3a9c to that of F1-s1-ruled: \+ \d+ lines? added − [1-9]\d* removed/,
      ),
    ])
    const { file: same } = must(await compareRuns([other, twin], dirname(one)), 'a comparison')
    expect(readFileSync(same, 'utf8')).toContain('F1-s3-twin ended with the tree of F1-s2-other')
  })

  it('are refused where one is named twice', async () => {
    const answer = await compareRuns([one, other, `${one}/`], dirname(one))
    expect(answer).toMatchObject({ ok: false, error: { code: 'report.same-run' } })
  })

  it('are refused where they are of different places', async () => {
    const answer = await compareRuns([one, elsewhere], dirname(one))
    expect(answer).toMatchObject({ ok: false, error: { code: 'report.places', got: 'field F1; field F2' } })
  })

  it('say which of their files are damaged, on the page and to whoever asked for it', async () => {
    const file = join(other, 'events.jsonl')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, -9))
    const told: string[] = []
    const made = await compareRuns([one, other], dirname(one), ({ message }) => told.push(message))
    writeFileSync(file, text)
    const line = text.split('\n').length - 1
    expect(told).toEqual([expect.stringContaining(`line ${line} of ${file} is incomplete`)])
    expect(readFileSync(must(made, 'a comparison').file, 'utf8')).toContain(`events.jsonl:${line}:1</code>`)
  })
})
