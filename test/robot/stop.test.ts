import { describe, expect, it } from 'vitest'
import { map, zoneAt } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { Rig, treeOf } from './support/rig.js'

const rig = () => new Rig(map, new FieldPlant(map)).armed()
const home = map.home.at

describe('stopping', () => {
  it('halting a running skill sends STOP at once, and the robot stands', () => {
    const r = rig()
    const tree = r.tree(treeOf('<MoveToZone zone="8"/>'))
    for (let i = 0; i < 50; i++) r.period(() => tree.tick())
    expect(r.robot.state().robot.moving).toBe(true)
    r.period(() => tree.halt())
    expect(r.sent.at(-1)?.kind).toBe('stop')
    for (let i = 0; i < 50; i++) r.period()
    expect(r.robot.state().robot.moving).toBe(false)
    expect(r.commands()).toMatchObject({ moveTo: 1, stop: 1 })
  })

  it('a skill that begins after a halt waits until the robot stands, and is not refused', () => {
    const r = rig()
    const body = '<Fallback><Timeout msec="1500"><MoveToZone zone="8"/></Timeout><MoveToHome/></Fallback>'
    expect(r.run(treeOf(body)).status).toBe('SUCCESS')
    expect(r.refusals).toEqual([])
    expect(r.robot.state().robot.place).toEqual({ kind: 'home' })
    expect(r.feedback.map(({ skill, kind }) => `${skill} ${kind}`)).toEqual(['MoveToHome done'])
  })

  it('a grip that is cut off is finished by the next attempt', () => {
    const r = rig()
    const body =
      '<Sequence><MoveToZone zone="1"/><Fallback><Timeout msec="2000"><LoadBlocks/></Timeout><LoadBlocks/></Fallback>' +
      '<MoveToZone zone="2"/></Sequence>'
    expect(r.run(treeOf(body)).status).toBe('SUCCESS')
    expect(r.plant.carried.size).toBe(4)
  })

  it('a rotation that is cut off leaves the faces unknown, and gripper and robot usable', () => {
    const r = rig()
    const body =
      '<Sequence><MoveToZone zone="1"/><LoadBlocks/><Fallback><Timeout msec="1000"><RotateBlocks mask="1111"/></Timeout>' +
      '<AlwaysSuccess/></Fallback><MoveToZone zone="2"/><UnloadBlocks/></Sequence>'
    expect(r.run(treeOf(body)).status).toBe('SUCCESS')
    expect(r.refusals).toEqual([])
  })

  it('robot.stop: the running skill fails and says why', () => {
    const r = rig()
    const { status } = r.run(treeOf('<MoveToZone zone="8"/>'), (seconds) => {
      if (seconds > 1 && !r.sent.some(({ kind }) => kind === 'stop')) r.robot.stop()
    })
    expect(status).toBe('FAILURE')
    expect(r.feedback.at(-1)).toMatchObject({ kind: 'exec_fail', text: 'the robot was stopped' })
  })
})

describe('law 7: nothing moves before the robot is armed', () => {
  it('every command is refused, and no actuation reaches the wire', () => {
    const r = new Rig(map, new FieldPlant(map))
    for (let i = 0; i < 20; i++) r.period()
    expect(r.robot.armState()).toEqual({ kind: 'unarmed' })
    r.run(treeOf('<MoveToZone zone="1"/>'))
    expect(r.refusals).toMatchObject([{ checkId: 'position-known' }])
    expect(r.feedback[0]?.text).toMatch(/put it at home and set its pose/)
    expect(r.commands()).toEqual({})
  })

  it('an e-stop ends the action; the twin refuses until it is reset by arming again', () => {
    const r = rig()
    const { status } = r.run(
      treeOf('<RetryUntilSuccessful num_attempts="3"><MoveToZone zone="8"/></RetryUntilSuccessful>'),
      (seconds) => {
        r.plant.estop = seconds > 1
      },
    )
    expect(status).toBe('FAILURE')
    expect(r.feedback.map(({ kind }) => kind)).toEqual(['exec_fail', 'twin_reject', 'twin_reject'])
    expect(r.refusals[0]).toMatchObject({ checkId: 'estop-clear' })

    r.armed()
    expect(r.robot.armState()).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining('release the button') as string,
    })
    r.plant.estop = false
    for (let i = 0; i < 100; i++) r.period()
    r.plant.x = home.x
    r.plant.y = home.y
    r.armed()
    expect(r.robot.armState()).toEqual({ kind: 'armed' })
    expect(r.run(treeOf('<MoveToZone zone="1"/>')).status).toBe('SUCCESS')
    expect(r.robot.state().robot.place).toEqual(zoneAt(1))
  })
})
