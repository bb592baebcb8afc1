import { describe, expect, it } from 'vitest'
import { rig } from './support/rig.js'

const TOKENS = ['S', 'F', 'R'] as const
const tapes = (length: number): string[] =>
  length === 0 ? [''] : tapes(length - 1).flatMap((tape) => TOKENS.map((token) => tape + token))

describe('VRL-28: a SubTree directly below a retry needs no Sequence around it', () => {
  const inner = '<BehaviorTree ID="X"><Sequence><A/></Sequence></BehaviorTree>'
  const bare = '<RetryUntilSuccessful num_attempts="2"><SubTree ID="X"/></RetryUntilSuccessful>'
  const wrapped = bare.replace('<SubTree ID="X"/>', '<Sequence><SubTree ID="X"/></Sequence>')
  const all = [1, 2, 3, 4].flatMap(tapes)

  it('gives the same statuses and the same calls for all 120 outcomes of up to four ticks, and when halted', () => {
    expect(all).toHaveLength(120)
    for (const tape of all) {
      for (const haltAfter of [undefined, 1, 2, 3]) {
        const runs = [bare, wrapped].map((body) => {
          const r = rig(body, { A: tape }, inner)
          const statuses = [...'123456'].map((_, tick) => {
            if (tick === haltAfter) r.tree.halt()
            return r.tick()
          })
          return { statuses, calls: r.calls['A'] }
        })
        expect(runs[0], `${tape} halt ${haltAfter}`).toEqual(runs[1])
      }
    }
  })
})
