import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Atom } from '#instructions/compose/atoms.js'
import { isWanted, likeliestClaims, SAID, type Shares } from '#instructions/compose/likeliest.js'

const atom = (formula: string): Atom => ({
  predicate: 0,
  what: 0,
  where: undefined,
  so: { formula, text: formula },
  not: { formula: `not ${formula}`, text: formula },
  isSoNow: false,
})
const ATOMS = ['location(mug) = sink', 'location(mug) = rack', 'open(fridge)', 'open(door)'].map(atom)
const sharesOf = (atoms: readonly (readonly number[])[]): Shares => ({
  atoms,
  before: () => 0,
  ask: 0,
  refuse: 0,
})
const NOTHING = SAID.map(() => 0)
const likeliest = (atoms: readonly (readonly number[])[]) => likeliestClaims(sharesOf(atoms), ATOMS, 6)

describe('what is said by the shares of an order', () => {
  it('takes what is more likely than not, and says how likely that is', () => {
    const [first] = likeliest([[0.9, 0, 0, 0, 0], NOTHING, [0, 0.8, 0, 0, 0], NOTHING])
    expect(first?.claims).toEqual([
      { atom: 0, said: 'so' },
      { atom: 2, said: 'not' },
    ])
    expect(first?.fit).toBeCloseTo(0.72)
  })

  it('says what could be meant instead', () => {
    const all = likeliest([[0.9, 0, 0, 0, 0], NOTHING, [0.4, 0, 0, 0, 0], NOTHING])
    expect(all.map(({ claims }) => claims.map((one) => one.atom))).toEqual([[0], [0, 2], [2]])
    expect(all[1]?.fit).toBeCloseTo(0.9 * 0.4)
  })

  it('takes the likeliest where nothing is likely', () => {
    const [first] = likeliest([NOTHING, [0.02, 0, 0, 0, 0], NOTHING, NOTHING])
    expect(first?.claims).toEqual([{ atom: 1, said: 'so' }])
    expect(first?.fit).toBeCloseTo(0.02)
  })

  it('asks for something besides what is forbidden', () => {
    const [first] = likeliest([NOTHING, NOTHING, [0.1, 0, 0.9, 0, 0], NOTHING])
    expect(first?.claims.filter(isWanted)).toEqual([{ atom: 2, said: 'so' }])
  })

  it('gives no thing two places, whatever the shares are', () => {
    const [first, ...others] = likeliest([[0.9, 0, 0, 0, 0], [0.8, 0, 0, 0, 0], NOTHING, NOTHING])
    expect(first?.claims).toEqual([{ atom: 0, said: 'so' }])
    expect(others.map(({ claims }) => claims)).toEqual([[{ atom: 1, said: 'so' }]])
  })

  it('takes two places of a thing for one matter, and neither of them for unlikely', () => {
    const all = likeliest([[0.5, 0, 0, 0, 0], [0.45, 0, 0, 0, 0], [0.9, 0, 0, 0, 0], NOTHING])
    const [first, second, third] = all.map(({ claims }) => claims.map((one) => one.atom))
    expect([first, second]).toEqual([
      [0, 2],
      [1, 2],
    ])
    expect(third).not.toEqual([2])
    expect(all[0]?.fit).toBeCloseTo(0.5 * 0.9)
  })

  it('wants nothing that it forbids, and forbids nothing in both ways', () => {
    const saying = (row: readonly number[]) => likeliest([[0.9, 0, 0, 0, 0], NOTHING, NOTHING, row])
    const ofDoor = (row: readonly number[]) =>
      saying(row).map(({ claims }) => claims.filter(({ atom }) => atom === 3).map((one) => one.said))
    for (const row of [
      [0.9, 0, 0.9, 0, 0],
      [0, 0.9, 0, 0.9, 0],
      [0, 0, 0.9, 0.9, 0],
      [0, 0, 0.9, 0, 0.9],
    ])
      for (const said of ofDoor(row)) expect(said.length).toBeLessThan(2)
    expect(ofDoor([0.9, 0, 0, 0.9, 0])[0]).toEqual(['so', 'never not'])
  })

  it('is consistent, asks for something, and knows no likelihood above 1', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const row = fc.array(share, { minLength: SAID.length, maxLength: SAID.length })
    fc.assert(
      fc.property(fc.array(row, { minLength: ATOMS.length, maxLength: ATOMS.length }), (rows) => {
        let before = 1
        for (const { claims, fit } of likeliest(rows)) {
          const wanted = claims.filter(isWanted)
          expect(wanted.length).toBeGreaterThan(0)
          expect(new Set(wanted.map((one) => one.atom)).size).toBe(wanted.length)
          expect(wanted.filter((one) => one.atom < 2 && one.said === 'so').length).toBeLessThan(2)
          expect(fit).toBeLessThanOrEqual(before)
          expect(fit).toBeGreaterThanOrEqual(0)
          before = fit
        }
      }),
    )
  })
})
