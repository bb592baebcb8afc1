import { describe, expect, test } from 'vitest'
import { labelOf } from '../../lab/training/actor/search/label.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { rad } from '#base/units.js'
import { Appraiser } from '../../lab/bench/actor/appraiser.js'
import { repaired } from '../../lab/bench/actor/repair.js'
import { labelTree } from '#learning/field/actor/address.js'
import { mainRoot } from '#learning/actor/units.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { CURSOR, INITIAL, issue, library, map, report, RETRY, situation, tree, TRIP } from './world.js'

const setup = (orange: readonly (readonly [number, string])[]): FieldSetup => ({
  map,
  orange: new Map([[1, '0000'], [3, '0000'], [5, '0000'], [7, '0000'], ...orange]),
  start: { ...map.home.at, theta: rad(0) },
})

/** few episodes: what is asked here does not hang on luck */
const RUNS = 8
const best = (field: FieldSetup, input: ActorInput) =>
  labelOf(input, analyse(input), {
    appraiser: new Appraiser({ setup: field, library, seed: 1 }),
    library,
    runs: RUNS,
  })

describe('the teacher of the actor is a search over the expected score', () => {
  const orange = setup([[1, '0110']])
  const complaint = report(issue('orientation', 2, { mask: '0110' }))

  test('blocks the wrong way up: the rotation that the field needs', () => {
    const found = best(orange, situation(INITIAL, { report: complaint }))
    expect(found.answer).toBe(
      '[{"why":"orientation@2","op":"insert","after":"LoadBlocksSequence@1","node":"RotateBlocks","mask":"0110"}]',
    )
    expect(found.gain).toBeGreaterThan(5)
  })

  test('the same complaint where nothing is wrong: no edit', () => {
    const found = best(setup([]), situation(INITIAL, { report: complaint }))
    expect(found.answer).toBe('[]')
    expect(found.teacher).not.toBe('[]')
  })

  test('a trip with unknown faces is worth its later episodes', () => {
    const unseen = setup([[3, '1111']])
    const found = best(unseen, situation(INITIAL, { report: report(issue('coverage', 3)) }))
    expect(found.answer).toContain('"node":"Transfer","from":3')
  })

  test('the shelf costs time and earns nothing, unless a trip waits for it', () => {
    const shelf = report(issue('shelf', null))
    expect(best(setup([]), situation(INITIAL, { report: shelf })).answer).toBe('[]')
    const waiting = situation(`<Sequence>${RETRY(TRIP(1, 4))}</Sequence>`, { report: shelf })
    expect(best(setup([]), waiting).answer).toContain('CursorSequence')
  })

  test('a retry around nothing that fails is no answer, and waiting is', () => {
    const idle = `<Sequence>${RETRY(TRIP(1, 2))}<CustomDelay duration="5"/><MoveToHome/></Sequence>`
    const found = best(setup([]), situation(idle, { report: report(issue('timing', null)) }))
    expect(found.answer).toBe('[{"why":"timing","op":"remove","at":"CustomDelay@2"}]')
    expect(found.gain).toBeCloseTo(5, 0)
  })
})

test('the repaired tree turns what lies wrong, leaves the rest, and brings the shelf when a trip waits for it', () => {
  const field = setup([
    [1, '0110'],
    [5, '1111'],
  ])
  const body = `<Sequence>${TRIP(1, 2)}${TRIP(3, 4, '0001')}${TRIP(5, 6, '1111')}${TRIP(1, 8, '1000')}</Sequence>`
  const repairedTree = repaired(tree(body), field, library)
  const names = labelTree(repairedTree).all.map(
    ({ address, node }) => `${address} ${node.attrs['mask'] ?? ''}`,
  )
  expect(names.filter((name) => name.startsWith('Rotate'))).toEqual([
    'RotateBlocks@2 0110',
    'RotateBlocks@5 1111',
    // the second load of a zone finds nothing: its rotation is not the field's business
    'RotateBlocks@1 1000',
  ])
  expect(mainRoot(repairedTree).children[0]?.children[0]?.attrs['ID']).toBe('CursorSequence')
  expect(repaired(tree(`<Sequence>${CURSOR}${TRIP(3, 4)}</Sequence>`), field, library).trees[0]).toEqual(
    tree(`<Sequence>${CURSOR}${TRIP(3, 4)}</Sequence>`).trees[0],
  )
})
