import { describe, expect, test } from 'vitest'
import { stream } from '#base/random.js'
import { m } from '#base/units.js'
import { randomSetup } from '../../lab/training/engine/fields.js'
import { FAMILIES } from '../../lab/training/engine/layouts.js'
import { drawPlan } from '../../lab/training/engine/plan.js'
import { FAULT_KINDS, severe } from '../../lab/training/engine/profiles.js'
import { subtrees } from '../../lab/training/engine/play.js'
import { rightPlan } from '../../lab/training/engine/trees.js'
import { truthOf } from '../../lab/training/engine/stored.js'
import { demoField, finalTruth, play, said, tree, trip } from './support/missions.js'

const BLUE = demoField('0000', '0000', '0000', '0000')
const ALL = [trip(1, 2), trip(3, 4), trip(5, 6), trip(7, 8)]

describe('nothing is wrong', () => {
  test.each(FAMILIES)('at any moment of the right plan on fields of family %s', async (family) => {
    for (let i = 0; i < 2; i++) {
      const rng = stream('truth-test', family, i)
      const setup = randomSetup(rng, family, `${family}${i}`)
      const played = await play(setup, drawPlan(rightPlan(rng, setup), subtrees))
      expect(played.endReason).toMatch(/tree-success|home-reached/)
      expect(played.facts).toMatchObject({ correct: 4 * setup.orange.size, incorrect: 0, outside: 0 })
      expect(played.moments.map((moment) => truthOf(played, moment))).toEqual(played.moments.map(() => []))
    }
  })
})

describe('what a plan does wrong without any fault', () => {
  test('orange faces: at fault is the unload when nobody turned, the turn when it was the wrong one', async () => {
    const setup = demoField('0101', '1111', '0000', '0000')
    const played = await play(setup, tree([trip(1, 2), trip(3, 4, '0110'), trip(5, 6), trip(7, 8, '1000')]))
    expect(finalTruth(played)).toEqual([
      'orientation@2 0101 /1/3',
      'orientation@4 1001 /2/2',
      'orientation@8 1000 /4/2',
    ])
    // each shows as soon as its own trip is over
    expect(played.moments.map((moment) => truthOf(played, moment).length)).toEqual([0, 0, 1, 2, 2, 3, 3, 3])
  })

  test('zones never loaded, the shelf never pushed, home never reached: only the end tells', async () => {
    const played = await play(BLUE, tree([trip(1, 2)], { shelf: null, home: null }))
    expect(finalTruth(played)).toEqual([
      'coverage@3 1111 nowhere',
      'coverage@5 1111 nowhere',
      'coverage@7 1111 nowhere',
      'shelf nowhere',
      'final-position nowhere',
    ])
    expect(played.moments.slice(0, -1).flatMap((moment) => truthOf(played, moment))).toEqual([])
  })

  test('a second delivery into a full zone fails, and its blocks hang in the gripper', async () => {
    const played = await play(BLUE, tree([trip(1, 2), trip(5, 2), trip(3, 4)]))
    expect(finalTruth(played)).toEqual([
      'placement@2 0000 /2/3',
      'coverage@3 1111 nowhere',
      'coverage@7 1111 nowhere',
      'final-position /2/3',
    ])
  })

  test('waits that cost more than the time limit', async () => {
    const slow = ALL.map((each) => ({ ...each, wait: 10 }))
    const played = await play(BLUE, tree(slow, { wait: 7 }))
    expect(finalTruth(played)).toEqual(['timing /2/2'])
  })
})

describe('what execution faults do', () => {
  test.each([
    ['rotation', tree([trip(1, 2, '0011')]), 'orientation@2 0011 /1/2'],
    ['placement', tree([trip(1, 2)]), 'placement@2 1111 /1/3'],
    ['grip', tree([trip(1, 2)]), 'grasp@1 1111 /1/1'],
    ['navigation', tree([trip(1, 2)], { shelf: null }), 'navigation@1 /0/0'],
    ['cursor', tree([trip(1, 2)]), 'shelf /0'],
  ] as const)('%s: the node that it befell is at fault', async (kind, doc, expected) => {
    const setup = demoField('0011', '0000', '0000', '0000')
    const blue = kind === 'rotation' ? setup : BLUE
    expect(finalTruth(await play(blue, doc, severe(kind)))).toContain(expected)
  })

  test('a block that falls on the way: the move is at fault, wherever the block came to lie', async () => {
    let [outside, back] = [0, 0]
    for (let seed = 1; seed <= 12; seed++) {
      const played = await play(
        BLUE,
        tree([trip(5, 6)], { shelf: null }),
        { ...severe('drop'), drop: 0.3 },
        seed,
      )
      const lost = finalTruth(played).filter((text) => /^(placement|grasp)/.test(text))
      for (const text of lost)
        expect(text).toMatch(/^(placement|grasp@5 [01]{4}|placement@\d [01]{4}) \/0\/2$/)
      outside += lost.filter((text) => text.startsWith('placement')).length
      back += lost.filter((text) => text.startsWith('grasp')).length
    }
    expect(outside).toBeGreaterThan(0)
    expect(back).toBeGreaterThan(0)
  })

  test.each(FAULT_KINDS)('%s whenever it can happen: the end is never called clean', async (kind) => {
    const setup = demoField('0101', '1010', '0011', '1100')
    const masks = [...setup.orange.values()]
    const doc = tree(ALL.map((each, i) => ({ ...each, mask: masks[i] ?? '0000' })))
    const played = await play(setup, doc, severe(kind))
    expect(played.faults.map((fault) => fault.kind)).toContain(kind)
    expect(finalTruth(played)).not.toEqual([])
  })
})

test('INITIAL: a field that somebody set up wrong', async () => {
  const played = await play(BLUE, tree([trip(1, 2)]))
  const [initial] = played.moments
  if (initial === undefined) throw new Error('no moment')
  // from its slot in zone 1 into zone 2
  const blocks = initial.blocks.map((block, i) =>
    i === 0 ? { ...block, at: { x: m(block.at.x + 0.35), y: m(block.at.y + 0.35) } } : block,
  )
  const shelf = BLUE.map.shelf.target
  expect(truthOf(played, { ...initial, blocks, scene: { ...initial.scene, shelf } }).map(said)).toEqual([
    'placement@1 1000 nowhere',
    'placement@2 1000 nowhere',
    'shelf nowhere',
  ])
})
