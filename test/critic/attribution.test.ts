import { describe, expect, test } from 'vitest'
import { attribute, type About, type Scope } from '#learning/field/critic/blame/attribute.js'
import { readExecuted } from '#learning/field/critic/blame/executed.js'
import { parseAnswer } from '#learning/field/critic/dialogue/answer.js'
import { issuesOf } from '#learning/field/critic/blame/issues.js'
import { CriticMemory } from '#learning/field/critic/memory.js'
import type { TreeDoc } from '#bt/document.js'
import { nodeAt } from '#bt/paths.js'
import { answerText } from './support/scripted.js'
import { leaf, node, ONE_TRIP, ONE_TRIP_RAN, sub, trace, tree, type Ran } from './support/trace.js'
import { MAP } from './support/field.js'

const scope = (doc: TreeDoc, ran: readonly Ran[], memory = new CriticMemory(1)): Scope => ({
  mode: 'final',
  map: MAP,
  doc,
  executed: readExecuted(trace(ran)),
  memory,
})

const seenAtStart = (lines: Record<string, string>): CriticMemory => {
  const memory = new CriticMemory(1)
  const answer = parseAnswer(answerText(lines))
  if (answer.ok) memory.rememberSetup(answer.value)
  return memory
}

const orange = (mask: string): About => ({ impact: 'orientation', zone: 2, mask })

const withRotation = (mask: string): TreeDoc =>
  tree(
    leaf('MoveToZone', { zone: '1' }),
    sub('LoadBlocksSequence'),
    leaf('RotateBlocks', { mask }),
    leaf('MoveToZone', { zone: '2' }),
    sub('UnloadBlocksSequence'),
  )
const rotationRan = (mask: string): Ran[] => [
  ['/0', 'MoveToZone', { zone: '1' }],
  ['/1/0/0', 'LoadBlocks'],
  ['/2', 'RotateBlocks', { mask }],
  ['/3', 'MoveToZone', { zone: '2' }],
  ['/4/0/0', 'UnloadBlocks'],
]

describe('orientation', () => {
  test('without a rotation: insert one before the unloading of that trip, in the main tree', () => {
    const found = attribute(orange('0110'), scope(ONE_TRIP, ONE_TRIP_RAN))
    expect(found.nodePath).toBe('/3/0/0')
    expect(found.fix).toEqual({ kind: 'insert-rotate', before: '/3', mask: '0110' })
    expect(nodeAt(ONE_TRIP, found.nodePath ?? '')?.id).toBe('UnloadBlocks')
  })

  test('a wrong mask is mended by what was rotated XOR what is wrong', () => {
    const found = attribute(orange('1010'), scope(withRotation('1100'), rotationRan('1100')))
    expect(found).toMatchObject({ nodePath: '/2', fix: { kind: 'set-mask', at: '/2', mask: '0110' } })
  })

  test('a rotation that did only harm is removed', () => {
    const found = attribute(orange('1111'), scope(withRotation('1111'), rotationRan('1111')))
    expect(found.fix).toEqual({ kind: 'remove-node', at: '/2' })
  })

  test('VRL-35: the right mask whose rotation fell short is not the tree’s fault; the step is cited', () => {
    const memory = seenAtStart({ z1: 'blue orange orange blue' })
    const found = attribute(orange('0100'), scope(withRotation('0110'), rotationRan('0110'), memory))
    expect(found.nodePath).toBe('/2')
    expect(found.fix).toBeUndefined()
    expect(found.traceSeq).toContain(5)
  })

  test('what INITIAL saw outweighs a result that a fault has spoilt', () => {
    const memory = seenAtStart({ z1: 'orange orange blue blue' })
    const found = attribute(orange('0100'), scope(ONE_TRIP, ONE_TRIP_RAN, memory))
    expect(found.fix).toMatchObject({ kind: 'insert-rotate', mask: '1100' })
  })
})

