import { describe, expect, it } from 'vitest'
import { next } from '../../src/twin/belief.js'
import type { PlannedStep } from '../../src/twin/domain/domain.js'
import type { Result } from '../../src/base/result.js'
import { rehearse, type Rehearsed, type RehearsalFailure } from '../../src/twin/rehearse.js'
import { at, carrying, filled, map, start, zoneAt } from './field.js'

const steps = (...texts: readonly string[]): PlannedStep[] =>
  texts.map((text, index) => {
    const [skill = '', ...args] = text.split(' ')
    return {
      skill,
      args: Object.fromEntries(args.map((arg) => arg.split('=') as [string, string])),
      path: `/${index}`,
    }
  })
const pair = (load: number, unload: number): string[] => [
  `MoveToZone zone=${load}`,
  'LoadBlocks',
  `MoveToZone zone=${unload}`,
  'UnloadBlocks',
]
const failure = (rehearsal: Result<Rehearsed, RehearsalFailure>): RehearsalFailure => {
  if (rehearsal.ok) throw new Error('expected the rehearsal to fail')
  return rehearsal.error
}
const fails = (...texts: readonly string[]): RehearsalFailure =>
  failure(rehearse(steps(...texts), start, map))

describe('MOD-02: a plan is rehearsed before it is driven', () => {
  it('lets the best plan of the field through and foresees its end', () => {
    const plan = steps('MoveCursor', ...pair(1, 2), ...pair(3, 4), ...pair(5, 6), ...pair(7, 8), 'MoveToHome')
    const rehearsal = rehearse(plan, start, map)
    if (!rehearsal.ok) throw new Error(rehearsal.error.text)
    expect(rehearsal.value.steps).toHaveLength(18)
    expect(rehearsal.value.end).toMatchObject({ shelf: 'target', robot: { place: { kind: 'home' } } })
    expect(rehearsal.value.steps[2]?.expected).toEqual([
      'cups 0, 1, 2 and 3 hold a block',
      'slots 0, 1, 2 and 3 of zone 1 are empty',
      'the lift is up',
    ])
  })

  it('names the failing pair: a missing move', () => {
    const found = fails('MoveToZone zone=1', 'LoadBlocks', 'UnloadBlocks')
    expect(found).toMatchObject({ index: 2, checkId: 'at-unload-zone', after: { skill: 'LoadBlocks' } })
    expect(found.text).toBe(
      'UnloadBlocks after LoadBlocks: blocks are unloaded in zones 2, 4, 6, 8 and the robot is at load zone 1: ' +
        'move to an unload zone before UnloadBlocks',
    )
  })

  it('names the failing pair: a full gripper', () => {
    expect(fails('MoveToZone zone=1', 'LoadBlocks', 'MoveToZone zone=3', 'LoadBlocks')).toMatchObject({
      index: 3,
      checkId: 'cups-free',
      after: { skill: 'MoveToZone', args: { zone: '3' } },
      text: expect.stringContaining('cups 0, 1, 2 and 3 already hold a block of zone 1') as string,
    })
  })

  it('names the step alone when it is the first', () => {
    expect(fails('LoadBlocks')).toMatchObject({
      after: null,
      text: 'LoadBlocks as the first step: the robot is at home: put MoveToZone zone="3" before LoadBlocks',
    })
  })

  it.each([
    ['zone-open', pair(3, 4)],
    ['slots-free', [...pair(1, 2), ...pair(3, 2)]],
    ['slots-filled', [...pair(1, 2), 'MoveToZone zone=1', 'LoadBlocks']],
    ['cups-holding', ['MoveToZone zone=2', 'UnloadBlocks']],
    ['cups-holding-under-mask', ['RotateBlocks mask=0100']],
    ['gripper-empty', ['MoveToZone zone=1', 'LoadBlocks', 'MoveCursor']],
    ['corridor-clear', [...pair(1, 8), 'MoveCursor']],
    ['bad-argument', ['MoveToZone zone=9']],
    ['bad-argument', ['MoveToZone zone=1 position=3']],
    ['bad-argument', ['CustomDelay duration=60']],
    ['bad-argument', ['RotateBlocks mask=12']],
    ['bad-argument', ['ReadFaces']],
    ['unknown-skill', ['FlyToZone zone=1']],
  ] as const)('finds %s', (checkId, plan) => {
    expect(fails(...plan).checkId).toBe(checkId)
  })

  it('takes what only a running tree knows as it may be: a mask read from the blackboard', () => {
    const read = ['MoveToZone zone=1', 'ReadFaces faces={faces}', 'LoadBlocks', 'RotateBlocks mask={faces}']
    expect(rehearse(steps(...read), start, map).ok).toBe(true)
    expect(rehearse(steps('ReadFaces zone=1 faces={faces}'), start, map).ok).toBe(true)
    expect(fails('ReadFaces zone=1 faces={faces}', 'RotateBlocks mask={faces}').checkId).toBe(
      'cups-holding-under-mask',
    )
  })
})

describe('what is left to do', () => {
  it('AMB-16: loading again with the blocks in the gripper needs no command', () => {
    const again = rehearse(steps('MoveToZone zone=1', 'LoadBlocks'), carrying('1111', 1), map)
    expect(again.ok && again.value.steps[1]?.commands).toEqual([])
  })

  it('AMB-16: only free cups above blocks grip', () => {
    const lacking = carrying('1101', 1)
    const topped = rehearse(steps('MoveToZone zone=1', 'LoadBlocks'), lacking, map)
    expect(topped.ok && topped.value.steps[1]?.commands).toEqual([{ kind: 'grip', zone: 1, mask: '0010' }])
  })

  it('a block under a full cup is told from an empty zone', () => {
    const state = filled(3, '1000', carrying('1000', 1))
    expect(failure(rehearse(steps('MoveToZone zone=3', 'LoadBlocks'), state, map)).text).toMatch(
      /cup 0 already holds/,
    )
  })

  it('a grip that was stopped with the lift down is finished by gripping again', () => {
    const all = carrying('1111', 1)
    const stopped = next(all, { gripper: { ...all.gripper, lift: 'down' }, robot: at(zoneAt(1)).robot })
    const again = rehearse(steps('LoadBlocks'), stopped, map)
    expect(again.ok && again.value.steps[0]?.commands).toEqual([{ kind: 'grip', zone: 1, mask: '1111' }])
    expect(again.ok && again.value.end.gripper).toEqual({ ...all.gripper, lift: 'up' })
  })

  it('a shelf at its target and the mask 0000 leave nothing to do', () => {
    const plan = steps('MoveCursor', 'RotateBlocks mask=0000', 'CustomDelay duration=3.0')
    const rehearsal = rehearse(plan, next(start, { shelf: 'target' }), map)
    expect(rehearsal.ok && rehearsal.value.steps.map(({ commands }) => commands.length)).toEqual([0, 0, 0])
  })

  it('only cups that hold a block are turned', () => {
    const rehearsal = rehearse(steps('RotateBlocks mask=1111'), carrying('1011', 1), map)
    expect(rehearsal.ok && rehearsal.value.steps[0]?.commands).toEqual([{ kind: 'rotate', mask: '1011' }])
  })

  it('position 2 docks 20 mm nearer the far side', () => {
    const rehearsal = rehearse(steps('MoveToZone zone=1 position=2'), start, map)
    expect(rehearsal.ok && rehearsal.value.end.robot.pose.y).toBeCloseTo(0.47)
  })
})
