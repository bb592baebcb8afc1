import { describe, expect, it } from 'vitest'
import { EstopCause } from '#link/messages.gen.js'
import { describeLatch } from '#robots/field/actuation.js'

describe('who or what latched the emergency stop', () => {
  it.each([
    ['encoderFault', /^the motors were cut: the encoder of wheel 2 does not show what its motor does/],
    ['wheelJammed', /^the motors were cut: wheel 2 is jammed$/],
    ['host', /^the emergency stop was asked for$/],
  ] as const)('%s is told in its own words', (cause, words) => {
    expect(describeLatch({ estopCause: EstopCause[cause], estopWheel: 2 })).toMatch(words)
  })

  it('a button is what is left: without telemetry, and with a cause that is not known here', () => {
    for (const telemetry of [undefined, { estopCause: 0, estopWheel: 0 }, { estopCause: 99, estopWheel: 2 }])
      expect(describeLatch(telemetry)).toBe('the emergency stop was pressed')
  })
})
