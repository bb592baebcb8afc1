import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { BASE_GEOMETRY, dot, kinematicsOf, wrapped, type Triple } from '#localisation/filter/kinematics.js'
import type { BaseGeometry, WheelGeometry } from '#localisation/filter/kinematics.js'

const rng = stream('kinematics')
const some = (): Triple => [rng.normal(), rng.normal(), rng.normal()]

describe('kinematicsOf', () => {
  it('is the forward kinematics of fw_base.c for the wheels of the controller', () => {
    const { rows, radii } = kinematicsOf(BASE_GEOMETRY)
    for (let i = 0; i < 100; i++) {
      const [a, b, c] = some()
      expect(dot(rows[0], [a, b, c])).toBeCloseTo((2 / 3) * (-0.8660254 * a + 0.8660254 * c), 7)
      expect(dot(rows[1], [a, b, c])).toBeCloseTo((2 / 3) * (0.5 * a - b + 0.5 * c), 7)
      expect(dot(rows[2], [a, b, c])).toBeCloseTo((a + b + c) / 0.45, 12)
    }
    expect(radii).toEqual([0.05, 0.05, 0.05])
  })

  it('gives back the motion of any base from what its rims roll', () => {
    for (let i = 0; i < 200; i++) {
      const wheel = (degrees: number): WheelGeometry => ({
        radius: m(0.02 + 0.1 * rng.next()),
        distance: m(0.05 + 0.4 * rng.next()),
        angle: rad(((degrees + 30 * (rng.next() - 0.5)) * Math.PI) / 180),
      })
      const base: BaseGeometry = { ...BASE_GEOMETRY, wheels: [wheel(60), wheel(180), wheel(300)] }
      const [x, y, turn] = some()
      const rims = base.wheels.map(
        ({ angle, distance }) => -Math.sin(angle) * x + Math.cos(angle) * y + distance * turn,
      ) as unknown as Triple
      const { rows } = kinematicsOf(base)
      expect(dot(rows[0], rims)).toBeCloseTo(x, 10)
      expect(dot(rows[1], rims)).toBeCloseTo(y, 10)
      expect(dot(rows[2], rims)).toBeCloseTo(turn, 10)
    }
  })

  it('refuses wheels that cannot move a body everywhere, and sizes that are none', () => {
    const [one] = BASE_GEOMETRY.wheels
    const none = { ...one, radius: m(0) }
    const [, two, three] = BASE_GEOMETRY.wheels
    expect(() => kinematicsOf({ ...BASE_GEOMETRY, wheels: [one, one, one] })).toThrow(RangeError)
    expect(() => kinematicsOf({ ...BASE_GEOMETRY, wheels: [none, two, three] })).toThrow(RangeError)
    const unknown = { ...one, angle: rad(NaN) }
    expect(() => kinematicsOf({ ...BASE_GEOMETRY, wheels: [unknown, two, three] })).toThrow(RangeError)
  })
})

describe('wrapped', () => {
  it('keeps the direction and lies within (−π, π]', () => {
    for (let i = 0; i < 1000; i++) {
      const angle = 30 * rng.normal()
      const same = wrapped(angle)
      expect(same).toBeGreaterThan(-Math.PI)
      expect(same).toBeLessThanOrEqual(Math.PI)
      expect(Math.sin(same)).toBeCloseTo(Math.sin(angle), 10)
      expect(Math.cos(same)).toBeCloseTo(Math.cos(angle), 10)
    }
    expect([Math.PI, -Math.PI, 3 * Math.PI, 0].map(wrapped)).toEqual([Math.PI, Math.PI, Math.PI, 0])
  })
})
