import type { FieldOutcome } from '#learning/field-score.js'
import { describe, expect, it } from 'vitest'
import { score } from '#learning/field-score.js'

const nothing: FieldOutcome = {
  source: 'ground-truth',
  operatingSeconds: 0,
  correct: 0,
  incorrect: 0,
  outside: 0,
  fullBatches: 0,
  robotHome: true,
  leftHome: false,
  blocksUnloaded: 0,
  shelfAtTarget: false,
}

const perfect: FieldOutcome = {
  ...nothing,
  operatingSeconds: 60.3,
  correct: 16,
  fullBatches: 4,
  leftHome: true,
  blocksUnloaded: 16,
}

// Hand-computed from vrl.txt Table I with AMB-12…19.
const cases: readonly [string, FieldOutcome, number][] = [
  ['doing nothing pays nothing (AMB-19)', nothing, 0],
  ['the best plan on F1', perfect, 159.7],
  ['the best plan on F2 rotates twice', { ...perfect, operatingSeconds: 66.3 }, 153.7],
  ['the best plan on F3, F4 and F5 rotates four times', { ...perfect, operatingSeconds: 72.3 }, 147.7],
  [
    'the initial tree on F1: one batch, not home',
    {
      ...nothing,
      operatingSeconds: 12.8,
      correct: 4,
      fullBatches: 1,
      leftHome: true,
      robotHome: false,
      blocksUnloaded: 4,
    },
    37.2,
  ],
  [
    'the initial tree on F2: four upside down',
    { ...nothing, operatingSeconds: 12.8, incorrect: 4, leftHome: true, robotHome: false, blocksUnloaded: 4 },
    -32.8,
  ],
  [
    'no rotations on F5: sixteen upside down',
    { ...perfect, correct: 0, fullBatches: 0, incorrect: 16 },
    -120.3,
  ],
  ['exactly at the limit is not over it (AMB-13)', { ...perfect, operatingSeconds: 100 }, 120],
  ['over the limit costs 20 once, seconds go on (AMB-13)', { ...perfect, operatingSeconds: 101 }, 99],
  [
    'a block outside any zone costs ten (AMB-18)',
    { ...perfect, correct: 15, fullBatches: 3, outside: 1 },
    129.7,
  ],
  [
    '3 + 1 over two trips is no full batch (AMB-17)',
    { ...perfect, correct: 4, fullBatches: 0, operatingSeconds: 20 },
    40,
  ],
  [
    'home counts only after a block was unloaded (AMB-19)',
    { ...nothing, operatingSeconds: 5, leftHome: true },
    -5,
  ],
]

describe('score (VRL-18, VRL-19)', () => {
  it.each(cases)('%s', (_, facts, total) => {
    expect(score(facts).total).toBeCloseTo(total, 6)
  })

  it('is the sum of its lines and never changes its input', () => {
    const frozen = Object.freeze({ ...perfect })
    const sheet = score(frozen)
    expect(sheet.lines.reduce((sum, line) => sum + line.points, 0)).toBeCloseTo(sheet.total, 9)
    expect(sheet).toEqual(score(frozen))
  })
})
