import { describe, expect, it } from 'vitest'
import { map } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { mission, Rig, treeOf } from './support/rig.js'

const rig = () => new Rig(map, new FieldPlant(map)).armed()

describe('skills on the real firmware', () => {
  it('arms', () => {
    const r = rig()
    expect(r.robot.armState()).toEqual({ kind: 'armed' })
    expect(r.robot.state().robot.place).toEqual({ kind: 'home' })
    expect(r.drifts).toEqual([])
  })

  it('runs the initial tree: 12.8 s', () => {
    const r = rig()
    const { status, seconds } = r.run(mission('initial.xml'))
    console.log(seconds, r.feedback, r.refusals, r.drifts, r.commands())
    expect(status).toBe('SUCCESS')
    expect(Math.abs(seconds - 12.8)).toBeLessThan(0.5)
  })

  it('runs the best tree', () => {
    const r = rig()
    const { status, seconds } = r.run(mission('reference/best-F1.xml'))
    console.log(seconds, r.feedback, r.refusals, r.drifts, r.commands())
    expect(status).toBe('SUCCESS')
  })
  it('tree', () => {
    expect(treeOf('<Sequence><MoveToHome/></Sequence>').main).toBe('Test')
  })
})
