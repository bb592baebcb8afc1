import { describe, expect, it } from 'vitest'
import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { associate } from '#localisation/scan/associate.js'
import { outlineOf } from '#localisation/scan/outline.js'
import { sightFrom, sightLength } from '#localisation/scan/sight.js'
import { CENTRED } from './support/ray-caster.js'

const SQUARE = outlineOf({
  boards: [
    { from: { x: m(0), y: m(0) }, to: { x: m(2), y: m(0) } },
    { from: { x: m(2), y: m(0) }, to: { x: m(2), y: m(2) } },
  ],
  posts: [{ at: { x: m(1), y: m(1.5) }, radius: m(0.1) }],
})

/** of either sign */
const ZERO = expect.closeTo(0, 12) as number

/** One ray from (1, 1), as a body there without a turn has it. */
const ray = (alongX: number, alongY: number, range: number) => ({ fromX: 0, fromY: 0, alongX, alongY, range })
const HERE = { pose: { x: m(1), y: m(1), theta: rad(0) }, offset: 0 }
const paired = (alongX: number, alongY: number, range: number, gate = 0.3): number =>
  associate([ray(alongX, alongY, range)], SQUARE, HERE, gate).length

describe('the partner of a point', () => {
  it('is the nearest board or post, with the distance along its normal', () => {
    const [below] = associate([ray(0, -1, 1.05)], SQUARE, HERE, 0.3)
    expect(below).toMatchObject({ normalX: ZERO, normalY: 1, byRange: -1 })
    expect(below?.error).toBeCloseTo(-0.05, 12)
    const [post] = associate([ray(0, 1, 0.38)], SQUARE, HERE, 0.3)
    expect(post).toMatchObject({ normalX: ZERO, normalY: -1, byRange: -1 })
    expect(post?.error).toBeCloseTo(0.02, 12)
  })

  it('is none for one that nothing is near, that is near an end, or that its ray met flat', () => {
    expect(paired(0, -1, 0.8)).toBe(1)
    expect(paired(0, -1, 0.8, 0.19)).toBe(0)
    expect(paired(-1, 0, 1)).toBe(0)
    const to = (x: number, y: number): number => {
      const far = Math.hypot(x - 1, y - 1)
      return paired((x - 1) / far, (y - 1) / far, far)
    }
    expect([to(1.975, 0), to(1.985, 0), to(0.025, 0), to(-0.01, 0)]).toEqual([1, 0, 1, 0])
    const flat = (degrees: number): number => {
      const angle = (degrees * Math.PI) / 180
      const low = { ...HERE, pose: { x: m(0.1), y: m(0.2), theta: rad(0) } }
      return associate([ray(Math.sin(angle), -Math.cos(angle), 0.2 / Math.cos(angle))], SQUARE, low, 0.3)
        .length
    }
    expect([flat(74), flat(76)]).toEqual([1, 0])
    expect(paired(0, -1, NaN)).toBe(0)
  })

  it('has an error that grows with pose and offset as it says', () => {
    const rng = stream('jacobian')
    for (let i = 0; i < 200; i++) {
      const angle = 2 * Math.PI * rng.next()
      const pose: Pose = {
        x: m(1 + 0.2 * rng.normal()),
        y: m(0.9 + 0.1 * rng.normal()),
        theta: rad(rng.normal()),
      }
      const from = { fromX: 0.1 * rng.normal(), fromY: 0.1 * rng.normal() }
      const seen = { ...ray(Math.cos(angle), Math.sin(angle), 1), ...from }
      const range = Math.min(sightLength(SQUARE, sightFrom(pose)(seen)), 3) + 0.02 * rng.normal()
      const errorAt = (dx: number, dTheta: number, offset: number): number | undefined => {
        const moved = { x: m(pose.x + dx), y: pose.y, theta: rad(pose.theta + dTheta) }
        return associate([{ ...seen, range }], SQUARE, { pose: moved, offset }, 0.1)[0]?.error
      }
      const [pair] = associate([{ ...seen, range }], SQUARE, { pose, offset: 0 }, 0.1)
      const slope = (dx: number, dTheta: number, offset: number): number =>
        ((errorAt(dx, dTheta, offset) ?? 0) - (errorAt(-dx, -dTheta, -offset) ?? 0)) / 2e-6
      const { normalX, byTurn, byRange } = pair ?? { normalX: 0, byTurn: 0, byRange: 0 }
      const measured = [slope(1e-6, 0, 0), slope(0, 1e-6, 0), slope(0, 0, 1e-6)]
      const said = [normalX, byTurn, byRange]
      expect(measured).toEqual(said.map((value) => expect.closeTo(value, 5) as number))
    }
  })
})

describe('how far one can see', () => {
  it.each([
    [0, -1, 1],
    [0, 1, 0.4],
    [1, 0, 1],
    [-1, 0, Infinity],
  ])('from the middle along (%s, %s): %s m', (x, y, metres) => {
    expect(sightLength(SQUARE, sightFrom({ ...CENTRED, x: m(1), y: m(1) })(ray(x, y, NaN)))).toBeCloseTo(
      metres,
      12,
    )
  })
})
