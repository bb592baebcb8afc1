import { describe, expect, it } from 'vitest'
import { describeLate, tenths } from '#app/command-line/words.js'
import { resumedLines, signed } from '#terminal/lines.js'
import type { TimingReport } from '#runtime/timing/timing.js'

const SPREAD = { count: 100, p50: 9.3, p99: 245.6, p999: 300, max: 310 }
const QUIET: TimingReport = {
  eventLoop: SPREAD,
  stood: 0,
  reflex: null,
  heartbeat: { count: 50, worstMs: 60, over120: 0, over200: 0 },
}

describe('what was late in a way that matters', () => {
  it('says nothing of figures within the limits, nor of a program that stood still in virtual time', () => {
    expect(describeLate(QUIET)).toBeUndefined()
    expect(describeLate({ ...QUIET, stood: 4 })).toBeUndefined()
  })

  it('says in words what was late', () => {
    expect(describeLate({ ...QUIET, stood: 4, reflex: SPREAD })).toMatch(/^the program stood still 4 times/)
    const gaps = { count: 50, worstMs: 180, over120: 1, over200: 0 }
    expect(describeLate({ ...QUIET, heartbeat: gaps })).toMatch(/^1 heartbeat came more than 120 ms/)
  })
})

it('what rounds to nothing has no minus sign', () => {
  expect([-0.04, 0, 0.04, -0.06].map(tenths)).toEqual(['0.0', '0.0', '0.0', '-0.1'])
  expect([-0.04, 1.25, -3].map(signed)).toEqual(['+0.0', '+1.3', '-3.0'])
})

it('a run that goes on says where', () => {
  expect(resumedLines([])).toEqual([])
  expect(resumedLines(['episode 1'])).toEqual(['resumed at episode 2'])
})
