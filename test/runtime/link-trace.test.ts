import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { readEpisodes } from '#adapters/store/run-store.js'
import { readTiming } from '#app/run-folder/read/read-extras.js'
import { writeReport } from '#report/write-report.js'
import { bothDirections, type LineEvent } from '#simulation/line/line-faults.js'
import { loop, type Loop } from './support/loop.js'

const linkLines = ({ printed }: Loop): { readonly level: string; readonly text: string }[] =>
  printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; level: string; text: string })
    .filter(({ type }) => type === 'link')

describe('what the link goes through is where docs/FAULTS.md sends the operator', () => {
  it('a stall of 130 ms: on the terminal, in the run folder and in the report, the same at every run', async () => {
    const event: LineEvent = { at: 5_000, for: 130, way: 'both', does: 'stall' }
    const play = (): Promise<Loop> => loop({ episodes: 1, line: bothDirections({}, [event]) })
    const [first, second] = [await play(), await play()]
    const texts = linkLines(first).map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^degraded: /) as string,
        expect.stringMatching(/^recovered after 1[2-6]0 ms$/) as string,
      ]),
    )
    const [record] = readEpisodes(first.folder)
    expect(record?.link?.notes.map(({ text }) => text)).toEqual(texts)
    expect(record?.link?.notes[0]?.t).toBeGreaterThanOrEqual(5_100)
    expect(record?.link?.notes[0]?.t).toBeLessThan(5_160)
    must(await writeReport(first.folder), 'the report')
    const report = readFileSync(`${first.folder}/report.html`, 'utf8')
    for (const text of texts) expect(report).toContain(text)
    expect(second.printed).toBe(first.printed)
    expect(readEpisodes(second.folder)).toEqual(readEpisodes(first.folder))
    // the wall clock is in no file of a run but its own, which `graft run` writes
    expect(readTiming(first.folder)).toEqual({ ok: true, value: undefined })
  })

  it('a pulled cable: why the run ended', async () => {
    const run = await loop({ episodes: 2, unplug: { episode: 1, atSeconds: 4 } })
    expect(linkLines(run)).toMatchObject([
      { level: 'error', text: 'lost: the port is closed: cable, power or driver' },
      { level: 'warn', text: expect.stringMatching(/^command \d+ was not answered/) as string },
    ])
    const [record] = readEpisodes(run.folder)
    expect(record).toMatchObject({
      endReason: 'link-lost',
      link: { notes: [{ level: 'error' }, { level: 'warn' }], leftOut: 0 },
    })
  })

  it('a clean line: nothing, in no file', async () => {
    const run = await loop({ episodes: 1 })
    expect(linkLines(run)).toEqual([])
    expect(readEpisodes(run.folder)[0]).not.toHaveProperty('link')
  })
})
