import { describe, expect, it } from 'vitest'
import { m, ms, rad } from '#base/units.js'
import { filledSlots, heldCups } from '#twin/field/belief.js'
import { judge } from '#twin/field/judge.js'
import type { Observation } from '#twin/field/observation.js'
import { observe } from '#twin/field/observe.js'
import { pushEnd } from '#twin/field/places.js'
import type { Command, WorldState } from '#twin/field/world.js'
import {
  at,
  carrying,
  dock,
  filled,
  grip,
  map,
  move,
  pose,
  push,
  release,
  rotate,
  start,
  zoneAt,
} from './field.js'

/** What the sensors would say of a belief that is true. */
const seen = (state: WorldState, change: Partial<Observation> = {}): Observation => ({
  t: ms(20),
  pose: state.robot.pose,
  moving: false,
  holding: heldCups(state),
  lift: state.gripper.lift,
  rotator: state.gripper.rotator.end,
  bumper: false,
  estop: false,
  linkUp: true,
  ...change,
})
const look = (state: WorldState, change: Partial<Observation>, running?: Command) =>
  observe(state, seen(state, change), map, running)

describe('sensors overwrite belief', () => {
  it('keeps the revision when nothing but time has changed, and raises it by one when something has', () => {
    const same = look(start, {})
    expect(same.state).toEqual({ ...start, clock: 20 })
    expect(look(start, { estop: true, linkUp: false }).state.rev).toBe(1)
  })

  it('knows the place from the pose alone; a moving robot is between places', () => {
    expect(look(start, { pose: dock(zoneAt(3)) }).state.robot.place).toEqual(zoneAt(3))
    expect(look(start, { pose: dock(zoneAt(3)), moving: true }).state.robot.place).toBe('between')
  })

  it('a grip moves blocks only where there is vacuum; the others stay believed in their slots', () => {
    const state = at(zoneAt(1))
    const after = look(state, { holding: '1011', lift: 'down' }, grip(1)).state
    expect(heldCups(after)).toBe('1011')
    expect(filledSlots(after, 1)).toBe('0100')
    expect(after.gripper.cups[2]).toEqual({ from: 1, slot: 2, face: 'unknown' })
  })

  it('a release lays blocks into the slots of the zone where the lift is down', () => {
    const state = at(zoneAt(2), carrying('1111', 1, start, 'blue'))
    const { state: after, drifts } = look(state, { holding: '0000', lift: 'down' }, release(2))
    expect(filledSlots(after, 2)).toBe('1111')
    expect(after.zones.get(2)?.slots[0]?.face).toBe('blue')
    expect(drifts).toEqual([])
  })

  it('a cup that keeps its block after a release still holds it', () => {
    const state = at(zoneAt(2), carrying('1111', 1))
    const after = look(state, { holding: '0010', lift: 'down' }, release(2)).state
    expect(heldCups(after)).toBe('0010')
    expect(filledSlots(after, 2)).toBe('1101')
  })

  it('faces flip when the rotator has reached its other end, not when it was told to', () => {
    const state = carrying('1111', 1, start, 'orange')
    const turning = look(state, { rotator: 'between' }, rotate('0101')).state
    expect(turning.gripper.cups[1]?.face).toBe('orange')
    const done = look(turning, { rotator: 1 }, rotate('0101')).state
    expect(done.gripper.cups.map((cup) => cup?.face)).toEqual(['orange', 'blue', 'orange', 'blue'])
    expect(look(turning, { rotator: 0 }, rotate('0101')).state.gripper.cups[1]?.face).toBe('orange')
    expect(turning.gripper.rotator).toEqual({ end: 0, turning: true, mask: '0101' })
    expect(look(turning, { rotator: 'between' }).state.gripper.rotator).toBe(turning.gripper.rotator)
    expect(done.gripper.rotator).toEqual({ end: 1, turning: false })
    expect(look(state, { rotator: 1 }).state.gripper.cups[0]?.face).toBe('unknown')
  })

  it('the shelf is at its target when the bumper feels it there', () => {
    const state = at({ kind: 'shelf' })
    const onTheWay = look(state, { pose: pose(1, 0.2), moving: true, bumper: true }, push).state
    expect(onTheWay.shelf).toBe('unknown')
    expect(look(onTheWay, { pose: pushEnd(map), bumper: true }, push).state.shelf).toBe('target')
    expect(look(onTheWay, { pose: pushEnd(map), bumper: false }, push).state.shelf).toBe('unknown')
    expect(look(state, { pose: pushEnd(map), bumper: false }, push).state.shelf).toBe('init')
  })
})

describe('MOD-14: drift', () => {
  it('a block dropped on the way is seen in the very period, with the cup and its origin', () => {
    const state = carrying('1111', 3)
    const { state: after, drifts } = look(
      state,
      { holding: '1101', moving: true, pose: pose(0.5, 1) },
      move(zoneAt(4)),
    )
    expect(drifts).toMatchObject([{ kind: 'block-lost', cup: 2, held: { from: 3, slot: 2 } }])
    expect(drifts[0]?.text).toBe(
      'cup 2 lost the block of zone 3 between places: it no longer counts as carried',
    )
    expect(heldCups(after)).toBe('1101')
    expect(
      [...after.zones.values()].flatMap(({ slots }) => slots).filter((slot) => slot !== null),
    ).toHaveLength(12)
  })

  it('is seen during a command that does not explain it', () => {
    const state = at(zoneAt(1), carrying('1000', 1))
    expect(look(state, { holding: '0000' }, grip(1, '0111')).drifts).toMatchObject([
      { kind: 'block-lost', cup: 0 },
    ])
    expect(look(state, { holding: '0000' }, rotate('1000')).drifts).toMatchObject([{ kind: 'block-lost' }])
  })

  it('a block that nobody gripped, a robot that nobody moved', () => {
    expect(look(filled(1, '0000'), { holding: '0001' }).drifts).toMatchObject([
      { kind: 'block-gained', cup: 3 },
    ])
    expect(look(at(zoneAt(1)), { pose: pose(0.6, 0.45) }).drifts).toMatchObject([
      { kind: 'displaced', from: zoneAt(1), text: expect.stringContaining('now between places') as string },
    ])
  })

  it('no robot was moved where a correction says that it stands elsewhere, unless it moves', () => {
    const corrected = { pose: pose(0.6, 0.45), corrected: true }
    const { state, drifts } = look(at(zoneAt(1)), corrected)
    expect([state.robot.place, drifts]).toEqual(['between', []])
    expect(look(at(zoneAt(1)), { ...corrected, moving: true }).drifts).toMatchObject([{ kind: 'displaced' }])
  })

  it('how sure the pose is changes without a new revision, and is never older than the pose', () => {
    const sure = { place: m(0.003), heading: rad(0.01) }
    const { state } = look(at(zoneAt(1)), { deviation: sure })
    const after = look(state, { deviation: { ...sure, place: m(0.02) } }).state
    expect(after.robot.deviation?.place).toBe(0.02)
    expect(after.rev).toBe(state.rev)
    expect(judge(after, grip(1), map)).toMatchObject({ ok: false, error: { checkId: 'position-sure' } })
    expect(judge(state, grip(1), map).ok).toBe(true)
  })

  it('the next command is judged on what was seen', () => {
    const state = at(zoneAt(2), carrying('1111', 1))
    const after = look(state, { holding: '0111' }).state
    expect(judge(state, release(2), map).ok).toBe(true)
    expect(judge(after, release(2), map)).toMatchObject({ ok: false, error: { checkId: 'cups-holding' } })
  })
})
