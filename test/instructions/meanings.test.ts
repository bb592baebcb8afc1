import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { Meanings, type Meant } from '#instructions/meanings.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { valuesOf } from '#worlds/value.js'

const domain = must(await readDomain('home'), 'home')
const meanings = new Meanings(domain)
const dishes = '{mug, glass, plate, bowl}'

describe('formulas compared by the states in which they hold', () => {
  it.each([
    [['open(fridge)'], ['open(fridge) ']],
    [['not open(fridge)'], ['open(fridge) = false']],
    [['held(keys)'], ['location(keys) = gripper']],
    [['location(mug) = sofa and open(fridge)'], ['open(fridge)', 'location(mug) = sofa']],
    [['location(mug) = sofa', 'location(mug) = sofa'], ['location(mug) = sofa']],
    [['exists ?x in {mug, glass} (location(?x) = sofa)'], ['location(glass) = sofa or location(mug) = sofa']],
    [[`count ?x in ${dishes} (location(?x) = bed) >= 1`], [`exists ?x in ${dishes} (location(?x) = bed)`]],
    [[`forall ?x in ${dishes} (location(?x) = bed)`], [`count ?x in ${dishes} (location(?x) = bed) >= 4`]],
    [['location(mug) in {sofa, bed}'], ['location(mug) = bed or location(mug) = sofa']],
    [[], []],
  ])('%j is the same as %j', (some, others) => {
    expect(meanings.isSameSet(some, others)).toBe(true)
    expect(meanings.isSameSet(others, some)).toBe(true)
  })

  it.each([
    [['location(mug) = sofa'], ['location(mug) = bed']],
    [['location(mug) = sofa'], ['location(plate) = sofa']],
    [['open(fridge)'], ['not open(fridge)']],
    [['open(fridge)'], ['open(fridge)', 'location(mug) = sofa']],
    [['open(fridge)'], []],
    // only states in which something is unknown tell these apart
    [['known(location(keys))'], ['known(location(mug))']],
    // by chance alone all four are hardly ever in one place
    [[`forall ?x in ${dishes} (location(?x) = bed)`], [`forall ?x in ${dishes} (location(?x) = fridge)`]],
    [[`forall ?x in ${dishes} (location(?x) = bed)`], [`count ?x in ${dishes} (location(?x) = bed) >= 3`]],
    [[`count ?x in ${dishes} (location(?x) = bed) >= 2`], [`count ?x in ${dishes} (location(?x) = bed) = 2`]],
    [['location(mug) = sofa or location(glass) = sofa'], ['location(mug) = sofa', 'location(glass) = sofa']],
    // what holds in no state is the same only in the same words
    [
      ['location(mug) = sofa and location(mug) = bed or false'],
      ['open(fridge) and not open(fridge) or false'],
    ],
  ])('%j is not the same as %j', (some, others) => {
    expect(meanings.isSameSet(some, others)).toBe(false)
    expect(meanings.isSameSet(others, some)).toBe(false)
  })

  it('says of every two plain facts whether they are one', () => {
    const facts = [...domain.sorts].flatMap(([fact, sort]) =>
      valuesOf(sort).map((value) => `${fact} = ${String(value)}`),
    )
    expect(facts.length).toBeGreaterThan(200)
    const one = fc.integer({ min: 0, max: facts.length - 1 })
    fc.assert(
      fc.property(one, one, (a, b) => {
        expect(meanings.isSameSet([facts[a] ?? ''], [facts[b] ?? ''])).toBe(a === b)
      }),
      { numRuns: 300 },
    )
  })

  it('does not mind in which order goals are written', () => {
    const goals = ['location(mug) = sofa', 'open(fridge)', 'held(keys)', 'at = dock']
    fc.assert(
      fc.property(fc.shuffledSubarray(goals, { minLength: 4 }), (some) => {
        expect(meanings.isSameSet(some, goals)).toBe(true)
        expect(meanings.isSameSet(some.slice(1), goals)).toBe(false)
      }),
    )
  })

  it('takes any text and reads none that the world does not have', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof meanings.isReadable(text)).toBe('boolean')
      }),
      { numRuns: 300 },
    )
    expect(meanings.isReadable('location(mug) = sofa')).toBe(true)
    for (const wrong of ['location(cat) = sofa', 'location(mug) = moon', 'location(mug', '', 'flies(mug)'])
      expect(meanings.isReadable(wrong), wrong).toBe(false)
  })
})

describe('what is meant', () => {
  const meant: Meant = { goals: ['open(fridge)', 'location(mug) = sofa'], never: [], before: [[0, 1]] }

  it('has its order, whatever the numbers of its goals', () => {
    const turned = { ...meant, goals: meant.goals.toReversed() }
    expect(meanings.isSame({ ...turned, before: [[1, 0]] }, meant)).toBe(true)
    expect(meanings.isSame(turned, meant)).toBe(false)
    expect(meanings.isSame({ ...meant, before: [] }, meant)).toBe(false)
  })

  it('may be done in an order that nobody asked for', () => {
    expect(meanings.isSame(meant, { ...meant, before: [] })).toBe(true)
  })

  it('has its prohibitions, no more and no fewer', () => {
    const careful = { ...meant, never: ['open(bedroom_door)'] }
    expect(meanings.isSame(careful, careful)).toBe(true)
    expect(meanings.isSame(meant, careful)).toBe(false)
    expect(meanings.isSame(careful, meant)).toBe(false)
    expect(meanings.isSame({ ...meant, never: ['open(bathroom_door)'] }, careful)).toBe(false)
  })
})
