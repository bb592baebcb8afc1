import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { compareRuns } from '#report/compare/compare-runs.js'
import { bandOf } from '#report/compare/seeds.js'
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

describe('runs beside each other', () => {
  let [one, other, elsewhere, ruled] = ['', '', '', '']
  beforeAll(async () => {
    const manifest = manifestOf()
    one = await writeFixtureRun()
    other = await writeFixtureRun({ manifest: { ...manifest, key: 'F1-s2-other', seed: 2 }, episodes: 3 })
    const models = manifest.models.filter(({ role }) => role === 'critic')
    ruled = await writeFixtureRun({
      manifest: { ...manifest, key: 'F1-s1-ruled', actor: 'rules', models },
      episodes: 1,
    })
    elsewhere = await writeFixtureRun({ manifest: { ...manifest, field: { ...manifest.field, id: 'F2' } } })
  }, 60_000)
  afterAll(() => {
    for (const folder of [one, other, elsewhere, ruled]) rmSync(dirname(folder), { recursive: true })
  })

  it('are one page, with a band and a link to the report of each, which is written where it is missing', async () => {
    const file = join(dirname(one), 'comparison.html')
    const { groups } = must(await compareRuns([one, other], file), 'a comparison')
    const [{ label, band, runs } = NONE] = groups
    expect([groups.length, label]).toEqual([1, ''])
    expect(band.map(({ runs: count }) => count)).toEqual([2, 2, 2, 1, 1])
    expect(runs.map(({ seed, episodes }) => [seed, episodes])).toEqual([
      [1, 5],
      [1, 3],
    ])
    const page = readFileSync(file, 'utf8')
    expect(page.match(/<polyline class="run"/g)).toHaveLength(2)
    expect(page).toContain('1 of 2 runs learned. At the end')
    const links = [...page.matchAll(/<a href="([^"]+report\.html)">/g)].map(([, link]) =>
      decodeURI(link ?? ''),
    )
    expect(links).toHaveLength(2)
    for (const link of links) expect(readFileSync(join(dirname(file), link), 'utf8')).toContain('Field F1')
  })

  it('stand apart where they were made in another way, each with its band and its words', async () => {
    const file = join(dirname(one), 'apart.html')
    const { groups } = must(await compareRuns([one, ruled, other], file), 'a comparison')
    expect(groups.map(({ label, runs, band }) => [label, runs.length, band.length])).toEqual([
      [expect.stringMatching(/^actor: actor-small [0-9a-f]{8}$/), 2, 5],
      ['actor: rules', 1, 1],
    ])
    const page = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
    expect(page).toContain('0 of 1 run learned; 1 is too short to tell.')
    for (const label of ['actor: actor-small', 'actor: rules'])
      expect(page.split(label).length, label).toBeGreaterThanOrEqual(4)
  })

  it('are refused where one is named twice', async () => {
    const answer = await compareRuns([one, other, `${one}/`], join(dirname(one), 'no.html'))
    expect(answer).toMatchObject({ ok: false, error: { code: 'report.same-run' } })
  })

  it('are refused where they are of different places', async () => {
    const answer = await compareRuns([one, elsewhere], join(dirname(one), 'no.html'))
    expect(answer).toMatchObject({ ok: false, error: { code: 'report.places', got: 'field F1; field F2' } })
  })
})
