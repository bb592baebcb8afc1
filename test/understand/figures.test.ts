import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairedShares } from '#lab/understand/paired-shares.js'
import { chosenThreshold, riskOf, THRESHOLDS } from '#lab/understand/risk.js'
import { shareOf } from '#lab/understand/figures.js'
import type { Examined } from '#lab/understand/examine.js'

/** @param counts of pairs: both, only the first, only the second, none */
function pairs(...counts: readonly number[]) {
  const [both = 0, first = 0, second = 0, none = 0] = counts
  const list = (value: boolean, n: number): boolean[] => Array.from({ length: n }, () => value)
  return pairedShares(
    [...list(true, both + first), ...list(false, second + none)],
    [...list(true, both), ...list(false, first), ...list(true, second), ...list(false, none)],
  )
}

describe('the difference of paired shares', () => {
  it('is that of the example in the paper of Newcombe', () => {
    const found = pairs(36, 12, 2, 0)
    expect(found?.mean).toBeCloseTo(0.2, 10)
    expect(found?.low).toBeCloseTo(0.0569, 4)
    expect(found?.high).toBeCloseTo(0.3404, 4)
  })

  it('says how little ten pairs say, even where all are alike', () => {
    expect(pairs(0, 10, 0, 0)?.low).toBeLessThan(0.7)
    expect(pairs(10, 0, 0, 0)?.low).toBeLessThan(-0.2)
  })

  it('lies about its mean within −1 and 1, and turned round it is the other way round', () => {
    const n = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(n, n, n, n, (a, b, c, d) => {
        fc.pre(a + b + c + d > 0)
        const [one, other] = [pairs(a, b, c, d), pairs(a, c, b, d)]
        expect(one?.low).toBeGreaterThanOrEqual(-1 - 1e-9)
        expect(one?.high).toBeLessThanOrEqual(1 + 1e-9)
        expect(one?.low).toBeLessThanOrEqual((one?.mean ?? 0) + 1e-9)
        expect(one?.low).toBeCloseTo(-(other?.high ?? 9), 9)
      }),
    )
  })

  it('is none for no pairs, and no pairs are refused', () => {
    expect(pairs()).toBeUndefined()
    expect(() => pairedShares([true], [])).toThrow(RangeError)
  })
})

describe('risk against coverage', () => {
  const row = (fit: number, right: boolean): Examined =>
    ({
      reader: 'reader',
      outcome: 'as meant',
      exact: right,
      act: { fit, right },
      said: '',
    }) as unknown as Examined
  const rows = [
    ...Array.from({ length: 90 }, () => row(0.95, true)),
    ...Array.from({ length: 4 }, () => row(0.65, false)),
    ...Array.from({ length: 4 }, () => row(0.65, true)),
    row(0.8, false),
    row(0.8, false),
  ]

  it('counts what it acts on at a fit, and what of it is wrong', () => {
    const at = (threshold: number) => riskOf(rows, 'reader').find((one) => one.threshold === threshold)
    expect(at(0)).toMatchObject({
      acts: { count: 100 },
      wrong: { count: 6, of: 100 },
      otherwise: { of: 100 },
    })
    expect(at(0.7)).toMatchObject({
      acts: { count: 92 },
      wrong: { count: 2, of: 92 },
      otherwise: { count: 2 },
    })
    expect(at(0.9)).toMatchObject({ acts: { count: 90 }, wrong: { count: 0 } })
    expect(riskOf(rows, 'reader')).toHaveLength(THRESHOLDS.length)
  })

  it('chooses the lowest fit from which on no more is done otherwise than is bearable', () => {
    expect(chosenThreshold(riskOf(rows, 'reader'))).toBe(0.7)
    expect(
      chosenThreshold(
        riskOf(
          rows.filter(({ act }) => act?.right),
          'reader',
        ),
      ),
    ).toBe(0)
    expect(chosenThreshold(riskOf([row(1, false)], 'reader'))).toBeUndefined()
  })

  it('does more, the lower the fit below which it asks', () => {
    const any = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(any, (all) => {
        const counts = riskOf(
          all.map(([fit, right]) => row(fit, right)),
          'reader',
        ).map(({ acts }) => acts.count)
        expect(counts).toEqual(counts.toSorted((a, b) => b - a))
        expect(counts[0]).toBe(all.length)
      }),
    )
  })
})

it('a share has its interval', () => {
  expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, share: 0, low: 0, high: 1 })
  const { share, low, high } = shareOf(5, 20)
  expect(share).toBe(0.25)
  expect([low, high].map((one) => one.toFixed(3))).toEqual(['0.112', '0.469'])
})
