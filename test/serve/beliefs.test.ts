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
})
