import type { EpisodeOutcome } from '#learning/episode.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { score } from '#learning/score.js'
import { EDIT_BUDGET, patchBudget } from '#learning/edit-budget.js'

const sheet = (correct: number) => score({ ...FACTS, correct })
const FACTS: EpisodeOutcome = {
  source: 'ground-truth',
  operatingSeconds: 40,
  correct: 0,
  incorrect: 0,
  outside: 0,
  fullBatches: 0,
  robotHome: false,
  leftHome: true,
  blocksUnloaded: 0,
  shelfAtTarget: false,
}

describe('patch budget (LAGEA-16)', () => {
  it('allows the most edits while nothing succeeds, the least when everything does', () => {
    expect(patchBudget([sheet(0)], 16)).toBe(EDIT_BUDGET.most)
    expect(patchBudget([sheet(16)], 16)).toBe(EDIT_BUDGET.least)
  })

  it('falls as the running mean of success rises, and remembers earlier failures', () => {
    const budgets = [1, 2, 3, 4, 5].map((n) =>
      patchBudget([sheet(0), ...Array.from({ length: n }, () => sheet(16))], 16),
    )
    expect(budgets).toEqual([7, 5, 3, 3, 2])
  })

  it('stays within its bounds and never rises when an episode goes better', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(shares, fc.nat(11), (correct, at) => {
        const plain = patchBudget(correct.map(sheet), 16)
        const better = patchBudget(
          correct.map((n, i) => sheet(i === at ? n + 1 : n)),
          16,
        )
        expect(plain).toBeGreaterThanOrEqual(EDIT_BUDGET.least)
        expect(plain).toBeLessThanOrEqual(EDIT_BUDGET.most)
        expect(better).toBeLessThanOrEqual(plain)
      }),
    )
  })

  it('a field without boxes, and a run without an episode, are no reason to fail', () => {
    expect(patchBudget([sheet(0)], 0)).toBe(EDIT_BUDGET.least)
    expect(patchBudget([], 16)).toBe(EDIT_BUDGET.most)
  })
})
