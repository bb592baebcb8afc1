import { describe, expect, it } from 'vitest'
import { next } from '#twin/field/belief.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanFailure, PlanReport } from '#twin/plan/report.js'
import type { WorldState } from '#twin/field/world.js'
import { at, carrying, filled, map, start, zoneAt } from '../field.js'

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
const check = (plan: readonly PlannedStep[], from: WorldState): PlanReport<WorldState> =>
  checkPlan(
    { kind: 'in-order', until: 'failure', children: plan.map((step) => ({ kind: 'step', step })) },
    from,
    fieldDomain(map),
  )
const failure = (report: PlanReport<WorldState>): PlanFailure<WorldState> => {
  const [first] = report.failures
  if (report.verdict !== 'fails' || first === undefined) throw new Error('expected the plan to fail')
  return first
}
const fails = (...texts: readonly string[]): PlanFailure<WorldState> => failure(check(steps(...texts), start))
/** the world after the last step of a plan that passes */
const endOf = (report: PlanReport<WorldState>): WorldState | undefined => {
  const last = report.example.at(-1)
  return report.verdict === 'passes' && last?.kind === 'did' ? last.end : undefined
}

describe('MOD-02: a line of steps is checked before it is driven', () => {
  it('lets the best plan of the field through and foresees its end', () => {
    const plan = steps('MoveCursor', ...pair(1, 2), ...pair(3, 4), ...pair(5, 6), ...pair(7, 8), 'MoveToHome')
    const report = check(plan, start)
    expect(report.verdict).toBe('passes')
    expect(report.steps).toHaveLength(18)
    expect(endOf(report)).toMatchObject({ shelf: 'target', robot: { place: { kind: 'home' } } })
    expect(report.steps[1]?.step.skill).toBe('MoveToZone')
    expect(report.steps[2]?.expected).toEqual([
      'cups 0, 1, 2 and 3 hold a block',
      'slots 0, 1, 2 and 3 of zone 1 are empty',
      'the lift is up',
    ])
  })

  it('names the failing pair: a missing move', () => {
    const found = fails('MoveToZone zone=1', 'LoadBlocks', 'UnloadBlocks')
    expect(found).toMatchObject({
      step: { path: '/2' },
      checkId: 'at-unload-zone',
      after: { skill: 'LoadBlocks' },
    })
    expect(found.text).toBe(
      'UnloadBlocks after LoadBlocks: blocks are unloaded in zones 2, 4, 6, 8 and the robot is at load zone 1: ' +
        'move to an unload zone before UnloadBlocks',
    )
  })

  it('names the failing pair: a full gripper', () => {
    expect(fails('MoveToZone zone=1', 'LoadBlocks', 'MoveToZone zone=3', 'LoadBlocks')).toMatchObject({
      step: { path: '/3' },
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
    expect(check(steps(...read), start).verdict).toBe('passes')
    expect(check(steps('ReadFaces zone=1 faces={faces}'), start).verdict).toBe('passes')
    expect(fails('ReadFaces zone=1 faces={faces}', 'RotateBlocks mask={faces}').checkId).toBe(
      'cups-holding-under-mask',
    )
  })
})

describe('what is left to do', () => {
  it('AMB-16: loading again with the blocks in the gripper needs no command', () => {
    const again = check(steps('MoveToZone zone=1', 'LoadBlocks'), carrying('1111', 1))
    expect([again.verdict, again.steps[1]?.commands]).toEqual(['passes', []])
  })

  it('AMB-16: only free cups above blocks grip', () => {
    const lacking = carrying('1101', 1)
    const topped = check(steps('MoveToZone zone=1', 'LoadBlocks'), lacking)
    expect(topped.steps[1]?.commands).toEqual(['grip 0010 from zone 1'])
  })

  it('a block under a full cup is told from an empty zone', () => {
    const state = filled(3, '1000', carrying('1000', 1))
    expect(failure(check(steps('MoveToZone zone=3', 'LoadBlocks'), state)).text).toMatch(
      /cup 0 already holds/,
    )
  })

  it('a grip that was stopped with the lift down is finished by gripping again', () => {
    const all = carrying('1111', 1)
    const stopped = next(all, { gripper: { ...all.gripper, lift: 'down' }, robot: at(zoneAt(1)).robot })
    const again = check(steps('LoadBlocks'), stopped)
    expect(again.steps[0]?.commands).toEqual(['grip 1111 from zone 1'])
    expect(endOf(again)?.gripper).toEqual({ ...all.gripper, lift: 'up' })
  })

  it('a shelf at its target and the mask 0000 leave nothing to do', () => {
    const plan = steps('MoveCursor', 'RotateBlocks mask=0000', 'CustomDelay duration=3.0')
    const rehearsal = check(plan, next(start, { shelf: 'target' }))
    expect(rehearsal.steps.map(({ commands }) => commands.length)).toEqual([0, 0, 0])
  })

  it('only cups that hold a block are turned', () => {
    const rehearsal = check(steps('RotateBlocks mask=1111'), carrying('1011', 1))
    expect(rehearsal.steps[0]?.commands).toEqual(['rotate 1011'])
  })

  it('position 2 docks 20 mm nearer the far side', () => {
    const rehearsal = check(steps('MoveToZone zone=1 position=2'), start)
    expect(endOf(rehearsal)?.robot.pose.y).toBeCloseTo(0.47)
  })
})
