import { describe, expect, it } from 'vitest'
import { figuresOf, missed, type Turn } from '../../lab/viewer/figures.js'

const memory = { before: 100, peak: 110, after: 105 }
const turn = (viewer: boolean, of: Partial<Turn> = {}): Turn => ({
  viewer,
  reflex: Array.from({ length: 1000 }, (_, i) => i / 100),
  eventLoop: [0],
  stops: [{ ms: 4, moving: true, ok: true }],
  main: memory,
  console: memory,
  ...of,
})
const misses = (of: Partial<Turn>): readonly string[] => missed(figuresOf([turn(false), turn(true, of)]))

describe('the bars of the bench of a hostile viewer', () => {
  it('hold when nothing is worse with one', () => expect(misses({})).toEqual([]))

  it.each<[string, Partial<Turn>]>([
    ['p99.9 of lateness', { reflex: [...turn(true).reflex, 13, 13] }],
    ['memory of the main process', { main: { ...memory, peak: 131 } }],
    ['p99 of `stop`', { stops: [{ ms: 51, moving: false, ok: true }] }],
    ['without a good answer', { stops: [{ ms: 4, moving: true, ok: false }] }],
  ])('are missed by %s alone', (what, of) => expect(misses(of)).toEqual([expect.stringContaining(what)]))

  it('are missed when nothing was measured', () => {
    expect(misses({ stops: [] })).toHaveLength(1)
    expect(missed(figuresOf([turn(true)])).length).toBeGreaterThanOrEqual(2)
  })
})
