import { describe, expect, test } from 'vitest'
import { sha256 } from '#base/hash.js'
import { stream } from '#base/random.js'
import { validate } from '#bt/validate/validate.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { drawEpisode } from '../../lab/training/engine/draw.js'
import { pictureOf, VARIANTS } from '../../lab/training/engine/look.js'
import { playEpisode, library } from '../../lab/training/engine/play.js'
import { truthOf } from '../../lab/training/engine/stored.js'

describe('episodes of the engine', () => {
  test('are the same whenever they are played', async () => {
    const job = drawEpisode('test', 12)
    expect(JSON.stringify(await playEpisode(job))).toBe(JSON.stringify(await playEpisode(job)))
  })

  test('have INITIAL first, FINAL last, and a moment at each unit that ended', async () => {
    for (const n of [0, 5, 10]) {
      const { moments, trace, faults } = await playEpisode(drawEpisode('validation', n))
      expect(moments.map(({ step }) => step)).toEqual([...moments.keys()].slice(0, -1).concat(0))
      expect(moments.map(({ mode }) => mode).slice(1, -1)).toEqual(moments.slice(2).map(() => 'intermediate'))
      expect([moments[0]?.mode, moments.at(-1)?.mode]).toEqual(['initial', 'final'])
      const lengths = moments.map(({ traceLength }) => traceLength)
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
      expect(lengths.at(-1)).toBe(trace.length)
      expect(moments.at(-1)?.faultCount).toBe(faults.length)
    }
  })

  test('run trees that the validator allows, good ones and bad ones', async () => {
    const jobs = Array.from({ length: 400 }, (_, n) => drawEpisode('train', n))
    const wrong = jobs.flatMap(({ doc }) =>
      validate(doc, library).filter(({ severity }) => severity === 'error'),
    )
    expect(wrong).toEqual([])
    const scores: number[] = []
    const impacts = new Set<string>()
    for (let n = 0; n < 10; n++) {
      const played = await playEpisode(drawEpisode('train', n))
      scores.push(played.sheet.total)
      for (const moment of played.moments)
        for (const { impact } of truthOf(played, moment)) impacts.add(impact)
    }
    expect(Math.max(...scores)).toBeGreaterThan(60)
    expect(Math.min(...scores)).toBeLessThan(20)
    expect([...impacts]).toEqual(
      expect.arrayContaining(['orientation', 'placement', 'grasp', 'coverage', 'shelf', 'final-position']),
    )
  })
})

describe('looks', () => {
  test('each differs from the nominal one, none from itself', async () => {
    const { moments } = await playEpisode(drawEpisode('test', 1))
    const [moment] = moments
    if (moment === undefined) throw new Error('no moment')
    const draw = async (variant: (typeof VARIANTS)[number]) => {
      const { frame, camera } = await pictureOf(moment, variant, stream('look-test', variant))
      return { hash: sha256(frame.rgb), camera }
    }
    const pictures = await Promise.all(VARIANTS.map(draw))
    expect(await Promise.all(VARIANTS.map(draw))).toEqual(pictures)
    expect(new Set(pictures.map(({ hash }) => hash)).size).toBe(4)
    // the critic knows a camera that was hung elsewhere, and knows nothing of the bump
    expect(pictures.map(({ camera }) => camera === MAST_CAMERA)).toEqual([true, true, false, true])
  })

  test('occlusion hides 10 % of the picture', async () => {
    const { moments } = await playEpisode(drawEpisode('test', 2))
    const moment = moments.at(-1)
    if (moment === undefined) throw new Error('no moment')
    const nominal = await pictureOf(moment, 'nominal', stream('look-test', 0))
    for (let n = 0; n < 6; n++) {
      const hidden = await pictureOf(moment, 'occlusion', stream('look-test', n))
      const share = changed(nominal.frame.rgb, hidden.frame.rgb)
      expect(share).toBeGreaterThan(0.07)
      expect(share).toBeLessThan(0.12)
    }
  })
})

/** Share of pixels that differ by more than the sensor's noise. */
function changed(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let i = 0; i < a.length; i += 3) {
    const far = Math.max(...[0, 1, 2].map((c) => Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0))))
    if (far > 24) count++
  }
  return count / (a.length / 3)
}
