import { describe, expect, it } from 'vitest'
import type { FaceReading } from '#robots/field/skills/host.js'
import { map, zoneAt } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { mission, Rig, treeOf } from './support/rig.js'

const rig = (faces?: () => FaceReading) =>
  new Rig(map, new FieldPlant(map), { read: faces ?? (() => ({ state: 'pending' })) }).armed()
const LOADED = '<MoveToZone zone="1"/><LoadBlocks/>'

describe('skills on the real firmware, in virtual time', () => {
  it('runs the initial tree in 12.8 s: two moves, one grip, one release, nothing else', () => {
    const r = rig()
    const { status, seconds } = r.run(mission('initial.xml'))
    expect(status).toBe('SUCCESS')
    expect(Math.abs(seconds - 12.8)).toBeLessThan(0.2)
    expect(r.commands()).toEqual({ setPose: 1, moveTo: 2, grip: 1, release: 1 })
    expect([...(r.plant.blocks.get(2) ?? [])]).toEqual([0, 1, 2, 3])
    expect([r.refusals, r.drifts]).toEqual([[], []])
  })

  it('VRL-27: both reconstructed trees of Fig. 9 and the best one run through', () => {
    for (const name of ['reference/best-F1.xml', 'reference/fig9-after.xml', 'reference/fig9-before.xml']) {
      const r = rig()
      expect(r.run(mission(name)).status, name).toBe('SUCCESS')
      expect(r.plant.blocks.get(4)?.size, name).toBe(4)
      expect([r.refusals, r.drifts], name).toEqual([[], []])
    }
  })

  it('AMB-10: a step counts only after the sensors have shown its outcome', () => {
    const r = rig()
    r.run(treeOf('<MoveToZone zone="3"/>'))
    expect(r.robot.state().robot.place).toEqual(zoneAt(3))
    expect(r.feedback).toMatchObject([
      {
        kind: 'done',
        skill: 'MoveToZone',
        path: '/',
        reminder: 'the robot is at load zone 3 with nothing in the gripper',
      },
    ])
  })

  it('position 2 docks 20 mm nearer the far side', () => {
    const r = rig()
    r.run(treeOf('<MoveToZone zone="5" position="2"/>'))
    expect(r.plant.y).toBeCloseTo(0.47, 2)
  })

  it('MoveCursor docks, pushes, and has nothing to do the second time', () => {
    const r = rig()
    expect(r.run(treeOf('<Sequence><MoveCursor/><MoveCursor/></Sequence>')).status).toBe('SUCCESS')
    expect(r.commands()).toMatchObject({ moveTo: 1, push: 1 })
    expect(r.robot.state().shelf).toBe('target')
  })

  it('RotateBlocks turns the cups of the mask that hold a block; 0000 leaves nothing to do', () => {
    const r = rig()
    r.plant.blocks.get(1)?.delete(3)
    r.plant.leaking.add(3)
    const twice = `<Sequence><Fallback><Sequence>${LOADED}</Sequence><AlwaysSuccess/></Fallback><RotateBlocks mask="1001"/><RotateBlocks mask="0000"/></Sequence>`
    expect(r.run(treeOf(twice)).status).toBe('SUCCESS')
    expect(r.sent.filter(({ kind }) => kind === 'rotate')).toMatchObject([{ mask: 0b0001 }])
    expect(r.robot.state().gripper.rotator).toEqual({ end: 1, turning: false })
  })

  it('CustomDelay waits its seconds of virtual time', () => {
    expect(rig().run(treeOf('<CustomDelay duration="3.0"/>')).seconds).toBeCloseTo(3, 1)
  })

  it('a second action of a Parallel waits until the body is free', () => {
    const r = rig()
    const { status } = r.run(treeOf(`<Parallel><MoveToZone zone="1"/><LoadBlocks/></Parallel>`))
    expect(status).toBe('SUCCESS')
    expect(r.plant.carried.size).toBe(4)
    expect(r.refusals).toEqual([])
  })
})

describe('AMB-41: reading faces', () => {
  const body =
    '<Sequence><ReadFaces zone="1" faces="{f}"/><MoveToZone zone="1"/><LoadBlocks/><RotateBlocks mask="{f}"/></Sequence>'

  it('waits for the picture and hands its mask to RotateBlocks', () => {
    let asked = 0
    const r = rig(() => (++asked < 5 ? { state: 'pending' } : { state: 'ready', mask: '0110' }))
    expect(r.run(treeOf(body)).status).toBe('SUCCESS')
    expect(r.sent.find(({ kind }) => kind === 'rotate')).toMatchObject({ mask: 0b0110 })
    expect(r.robot.state().gripper.cups.map((cup) => cup?.face)).toEqual(['blue', 'blue', 'blue', 'blue'])
    expect(r.robot.state().zones.get(3)?.slots[0]).toEqual({ face: 'unknown' })
  })

  it('fails with the reason when no picture comes, cannot be read, or no zone is meant', () => {
    const silent = rig()
    expect(silent.run(treeOf(body))).toMatchObject({ status: 'FAILURE' })
    expect(silent.feedback[0]).toMatchObject({ kind: 'exec_fail', text: 'no picture of zone 1 within 5 s' })
    const blind = rig(() => ({ state: 'failed', text: 'the picture is dark' }))
    blind.run(treeOf(body))
    expect(blind.feedback[0]?.text).toBe('the faces of zone 1 cannot be read: the picture is dark')
    const lost = rig()
    lost.run(treeOf('<ReadFaces faces="{f}"/>'))
    expect(lost.feedback[0]).toMatchObject({
      kind: 'twin_reject',
      text: expect.stringContaining('give zone') as string,
    })
  })

  it('a mask that nobody has read is refused', () => {
    const r = rig()
    r.run(treeOf(`<Sequence>${LOADED}<RotateBlocks mask="{f}"/></Sequence>`))
    expect(r.feedback.at(-1)).toMatchObject({
      kind: 'twin_reject',
      text: expect.stringContaining('{faces}') as string,
    })
  })
})
