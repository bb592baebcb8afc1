import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Pauses } from '#runtime/ending/pauses.js'

it('is one pause however unpunctual the turns are, and all of it counts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.5, max: 90, noNaN: true }), { minLength: 1, maxLength: 60 }),
      (gaps) => {
        const pauses = new Pauses()
        let now = 1000
        const begun = [pauses.recordHold(now, 20)]
        for (const gap of gaps) begun.push(pauses.recordHold((now += gap), 20))
        pauses.end()
        expect(begun.filter(Boolean)).toHaveLength(1)
        expect(pauses.between(0, now + 500)).toBeCloseTo(now - 980, 6)
        expect(pauses.recordHold(now + 20, 20)).toBe(true)
      },
    ),
  )
})
