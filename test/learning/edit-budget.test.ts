import { fieldRules } from '#runtime/field/learning.js'
import { map } from '../twin/field.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EDIT_BUDGET, patchBudget } from '#learning/edit-budget.js'

/** how much of sixteen boxes */
const share = (correct: number): number => Math.min(1, correct / 16)

describe('patch budget (LAGEA-16)', () => {
  it('allows the most edits while nothing succeeds, the least when everything does', () => {
    expect(patchBudget([share(0)])).toBe(EDIT_BUDGET.most)
    expect(patchBudget([share(16)])).toBe(EDIT_BUDGET.least)
  })

  it('falls as the running mean of success rises, and remembers earlier failures', () => {
    const budgets = [1, 2, 3, 4, 5].map((n) =>
      patchBudget([share(0), ...Array.from({ length: n }, () => share(16))]),
    )
    expect(budgets).toEqual([7, 5, 3, 3, 2])
  })

  it('stays within its bounds and never rises when an episode goes better', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, fc.nat(11), (correct, at) => {
        const plain = patchBudget(correct.map(share))
        const better = patchBudget(correct.map((n, i) => share(i === at ? n + 1 : n)))
        expect(plain).toBeGreaterThanOrEqual(EDIT_BUDGET.least)
        expect(plain).toBeLessThanOrEqual(EDIT_BUDGET.most)
        expect(better).toBeLessThanOrEqual(plain)
      }),
    )
  })

  it('a run without an episode is no reason to fail', () => {
    expect(patchBudget([])).toBe(EDIT_BUDGET.most)
  })

  it('on a field without boxes everything is achieved', () => {
    expect(fieldRules({ ...map, zones: [] }).achieved({ lines: [], total: 0 })).toBe(1)
  })
})
