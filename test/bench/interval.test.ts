import { describe, expect, it } from 'vitest'
import {
  deviation,
  estimate,
  pairedDifference,
  pairedRatio,
  studentT975,
} from '../../lab/bench/vrl/figures/interval.js'
import { stream } from '#base/random.js'

describe('intervals of the bench', () => {
  // Student's t, 97.5 %, as tabulated in textbooks
  it.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [9, 2.262],
    [19, 2.093],
    [39, 2.023],
    [99, 1.984],
    [479, 1.965],
  ])('t with %d degrees of freedom is %d', (freedom, t) => {
    expect(Math.abs(studentT975(freedom) - t)).toBeLessThan(0.004)
  })

  it('has no t without a degree of freedom', () => {
    expect(() => studentT975(0)).toThrow(RangeError)
  })

  it('estimates the mean of 2, 4, 4, 4, 5, 5, 7, 9 by hand: 5 ± 2.365 · 2.138 / √8', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9]
    expect(deviation(values)).toBeCloseTo(2.13809, 5)
    const got = estimate(values)
    expect(got?.mean).toBe(5)
    expect(got?.half).toBeCloseTo(1.7875, 3)
  })

  it('says nothing of the interval of one value and nothing of none', () => {
    expect(estimate([3])).toEqual({ mean: 3, half: null, n: 1 })
    expect(estimate([])).toBeUndefined()
  })

  it('pairs: a constant gain over luck that is shared has no spread, whatever the luck', () => {
    const luck = [10, -50, 130, 7]
    const got = pairedDifference(
      luck.map((value) => value + 12),
      luck,
    )
    expect(got).toEqual({ mean: 12, half: 0, n: 4 })
    expect(() => pairedDifference([1], [1, 2])).toThrow(RangeError)
  })

  it('ratio of means: not the mean of ratios, and without spread when all are in proportion', () => {
    expect(pairedRatio([90, 0], [100, 20])?.mean).toBe(0.75)
    const got = pairedRatio([50, 60, 10], [100, 120, 20])
    expect(got?.mean).toBeCloseTo(0.5, 12)
    expect(got?.half).toBeCloseTo(0, 12)
    expect(pairedRatio([1], [0])).toBeUndefined()
  })

  it('covers the true mean in 95 % of 4 000 samples of twelve (±1.2 %)', () => {
    const rng = stream('interval coverage')
    const hits = Array.from({ length: 4000 }, () => {
      const got = estimate(Array.from({ length: 12 }, () => 7 + 30 * rng.normal()))
      return Math.abs((got?.mean ?? NaN) - 7) <= (got?.half ?? NaN) ? 1 : 0
    })
    const share = hits.reduce<number>((sum, hit) => sum + hit, 0) / hits.length
    expect(Math.abs(share - 0.95)).toBeLessThan(0.012)
  })
})
