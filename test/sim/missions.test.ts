import { describe, expect, it } from 'vitest'
import { score } from '../../src/learning/score.js'
import { FAULT_PROFILES } from '../../src/sim/world/faults.js'
import { createWorld } from '../../src/sim/world/world.js'
import { mission, Rig } from '../robot/support/rig.js'
import { benchmarkField, benchmarkMap } from './support/field.js'

function play(tree: string, ...orange: string[]) {
  const world = createWorld({
    setup: benchmarkField(...orange),
    seed: 1,
    episode: 1,
    faults: FAULT_PROFILES.none,
  })
  const rig = new Rig(benchmarkMap, world).armed()
  const { status, seconds } = rig.run(mission(tree))
  const facts = world.facts()
  return { status, seconds, facts, total: score(facts).total, refusals: rig.refusals, feedback: rig.feedback }
}

// The whole body without its critic: trees on the real firmware in the simulated world, without faults.
describe('missions on the virtual robot (benchmarks §6.1)', () => {
  it('the initial tree scores 37.2 on F1 (VRL-03)', () => {
    const { status, facts, total } = play('initial.xml')
    expect(status).toBe('SUCCESS')
    expect(facts).toMatchObject({ correct: 4, fullBatches: 1, incorrect: 0, outside: 0, robotHome: false })
    expect(Math.abs(total - 37.2)).toBeLessThan(0.7)
  })

  it('the reference plan reaches the tabulated maximum of F1 within 2 s', () => {
    const { status, facts, total, feedback } = play('reference/best-F1.xml')
    expect({ status, failures: feedback.filter(({ kind }) => kind !== 'done') }).toEqual({
      status: 'SUCCESS',
      failures: [],
    })
    expect(facts).toMatchObject({ correct: 16, fullBatches: 4, robotHome: true, shelfAtTarget: true })
    expect(Math.abs(total - 159.7)).toBeLessThan(2)
  })
})
