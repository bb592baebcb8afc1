import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forward, inverse, RANGE, type Joints } from '#tabletop/arm/kinematics.js'
import { axis, length, pointingDown, quaternionOf, subtract } from '#tabletop/arm/pose.js'

const joints = fc.tuple(
  ...RANGE.map(([low, high]) => fc.double({ min: low, max: high, noNaN: true })),
) as fc.Arbitrary<[number, number, number, number, number, number]>

test('the inverse of the kinematics gives angles that reach the same pose', () => {
  fc.assert(
    fc.property(joints, joints, (there, here) => {
      const pose = forward(there)
      const found = inverse(pose, here)
      // an arm bent over backwards has its wrist behind the base: the inverse only turns the base towards it
      if (!found.ok) return
      const reached = forward(found.value)
      expect(length(subtract(reached.position, pose.position))).toBeLessThan(1e-6)
      expect(length(subtract(axis(reached.rotation, 0), axis(pose.rotation, 0)))).toBeLessThan(1e-5)
      // fingers may have changed sides
      const fingers = axis(reached.rotation, 1)
      const wanted = axis(pose.rotation, 1)
      const same = length(subtract(fingers, wanted))
      expect(
        Math.min(same, length([fingers[0] + wanted[0], fingers[1] + wanted[1], fingers[2] + wanted[2]])),
      ).toBeLessThan(1e-4)
    }),
    { numRuns: 2_000 },
  )
})

test('everything over the table within 70 cm of the shoulder is reached from above, the fingers in any direction', () => {
  const home: Joints = [0, -1.2, 1.9, 0, 0.9, 0]
  fc.assert(
    fc.property(
      fc.double({ min: 0.25, max: 0.68, noNaN: true }),
      fc.double({ min: -1.2, max: 1.2, noNaN: true }),
      fc.double({ min: 0.005, max: 0.3, noNaN: true }),
      fc.double({ min: 0, max: Math.PI, noNaN: true }),
      (radius, bearing, z, yaw) => {
        const position = [radius * Math.cos(bearing), radius * Math.sin(bearing), z] as const
        expect(inverse({ position, rotation: pointingDown(yaw) }, home).ok).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what is out of reach is refused with a sentence', () => {
  const far = inverse({ position: [1.2, 0, 0.1], rotation: pointingDown(0) }, [0, -1, 1, 0, 1, 0])
  expect(far).toEqual({ ok: false, error: 'it is out of reach: (1.200, 0.000, 0.100) m from the base' })
})

test('a rotation and its quaternion turn a vector alike', () => {
  fc.assert(
    fc.property(joints, (angles) => {
      const { rotation } = forward(angles)
      const [w, x, y, z] = quaternionOf(rotation)
      expect(Math.hypot(w, x, y, z)).toBeCloseTo(1, 9)
      const again = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
      ]
      const apart = again.flatMap((row, i) =>
        row.map((value, j) => Math.abs(value - (rotation[i]?.[j] ?? 0))),
      )
      expect(Math.max(...apart)).toBeLessThan(1e-9)
    }),
    { numRuns: 2_000 },
  )
})
