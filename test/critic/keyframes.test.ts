import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyFrames, salience } from '#learning/field/critic/lagea/keyframes.js'
import { progressOf } from '#learning/field/critic/lagea/progress.js'
import type { CriticReport } from '#learning/critic/report.js'
import { MAP } from './support/field.js'
import { evidence, robotAt } from './support/trace.js'

describe('LAGEA-07, LAGEA-08: salience', () => {
  test('by hand: s = 0 0 1 1, v = 0 0 1 0, a = 0 0 1 −1', () => {
    const root3 = Math.sqrt(3)
    const p = salience([0, 0, 1, 1], { near: 0.5, speed: 0.25, turn: 0.25 })
    // z(s) = ∓1; z(|v|) = −1/√3, −1/√3, √3, −1/√3; z(|a|) = −1, −1, 1, 1
    const expected = [
      -0.25 / root3 - 0.25,
      -0.25 / root3 - 0.25,
      0.5 + 0.25 * root3 + 0.25,
      0.5 - 0.25 / root3 + 0.25,
    ]
    p.forEach((value, t) => expect(value).toBeCloseTo(expected[t] as number, 12))
  })

  test('a constant series has no salience and no NaN; weights that do not add up are refused', () => {
    expect(salience([0.4, 0.4, 0.4])).toEqual([0, 0, 0])
    expect(salience([])).toEqual([])
    expect(() => salience([0, 1], { near: 0.5, speed: 0.5, turn: 0.5 })).toThrow(RangeError)
  })
})

test('LAGEA-09: endpoints, number, spacing and order of key frames', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 2, maxLength: 60 }),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 1, max: 7 }),
      (p, most, spacing) => {
        const keys = keyFrames(p, most, spacing)
        expect(keys[0]).toBe(0)
        expect(keys.at(-1)).toBe(p.length - 1)
        expect(keys.length).toBeLessThanOrEqual(Math.max(2, most))
        for (const [i, key] of keys.slice(1).entries()) {
          const gap = key - (keys[i] as number)
          expect(gap).toBeGreaterThan(0)
          // the two ends are there however near they are
          expect(gap).toBeGreaterThanOrEqual(keys.length > 2 ? Math.min(spacing, p.length - 1) : 1)
        }
      },
    ),
  )
  expect(keyFrames([0, 1, 1, 0], 3, 1)).toEqual([0, 1, 3])
})

describe('the symbolic progress signal', () => {
  const report = (s: number): CriticReport => ({
    mode: 'final',
    episode: 1,
    step: 0,
    outcome: 'unknown',
    issues: [],
    s,
    c: 1,
    summary: '',
    raw: '',
    model: 'scripted',
    frames: [],
  })
  const full = { 1: '1111', 3: '1111', 5: '1111', 7: '1111' }
  const home = robotAt(MAP.home.at.x, MAP.home.at.y)

  test('rises with every block that is unloaded and falls with what the critic finds', () => {
    const at = (zones: Record<number, string>) => progressOf(MAP, evidence(zones, home), report(0))
    const [none, one, all] = [
      at(full),
      at({ ...full, 1: '0000', 2: '1111' }),
      at({ 2: '1111', 4: '1111', 6: '1111', 8: '1111' }),
    ]
    expect(none).toBeLessThan(one)
    expect(one).toBeLessThan(all)
    expect(progressOf(MAP, evidence(full, home), report(0.6))).toBeCloseTo(none - 0.6, 12)
  })

  test('stays in [−1, 1], also without sensors', () => {
    expect(progressOf(MAP, undefined, report(1))).toBe(-1)
    const done = { 1: '0000', 3: '0000', 5: '0000', 7: '0000', 2: '1111', 4: '1111', 6: '1111', 8: '1111' }
    const best = evidence(done, { ...home, shelf: 'target' })
    expect(progressOf(MAP, best, report(0))).toBeCloseTo(1, 12)
  })
})
