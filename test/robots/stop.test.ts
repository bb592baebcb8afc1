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
    const before = r.sent.length
    r.period(() => tree.halt())
    expect(r.sent[before]?.kind).toBe('stop')
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

  const cutOff = (skill: string, milliseconds: number): string =>
    `<Fallback><Timeout msec="${milliseconds}">${skill}</Timeout><AlwaysSuccess/></Fallback>`
  const loaded = '<MoveToZone zone="1"/><LoadBlocks/>'

  it('a rotation that is cut off stays half way: nothing is laid down until the same turn is finished', () => {
    const r = rig()
    const body = `<Sequence>${loaded}${cutOff('<RotateBlocks mask="0110"/>', 1000)}<MoveToZone zone="2"/><UnloadBlocks/></Sequence>`
    expect(r.run(treeOf(body)).status).toBe('FAILURE')
    expect(r.robot.state().gripper.rotator).toEqual({ end: 0, turning: true, mask: '0110' })
    expect(r.refusals).toMatchObject([{ checkId: 'rotator-at-rest' }])
    expect(r.feedback.at(-1)?.text).toMatch(/run RotateBlocks mask="0110" to finish its turn/)

    expect(r.run(treeOf('<RotateBlocks mask="1111"/>')).status).toBe('FAILURE')
    const rest = '<Sequence><RotateBlocks mask="0110"/><UnloadBlocks/></Sequence>'
    expect(r.run(treeOf(rest)).status).toBe('SUCCESS')
    expect(r.robot.state().gripper.rotator).toEqual({ end: 1, turning: false })
  })

  it('a turn that was cut off is finished when a block was lost meanwhile', () => {
    const r = rig()
    r.run(treeOf(`<Sequence>${loaded}${cutOff('<RotateBlocks mask="0110"/>', 1000)}</Sequence>`))
    r.plant.drop(1)
    const rest = '<Sequence><CustomDelay duration="1.0"/><RotateBlocks mask="0110"/></Sequence>'
    expect(r.run(treeOf(rest)).status).toBe('SUCCESS')
    expect(r.refusals).toEqual([])
  })

  it('a rotation that is cut off again and again makes its way', () => {
    const r = rig()
    const again = `<RetryUntilSuccessful num_attempts="2"><Timeout msec="1000"><RotateBlocks mask="1111"/></Timeout></RetryUntilSuccessful>`
    const { status } = r.run(
      treeOf(`<Sequence>${loaded}<Fallback>${again}<RotateBlocks mask="1111"/></Fallback></Sequence>`),
    )
    expect(status).toBe('SUCCESS')
    expect(r.refusals).toEqual([])
  })

  it.each([600, 1_400, 2_000, 2_700])(
    'a release that is cut off after %i ms is finished by the next attempt, and the robot drives on',
    (milliseconds) => {
      const r = rig()
      const unload = '<UnloadBlocks/>'
      const body = `<Sequence>${loaded}<MoveToZone zone="2"/>${cutOff(unload, milliseconds)}${unload}<MoveToHome/></Sequence>`
      expect(r.run(treeOf(body)).status).toBe('SUCCESS')
      expect(r.plant.blocks.get(2)?.size).toBe(4)
      expect(r.refusals).toEqual([])
    },
  )

  it('after an e-stop in mid-rotation and arming again, the turn that was cut off can be finished', () => {
    const r = rig()
    r.run(treeOf(`<Sequence>${loaded}<RotateBlocks mask="1111"/></Sequence>`), () => {
      r.plant.estop ||= r.robot.state().gripper.rotator.turning
    })
    r.plant.estop = false
    for (let i = 0; i < 20; i++) r.period()
    r.armed()
    const { rotator } = r.robot.state().gripper
    for (let i = 0; i < 250; i++) r.period()
    expect(r.robot.state().gripper.rotator).toEqual(rotator)
    expect(r.run(treeOf('<RotateBlocks mask="1111"/>')).status).toBe('SUCCESS')
    expect(r.robot.state().gripper.rotator).toEqual({ end: 1, turning: false })
  })

  describe('a STOP, and the halt of the tree after it', () => {
    /** Halts this skill after so many ms, as the end of an episode does. */
    const halted = (r: ReturnType<typeof rig>, skill: string, ms: number): void => {
      const tree = r.tree(treeOf(skill))
      for (const until = r.clock.now() + ms; r.clock.now() < until;) r.period(() => tree.tick())
      r.period(() => {
        r.robot.stop()
        tree.halt()
      })
      for (let turn = 0; turn < 50; turn++) r.period()
    }
    const moments = Array.from({ length: 21 }, (_, i) => 1000 + 20 * i)

    it('leave nothing unexplained: neither a grip nor a release that was under way is a drift', () => {
      const drifts = moments.flatMap((ms) => {
        const [grips, releases] = [rig(), rig()]
        grips.run(treeOf('<MoveToZone zone="1"/>'))
        halted(grips, '<LoadBlocks/>', ms)
        releases.run(treeOf(`<Sequence>${loaded}<MoveToZone zone="2"/></Sequence>`))
        halted(releases, '<UnloadBlocks/>', ms)
        return [...grips.drifts, ...releases.drifts].map(({ text }) => `${ms}: ${text}`)
      })
      expect(drifts).toEqual([])
    })

    it('explain nothing once the robot is at rest, even if somebody stops it again', () => {
      const r = rig()
      r.run(treeOf(`<Sequence>${loaded}<MoveToZone zone="2"/></Sequence>`))
      halted(r, '<UnloadBlocks/>', 100)
      r.robot.stop()
      r.plant.drop(1)
      for (let turn = 0; turn < 20; turn++) r.period()
      expect(r.drifts.map(({ kind }) => kind)).toEqual(['block-lost'])
    })
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
