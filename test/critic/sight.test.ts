import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer, FaceSeen } from '#learning/field/critic/dialogue/answer.js'
import { alarmOf } from '#learning/critic/alarm.js'
import { limitedByVisibility } from '#learning/field/critic/dialogue/confidence.js'

const zonesOf = (hidden: number, zones: number): Pick<Answer, 'zones'> => ({
  zones: new Map(
    Array.from({ length: zones }, (_, z) => {
      const face = (slot: number): FaceSeen => (z * 4 + slot < hidden ? 'hidden' : 'blue')
      return [z + 1, { faces: [face(0), face(1), face(2), face(3)], findings: [] }]
    }),
  ),
})

const calls = (c: number): boolean => alarmOf({ s: 0, c }).includes('low_confidence')

describe('a critic that hardly sees anything abstains (AMB-03)', () => {
  it('calls a human when more than half of the slots are hidden, however sure the model is of its words', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(32),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (zones, n, sure) => {
          const hidden = Math.min(n, zones * 4)
          const c = limitedByVisibility(sure, zonesOf(hidden, zones))
          if (hidden > zones * 2) expect(calls(c)).toBe(true)
          else expect(c).toBe(sure)
          expect(c).toBeLessThanOrEqual(sure)
        },
      ),
    )
  })

  it('a field without zones hides nothing', () => {
    expect(limitedByVisibility(0.9, { zones: new Map() })).toBe(0.9)
  })
})
