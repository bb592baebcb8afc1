import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FarEnd, telemetry } from './support/far-end.js'

describe('the heartbeat of a loop whose turns come early and late', () => {
  it('leaves at every second turn: neither at every third, nor faster than the controller takes for a pace', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 20, maxLength: 200 }),
        (tenths) => {
          const far = new FarEnd().connect()
          const beats: number[] = []
          let due = far.clock.now() as number
          for (const late of tenths) {
            due += 20
            far.clock.advance(Math.max(0, due + late / 10 - far.clock.now()))
            far.say(telemetry({ tMs: Math.round(due) }))
            far.session.allowHeartbeat()
            far.session.poll()
            if (far.hear().some(({ kind }) => kind === 'heartbeat')) beats.push(far.clock.now())
          }
          const gaps = beats.slice(1).map((t, i) => t - (beats[i] as number))
          expect(gaps.length).toBeGreaterThan(5)
          expect(Math.max(...gaps)).toBeLessThan(50)
          expect(Math.min(...gaps)).toBeGreaterThan(25)
        },
      ),
    )
  })
})
