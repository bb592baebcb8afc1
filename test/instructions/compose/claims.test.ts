import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimedIn, mentionsOf, ONE, TWO, type Shares } from '#instructions/compose/claims.js'

const LABELS = 2 * ONE.length
const nothing = (mentions: number): { one: number[][]; two: number[][][] } => ({
  one: Array.from({ length: mentions }, () => Array<number>(LABELS).fill(0)),
  two: Array.from({ length: mentions }, () => Array.from({ length: mentions }, () => TWO.map(() => 0))),
})

describe('what is said by the shares of an order', () => {
  it('takes what is more likely than not', () => {
    const { one, two } = nothing(3)
    two[1]![2] = [0.9, 0, 0]
    one[2]![1] = 0.8
    const { claims, fit } = claimedIn({ one, two, goal: 1 })
    expect(claims).toEqual([
      { kind: 'one', label: 'false', mention: 1, isNever: false },
      { kind: 'two', what: 0, where: 1, isNever: false },
    ])
    expect(fit).toBeCloseTo(0.72)
  })

  it('takes the likeliest where nothing is likely, and says how unlikely it is', () => {
    const { one, two } = nothing(2)
    two[1]![0] = [0.3, 0, 0]
    const { claims, fit } = claimedIn({ one, two, goal: 1 })
    expect(claims).toEqual([{ kind: 'two', what: 0, where: undefined, isNever: false }])
    expect(fit).toBeCloseTo(0.3)
  })

  it('asks for something besides what is forbidden', () => {
    const { one, two } = nothing(2)
    one[1]![ONE.length] = 0.9
    one[1]![0] = 0.2
    const { claims } = claimedIn({ one, two, goal: 1 })
    expect(claims.map(({ isNever }) => isNever)).toContain(false)
  })

  it('is never surer than of the least sure of its claims, and names mentions that there are', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const shares = fc.integer({ min: 1, max: 5 }).chain((mentions) =>
      fc.record({
        one: fc.array(fc.array(share, { minLength: LABELS, maxLength: LABELS }), {
          minLength: mentions,
          maxLength: mentions,
        }),
        two: fc.array(
          fc.array(fc.array(share, { minLength: TWO.length, maxLength: TWO.length }), {
            minLength: mentions,
            maxLength: mentions,
          }),
          { minLength: mentions, maxLength: mentions },
        ),
        goal: share,
      }),
    )
    fc.assert(
      fc.property(shares, (all: Shares) => {
        const { claims, fit } = claimedIn(all)
        expect(fit).toBeGreaterThanOrEqual(0)
        expect(fit).toBeLessThanOrEqual(1)
        for (const claim of claims) {
          for (const mention of mentionsOf(claim)) expect(mention).toBeLessThan(all.one.length - 1)
          const share =
            claim.kind === 'one'
              ? all.one[claim.mention === undefined ? 0 : claim.mention + 1]?.[
                  ONE.indexOf(claim.label) + (claim.isNever ? ONE.length : 0)
                ]
              : all.two[claim.what + 1]?.[claim.where === undefined ? 0 : claim.where + 1]?.[
                  claim.isNever ? 1 : 0
                ]
          expect(fit).toBeLessThanOrEqual(share ?? -1)
        }
      }),
    )
  })

  it('says what comes first among what is asked for, and that no mention comes before itself', () => {
    const { one, two } = nothing(4)
    two[1]![3] = [0.9, 0, 0]
    one[2]![0] = 0.8
    two[2]![1] = [0, 0, 0.7]
    two[3]![1] = [0, 0, 0.9]
    const { before, fit } = claimedIn({ one, two, goal: 1 })
    expect(before).toEqual([[1, 0]])
    expect(fit).toBeCloseTo(0.9 * 0.8 * 0.7)
  })
})
