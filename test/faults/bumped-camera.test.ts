import { afterAll, describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { parseReport } from '#learning/field/critic/schema.js'
import { playLearning } from '#lab/faults/bench/learning/learning.js'
import { knocked } from '#lab/faults/bench/learning/pictures.js'
import { closeBench } from '#lab/faults/bench/learning/vision.js'
import { bump, degrees } from '../critic/support/bumps.js'

const SEED = 3
const ROLLED = { roll: degrees(2) }

afterAll(closeBench)

/** Episodes of the product's loop with the shipped critic; `from` = the mast is hit then, ms of each episode. */
async function episodes(count: number, from?: number): Promise<readonly EpisodeRecord[]> {
  const camera =
    from === undefined
      ? {}
      : {
          camera: (_: unknown, rig: Parameters<typeof knocked>[0]) =>
            knocked(rig, SEED, bump({ ...ROLLED, from: ms(from) }), () => undefined),
        }
  const { ended } = await playLearning(SEED, { episodes: count, ...camera })
  if (!ended.ok) throw new Error(ended.error.text)
  return ended.value.records
}

const aboutCamera = (record: EpisodeRecord | undefined) =>
  (record?.alarms ?? []).filter(({ text }) => /camera/.test(text))

describe('a mast that was hit, through the learning loop', () => {
  it('before the start: told at once and once, every face unknown, and the mission goes on as without it', async () => {
    const [clean, hit] = await Promise.all([episodes(1), episodes(2, 0)])
    const [first, second] = hit
    expect(aboutCamera(first).map(({ mode, reasons }) => [mode, reasons.includes('picture')])).toEqual([
      ['initial', true],
    ])
    expect(aboutCamera(first)[0]?.text).toMatch(
      /expected .*, got .*: every face .* is unknown; .*measure it anew/,
    )
    expect(aboutCamera(second)).toEqual([])
    const reports = hit.flatMap((record) => record.reports)
    expect(reports.length).toBeGreaterThan(4)
    for (const report of reports) {
      expect(parseReport(report).success).toBe(true)
      expect(report.picture?.astray).toBeDefined()
      const unread = report.picture?.notSeen.filter(({ why, mask }) => why === 'astray' && mask === '1111')
      expect(unread).toHaveLength(8)
    }
    expect(first?.score.total).toBe(clean[0]?.score.total)
    expect(first?.endReason).toBe(clean[0]?.endReason)
  })

  it('while the robot drives: pictures before it are read, those after it are not, and somebody hears of it', async () => {
    const [hit] = await episodes(1, 4000)
    const astray = hit?.reports.map(({ picture }) => picture?.astray !== undefined) ?? []
    expect(astray[0]).toBe(false)
    expect(astray.at(-1)).toBe(true)
    expect(astray.indexOf(true)).toBe(astray.filter((one) => !one).length)
    expect(aboutCamera(hit)).toHaveLength(1)
    expect(aboutCamera(hit)[0]?.reasons).toContain('picture')
  })

  it('not at all: nothing of it is said', async () => {
    const [clean] = await episodes(1)
    expect(clean?.reports.length).toBeGreaterThan(2)
    expect(clean?.reports.filter(({ picture }) => picture === undefined || 'astray' in picture)).toEqual([])
    expect(aboutCamera(clean)).toEqual([])
  })
})