describe('other impacts', () => {
  test('a grip that failed is tried again from the approach on, unless a retry stands above', () => {
    const found = attribute({ impact: 'grasp', zone: 1, mask: '0001' }, scope(ONE_TRIP, ONE_TRIP_RAN))
    expect(found.fix).toEqual({ kind: 'retry', from: '/0', to: '/1', attempts: 2 })
    const retried = tree(node('RetryUntilSuccessful', node('Sequence', ...ONE_TRIP.trees[0]!.root.children)))
    const ran = ONE_TRIP_RAN.map(([path, name, args]): Ran => [`/0/0${path}`, name, args])
    const again = attribute({ impact: 'grasp', zone: 1, mask: '0001' }, scope(retried, ran))
    expect(again).toMatchObject({ nodePath: '/0/0/1/0/0' })
    expect(again.fix).toBeUndefined()
  })

  test('a load zone that was never visited gets the unload zone of its rank, or the next free one', () => {
    const third = attribute({ impact: 'coverage', zone: 3, mask: '1111' }, scope(ONE_TRIP, ONE_TRIP_RAN))
    expect(third.fix).toEqual({ kind: 'add-trip', load: 3, unload: 4 })
    const toFour = ONE_TRIP_RAN.map(([path, name, args]): Ran => [
      path,
      name,
      args?.zone === '2' ? { zone: '4' } : args,
    ])
    const other = attribute({ impact: 'coverage', zone: 3, mask: '1111' }, scope(ONE_TRIP, toFour))
    expect(other.fix).toEqual({ kind: 'add-trip', load: 3, unload: 2 })
  })

  test('the shelf: before the visit to the zone that needs it, or a second try of the push', () => {
    const doc = tree(leaf('MoveToZone', { zone: '4' }), sub('UnloadBlocksSequence'))
    const visit = attribute(
      { impact: 'shelf', zone: null, mask: null },
      scope(doc, [['/0', 'MoveToZone', { zone: '4' }]]),
    )
    expect(visit.fix).toEqual({ kind: 'move-shelf', before: '/0' })
    const pushing = tree(sub('CursorSequence'))
    const push = attribute(
      { impact: 'shelf', zone: null, mask: null },
      scope(pushing, [['/0/0/0', '!MoveCursor']]),
    )
    expect(push).toMatchObject({ nodePath: '/0/0/0', fix: { kind: 'retry', from: '/0', to: '/0' } })
  })

  test('home: append the move, try it again, or blame what failed before it', () => {
    const about: About = { impact: 'final-position', zone: null, mask: null }
    expect(attribute(about, scope(ONE_TRIP, ONE_TRIP_RAN)).fix).toEqual({ kind: 'go-home' })
    const home = tree(leaf('MoveToZone', { zone: '1' }), leaf('MoveToHome'))
    const failed = scope(home, [
      ['/0', 'MoveToZone', { zone: '1' }],
      ['/1', '!MoveToHome'],
    ])
    expect(attribute(about, failed).fix).toMatchObject({ kind: 'retry', from: '/1' })
    const never = scope(home, [['/0', '!MoveToZone', { zone: '1' }]])
    expect(attribute(about, never)).toMatchObject({ nodePath: '/0' })
  })

  test('time: the longest pause goes', () => {
    const doc = tree(leaf('CustomDelay', { duration: '2' }), leaf('CustomDelay', { duration: '9' }))
    const ran: Ran[] = [
      ['/0', 'CustomDelay', { duration: '2' }],
      ['/1', 'CustomDelay', { duration: '9' }],
    ]
    const found = attribute({ impact: 'timing', zone: null, mask: null }, scope(doc, ran))
    expect(found.fix).toEqual({ kind: 'remove-node', at: '/1' })
  })
})

test('VRL-10: every path of every issue resolves in the executed tree', () => {
  const text = answerText({
    z1: 'blue empty empty empty grasp s0.30',
    z2: 'orange blue empty empty orientation s0.30 placement s0.45',
    z3: 'blue blue blue blue coverage s0.20',
    track: 'at-start shelf s0.55',
    robot: 'z2 final-position s0.50',
    stray: 'n2 placement s0.60',
    overall: 's0.60',
  })
  const answer = parseAnswer(text)
  if (!answer.ok) throw new Error(answer.error.got)
  const issues = issuesOf(answer.value, scope(ONE_TRIP, ONE_TRIP_RAN), 'f1')
  expect(issues.map(({ id }) => id)).toEqual([
    'grasp@1',
    'orientation@2',
    'placement@2',
    'coverage@3',
    'shelf',
    'final-position',
  ])
  expect(issues.find(({ id }) => id === 'placement@2')?.severity).toBe(0.6)
  const paths = issues.flatMap(({ nodePath }) => (nodePath === null ? [] : [nodePath]))
  expect(paths.length).toBeGreaterThanOrEqual(3)
  for (const path of paths) expect(nodeAt(ONE_TRIP, path)).toBeDefined()
  for (const { fix, operational } of issues) expect(operational).toBe(fix !== undefined)
})

test('a finding that names no slot is told without one', () => {
  const text = answerText({
    z1: 'empty empty empty empty grasp s0.30',
    z2: 'blue blue empty empty orientation s0.30',
    z3: 'empty hidden empty empty coverage s0.20',
    z4: 'orange blue empty empty orientation s0.30',
  })
  const answer = parseAnswer(text)
  if (!answer.ok) throw new Error(answer.error.got)
  const issues = issuesOf(answer.value, scope(ONE_TRIP, ONE_TRIP_RAN), 'f1')
  expect(issues.map(({ explanation }) => explanation)).toEqual([
    'zone 1: still a block after loading',
    'zone 2: orange face up',
    'zone 3: never loaded',
    'zone 4: orange face up in slot 0',
  ])
})

test('CRIT-14: in INITIAL nothing is the tree’s fault and no edit is offered', () => {
  const initial: Scope = { ...scope(ONE_TRIP, []), mode: 'initial' }
  const found = attribute({ impact: 'placement', zone: 3, mask: '0100' }, initial)
  expect(found).toMatchObject({ nodePath: null })
  expect(found.fix).toBeUndefined()
})
