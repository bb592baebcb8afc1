import { describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { act, tableOf } from './support.js'

/** Newtons: twice what a pull may feel. */
const HARDEST_N = 50

describe('an arm that comes down on a thing that is wider than its gripper opens', needs('MuJoCo'), () => {
  it.each([
    ['plate', 'bench 14 wide', 0.0938],
    ['plate', 'bench 5 wide', 0.0921],
    // higher than the usual last part of an approach
    ['cup', 'bench 14 wide', 0.0912],
  ])('meets the rim of the %s gently (%s, %f m)', async (item, seed, metres) => {
    const width = new Map([[item, metres]])
    const table = await tableOf({ seed, variation: { width }, declared: new Map([[item, 0.0815]]) })
    let hardest = 0
    const outcome = act(table, 'Pick', { item }, () => {
      hardest = Math.max(hardest, Math.hypot(...table.physics.wristForce))
    })
    table.close()
    expect(outcome.status === 'failed' ? outcome.reason : '').toContain('the gripper met something')
    expect(hardest).toBeLessThan(HARDEST_N)
  })
})
