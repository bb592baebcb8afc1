import { describe, expect, it } from 'vitest'
import { decide, isFall, noSlots, record, SLOT_RULES, type Slots } from '#learning/slots.js'

const ran = (hash: string, total: number) => ({ treeHash: hash, score: { lines: [], total } })
const after = (...episodes: readonly [string, number][]): Slots =>
  episodes.reduce((slots, [hash, total]) => record(slots, ran(hash, total)), noSlots)

describe('policy slots (AMB-06)', () => {
  it('keeps the tree with the best MEAN score as champion, and says over how many episodes', () => {
    const slots = after(['a', 40], ['b', 120], ['b', 60], ['c', 95])
    expect(slots.champion).toEqual({ treeHash: 'c', meanScore: 95, runs: 1 })
    expect(slots.tried.get('b')).toEqual([120, 60])
  })

  it('calls a score more than 15 below the champion a fall, not one of 15', () => {
    const slots = after(['a', 100])
    expect(isFall(slots, ran('b', 85))).toBe(false)
    expect(isFall(slots, ran('b', 84.9))).toBe(true)
    expect(isFall(slots, ran('a', 0))).toBe(false)
  })

  it('forgives one fall that is explained, with or without an edit, then goes back', () => {
    const once = after(['a', 100], ['b', 20])
    const repair = { hash: 'c', current: 'b', explained: true }
    expect(decide(once, repair)).toEqual({ decision: 'edited', nextHash: 'c' })
    expect(decide(once, { ...repair, hash: 'b' })).toEqual({ decision: 'no-edit', nextHash: 'b' })
    const twice = record(once, ran('c', 30))
    expect(decide(twice, { hash: 'd', current: 'c', explained: true })).toEqual({
      decision: 'rolled-back',
      nextHash: 'a',
    })
  })

  it('goes back at once when nobody can explain the fall', () => {
    const slots = after(['a', 100], ['b', 20])
    expect(decide(slots, { hash: 'b', current: 'b', explained: false })).toEqual({
      decision: 'rolled-back',
      nextHash: 'a',
    })
    expect(decide(slots, { hash: 'c', current: 'b', explained: false })).toEqual({
      decision: 'rolled-back',
      nextHash: 'a',
    })
  })

  it("follows the paper's letter when asked: the last tree goes on whatever it scored", () => {
    const slots = after(['a', 100], ['b', -80])
    const strict = { ...SLOT_RULES, strictAlg1: true }
    expect(decide(slots, { hash: 'c', current: 'b', explained: false }, strict)).toEqual({
      decision: 'edited',
      nextHash: 'c',
    })
  })

  it('a champion that is unlucky stays, with a lower mean', () => {
    const slots = after(['a', 100], ['a', 40])
    expect(slots.champion).toEqual({ treeHash: 'a', meanScore: 70, runs: 2 })
    expect(slots.fallsInARow).toBe(0)
    expect(decide(slots, { hash: 'a', current: 'a', explained: false }).decision).toBe('no-edit')
  })

  it('never goes back to a tree that has set down no block, whatever the others score', () => {
    const sheet = (total: number, incorrect: number) => ({
      total,
      lines: [
        { label: 'operating time, seconds', count: 12, points: -12 },
        { label: 'boxes placed incorrectly', count: incorrect, points: -5 * incorrect },
      ],
    })
    const idle = record(noSlots, { treeHash: 'refused', score: sheet(0, 0) })
    expect(idle.champion).toBeNull()
    const worked = record(idle, { treeHash: 'wrong way up', score: sheet(-72, 12) })
    expect(worked.champion?.treeHash).toBe('wrong way up')
    const next = record(worked, { treeHash: 'better', score: sheet(-60, 10) })
    const edit = { hash: 'c', current: 'better', explained: false }
    expect(decide(next, edit)).toEqual({ decision: 'edited', nextHash: 'c' })
  })
})
