import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { DriftMonitor } from '#runtime/drift/drift-monitor.js'
import { fieldReasons } from '#runtime/field/prepare.js'
import { atRest, fieldPlan } from '#robots/field/check-tree.js'
import { initialBelief } from '#twin/field/belief.js'
import { at, carrying, map, zoneAt } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { library, mission, Rig, treeOf } from './support/rig.js'
import type { Slot } from '#base/field-map.js'

/** Drops the blocks of these cups on the way to the first unload zone, with a monitor that listens. */
function dropping(...cups: readonly Slot[]) {
  const doc = mission('initial.xml')
  const manager = new DriftMonitor(fieldPlan(doc, map, library))
  const rig = new Rig(map, new FieldPlant(map), undefined, {
    onDrifts: (drifts, now) => manager.note(drifts, atRest(now)),
    onTransition: manager.trace,
  }).armed()
  let droppedAt: number | undefined
  const { status } = rig.run(doc, () => {
    const { robot, gripper } = rig.robot.state()
    const onTheWay = robot.moving && gripper.cups.some((held) => held !== null)
    if (!onTheWay || droppedAt !== undefined) return
    droppedAt = rig.clock.now()
    for (const cup of cups) rig.plant.drop(cup)
  })
  return { rig, manager, status, droppedAt: droppedAt ?? NaN }
}

describe('MOD-14: a block that falls on the way', () => {
  it('is noticed with the vacuum, and what is left can still be unloaded', () => {
    const { rig, manager, status, droppedAt } = dropping(1)
    expect(manager.records).toMatchObject([
      {
        kind: 'block-lost',
        text: 'cup 1 lost the block of zone 1 between places: it no longer counts as carried',
        recheck: { verdict: 'passes', text: null },
      },
    ])
    // the cup bleeds below its threshold within milliseconds; then one telemetry period
    expect((manager.records[0]?.t ?? NaN) - droppedAt).toBeLessThanOrEqual(150)
    expect(status).toBe('SUCCESS')
    const release = rig.sent.findLast((message) => message.kind === 'release')
    expect(release).toMatchObject({ mask: 0b1101 })
    expect(rig.refusals).toEqual([])
  })

  it('with all blocks gone the check names the step that cannot be done, before it is tried', () => {
    const { rig, manager, status } = dropping(0, 1, 2, 3)
    const last = manager.records.at(-1)
    expect(last?.recheck).toEqual({
      verdict: 'fails',
      text: 'UnloadBlocks after MoveToZone zone="2": the gripper is empty: run LoadBlocks at a load zone before UnloadBlocks',
    })
    expect(status).toBe('FAILURE')
    expect(rig.refusals).toMatchObject([{ checkId: 'cups-holding' }])
    expect(rig.refusals[0]?.t).toBeGreaterThan(last?.t ?? Infinity)
  })

  it('nothing is noted where the world is as believed', () => {
    expect(dropping().manager.records).toEqual([])
  })
})

describe('a field that is laid again while the robot is away from home', () => {
  const loading = '<Sequence><MoveToZone zone="1"/><LoadBlocks/></Sequence>'

  it('is believed as laid, and the robot where it is, with what it holds: nothing has drifted', () => {
    const rig = new Rig(map, new FieldPlant(map)).armed()
    expect(rig.run(treeOf(loading)).status).toBe('SUCCESS')
    const { robot, gripper, rev } = rig.robot.state()
    rig.robot.sceneReset()
    const after = rig.robot.state()
    expect([after.robot, after.gripper]).toEqual([robot, gripper])
    expect([after.zones, after.shelf]).toEqual([initialBelief(map).zones, 'init'])
    expect(after.rev).toBeGreaterThan(rev)
    for (let turn = 0; turn < 20; turn++) rig.period()
    expect(rig.drifts).toEqual([])
    expect(rig.robot.state().gripper.cups.filter((held) => held !== null)).toHaveLength(4)
  })

  it('does not say where a robot is that nobody has armed', () => {
    const rig = new Rig(map, new FieldPlant(map))
    for (let turn = 0; turn < 20; turn++) rig.period()
    rig.robot.sceneReset()
    rig.period()
    expect(rig.robot.state().robot).toMatchObject({ place: 'between', pose: { x: NaN, y: NaN } })
  })
})

it('a refusal of the gate says which rule, what was believed, and which step or drift had brought it', () => {
  const reasons = fieldReasons(map)
  const loaded = at(zoneAt(1), carrying('1111', 1))
  const empty = at(zoneAt(2))
  reasons.recordStep('MoveToZone', at(zoneAt(1)))
  reasons.recordStep('LoadBlocks', loaded)
  expect(reasons.explain({ checkId: 'at-load-zone' }, loaded)).toContain('(since MoveToZone).')
  reasons.recordDrifts([{ kind: 'displaced', t: ms(12_340), text: 'somebody took them' }], empty)
  expect(reasons.explain({ checkId: 'cups-holding' }, empty)).toBe(
    'The rule cups-holding says: every cup that releases holds a block, unless a release was cut off and has yet to ' +
      'bring the lift up. Believed: the gripper is empty (since the drift at 12.3 s).',
  )
  expect(reasons.explain({ checkId: 'permit-expired' }, loaded)).toBe('')
})
