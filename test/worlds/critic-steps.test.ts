import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import type { TraceEvent } from '#bt/trace.js'
import { worldCritic } from '#learning/world/critic.js'

const event = (seq: number, node: string, to: TraceEvent['to'], reason?: string): TraceEvent => ({
  seq,
  t: ms(100),
  path: `/0/${node}` as TraceEvent['path'],
  node,
  args: {},
  from: 'IDLE',
  to,
  attempt: 1,
  ...(reason !== undefined && { reason }),
})

/** Two steps that end in one turn: the second fails before anybody has judged the first. */
const TRACE = [event(0, 'Pick', 'SUCCESS'), event(1, 'GoTo', 'FAILURE', 'failed: the door is closed')]
const EVIDENCE = {
  goals: [],
  surprises: [
    { text: 'the mug is not on the table', seq: 0 },
    { text: 'the door is closed', seq: 1 },
  ],
}
const report = (step: number, from: number, to: number): ReturnType<typeof worldCritic.intermediate> =>
  worldCritic.intermediate({
    episode: 1,
    step,
    frame: null,
    doc: { main: 'M', trees: [] },
    trace: TRACE,
    part: { from, to },
    evidence: EVIDENCE,
  })

describe('the critic of a world', () => {
  it('tells a finding at the step at which it is seen', async () => {
    const [first, second] = [await report(1, 0, 0), await report(2, 1, 1)]
    expect(first.issues.map(({ explanation }) => explanation)).toEqual(['the mug is not on the table'])
    expect(first.s).toBe(0.3)
    expect(second.issues.map(({ explanation }) => explanation)).toEqual([
      'GoTo failed: the door is closed',
      'the door is closed',
    ])
    expect(second.s).toBe(0.5)
  })

  it('tells all of them at the end', async () => {
    const final = await worldCritic.final({
      episode: 1,
      frame: null,
      doc: { main: 'M', trees: [] },
      trace: TRACE,
      evidence: EVIDENCE,
      endReason: 'tree-failure',
    })
    expect(final.issues).toHaveLength(3)
  })
})
