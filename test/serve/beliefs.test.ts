import { describe, expect, it } from 'vitest'
import { m, rad } from '#base/units.js'
import { beliefsOf } from '#runtime/field/beliefs.js'
import { next } from '#twin/field/belief.js'
import { at, map, start, zoneAt } from '../twin/field.js'

const poseIn = (state: typeof start): string | undefined =>
  beliefsOf(state, map).find(({ subject }) => subject === 'pose')?.text

describe('what the twin believes, in words', () => {
  it('a pose that is not known yet is said to be so', () => {
    const unknown = { x: m(NaN), y: m(NaN), theta: rad(0) }
    expect(poseIn(next(start, { robot: { ...start.robot, pose: unknown } }))).toBe('not known yet')
    expect(poseIn(at(zoneAt(1)))).toMatch(/^x \d\.\d{3} m, y \d\.\d{3} m, -?\d+\.\d°$/)
  })

  it('a pose that is nearly zero has no sign', () => {
    const home = { x: m(-0.0001), y: m(0), theta: rad(-0.0001) }
    expect(poseIn(next(start, { robot: { ...start.robot, pose: home } }))).toBe('x 0.000 m, y 0.000 m, 0.0°')
  })

  it('slots count from 0, as in the words of critic and log', () => {
    const cups = [null, { from: 7, slot: 1, face: 'blue' }, null, null] as const
    const held = next(start, { gripper: { ...start.gripper, cups } })
    const text = beliefsOf(held, map).find(({ subject }) => subject === 'gripper')?.text
    expect(text).toMatch(/^cups · 7\/1 · ·, /)
  })
})
