import { describe, expect, test } from 'vitest'
import { project } from '#base/camera-model.js'
import { stream } from '#base/random.js'
import { fitSimilarity, moved, type LineOffset } from '#learning/field/perception/similarity.js'
import { CAMERA } from './support/field.js'

/** Lines all over a picture that has moved like this, each measured with an error. */
function offsets(seed: number, [right, down, roll, scale]: readonly number[], noise: number): LineOffset[] {
  const rng = stream('similarity', seed)
  return Array.from({ length: 30 }, (_, i): LineOffset => {
    const at = { u: 500 * (rng.next() - 0.5), v: 360 * (rng.next() - 0.5) }
    const exact =
      i % 2 === 0
        ? (right ?? 0) - (roll ?? 0) * at.v + (scale ?? 0) * at.u
        : (down ?? 0) + (roll ?? 0) * at.u + (scale ?? 0) * at.v
    return { axis: i % 2 === 0 ? 'u' : 'v', at, by: exact + noise * rng.normal(), weight: 1 }
  })
}

const MOVED = [3, -2, 0.012, -0.008] as const

describe('the movement of a picture', () => {
  test('is found from lines that were measured well, as far as the next round needs, whatever others were taken for', () => {
    for (let seed = 0; seed < 200; seed++) {
      const rng = stream('mistaken', seed)
      const all = offsets(seed, MOVED, 0).map((one) =>
        rng.chance(0.2) ? { ...one, by: 8 * rng.next() } : one,
      )
      const fit = fitSimilarity(all, 8)
      const left = fit === undefined ? Infinity : Math.abs(fit.right - 3) + Math.abs(fit.down + 2)
      expect(left, `seed ${seed}`).toBeLessThan(2.5)
      expect(Math.abs((fit?.roll ?? 1) - MOVED[2]), `seed ${seed}`).toBeLessThan(0.012)
    }
  })

  test('is as uncertain as it says: 95 of 100 within two standard deviations', () => {
    let inside = 0
    for (let seed = 0; seed < 400; seed++) {
      const fit = fitSimilarity(offsets(seed, MOVED, 0.6), 8)
      const at = { u: 200, v: 100 }
      const truth = 3 - MOVED[2] * at.v + MOVED[3] * at.u
      const found = fit === undefined ? Infinity : fit.right - fit.roll * at.v + fit.scale * at.u
      if (Math.abs(found - truth) <= 2 * (fit?.doubtAt(at)[0] ?? 0)) inside++
    }
    expect(inside).toBeGreaterThanOrEqual(0.9 * 400)
    expect(inside).toBeLessThanOrEqual(0.99 * 400)
  })

  test('is not found from lines that do not determine it', () => {
    const along = offsets(1, MOVED, 0).map((one) => ({ ...one, axis: 'u' as const, at: { u: 10, v: 20 } }))
    expect(fitSimilarity(along, 8)).toBeUndefined()
    expect(fitSimilarity([], 8)).toBeUndefined()
  })

  test('applied to a camera moves what it shows', () => {
    const fit = fitSimilarity(offsets(5, [4, -3, 0.02, 0.01], 0), 8)
    const point = [2.4, 1.6, 0] as const
    const [before, after] = [project(CAMERA, point), fit && project(moved(CAMERA, fit), point)]
    const [u, v] = [(before?.u ?? 0) - 320, (before?.v ?? 0) - 240]
    expect((after?.u ?? 0) - (before?.u ?? 0)).toBeCloseTo(4 - 0.02 * v + 0.01 * u, 0)
    expect((after?.v ?? 0) - (before?.v ?? 0)).toBeCloseTo(-3 + 0.02 * u + 0.01 * v, 0)
  })
})
