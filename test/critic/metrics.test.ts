import { expect, test } from 'vitest'
import { accuracies, detection, reliability } from '#learning/critic/metrics.js'

test('VRL-21: 0/0 is undefined and excluded', () => {
  expect(detection([{ truth: [], claimed: [] }])).toMatchObject({ recall: undefined, precision: undefined })
  expect(
    detection([
      { truth: [], claimed: [] },
      { truth: ['a@1'], claimed: ['a@1'] },
    ]).recall,
  ).toBe(1)
})

test('VRL-21: two of four are found, duplicates count once', () => {
  const one = { truth: ['a@1', 'b@2', 'c@3', 'd@4'], claimed: ['a@1', 'a@1', 'b@2', 'x@9'] }
  expect(detection([one])).toMatchObject({ recall: 0.5, precision: 2 / 3, real: 4, detected: 2, claimed: 3 })
})

test('AMB-21: the same key counts anew in each report', () => {
  const one = { truth: ['a@1'], claimed: ['a@1'] }
  expect(detection([one, one]).real).toBe(2)
})

test('CRIT-05, CRIT-06: 84 of 121 and 163 of 262 give the figures of the paper', () => {
  const keys = (n: number, name: string): string[] => Array.from({ length: n }, (_, i) => `${name}${i}`)
  const recall = detection([{ truth: keys(121, 'e'), claimed: keys(84, 'e') }]).recall
  expect(((recall ?? 0) * 100).toFixed(2)).toBe('69.42')
  const precision = detection([{ truth: keys(163, 'e'), claimed: keys(262, 'e') }]).precision
  expect(((precision ?? 0) * 100).toFixed(2)).toBe('62.21')
})

test('CRIT-07: clean and faulty episodes are counted apart', () => {
  const clean = (claimed: string[]) => ({ truth: [], claimed })
  const reports = [
    ...Array.from({ length: 7 }, () => clean([])),
    ...Array.from({ length: 107 }, () => clean(['x'])),
  ]
  expect(accuracies(reports)).toEqual({ clean: 7 / 114, faulty: undefined })
})

test('AMB-02: five bins, 1 belongs to the last, an empty bin has no mean', () => {
  const bins = reliability([
    { c: 1, right: true },
    { c: 0.8, right: false },
    { c: 0.1, right: false },
  ])
  expect(bins.map(({ count }) => count)).toEqual([1, 0, 0, 0, 2])
  expect(bins[4]).toMatchObject({ meanConfidence: 0.9, rightShare: 0.5 })
  expect(bins[1]?.meanConfidence).toBeNull()
})
