import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { TREE_LIMITS } from '#app/tree-limits.js'
import { TreeWorker } from '#service/trees/tree-worker.js'
import { loopTree, sleepyTree } from './support/large-trees.js'

/** a turn of the reflex loop, and the silence after which the controller stops by itself, ms */
const TURN = 20
const LATE = 200
const library = readLibrary()

describe('large trees and the turns of the reflex loop', () => {
  const bench = new TreeWorker(() => undefined, { library, subtrees: robotSubtrees(library) }, 30_000)
  beforeAll(async () => {
    must(await bench.check(sleepyTree(3), 'the first one'), 'the process is there')
  }, 60_000)
  afterAll(() => bench.close())

  it('a loop of 20,000 items and trees at the limits are staged, compared and drawn beside them', async () => {
    const large = { hash: 'a1', xml: sleepyTree(TREE_LIMITS.nodes - 1, 'one') }
    const other = { hash: 'b2', xml: sleepyTree(TREE_LIMITS.nodes - 1, 'two') }
    const hostile = loopTree(20_000)
    const delay = monitorEventLoopDelay({ resolution: TURN / 4 })
    let turns = 0
    const loop = setInterval(() => (turns += 1), TURN)
    const from = performance.now()
    delay.enable()
    const done = await Promise.all([
      bench.check(hostile, 'his tree'),
      bench.check(large.xml, 'the largest'),
      bench.diff(large, other),
      bench.draw(large),
      bench.draw({ hash: 'c3', xml: hostile }),
    ])
    const tookMs = performance.now() - from
    delay.disable()
    clearInterval(loop)
    expect(done.map((one) => (one.ok ? one.value.kind : one.error.code))).toEqual([
      'tree.too-large',
      'check',
      'diff',
      'draw',
      'tree.too-large',
    ])
    // the work was there to be noticed: several turns' worth of it
    expect(tookMs).toBeGreaterThan(3 * TURN)
    expect(turns).toBeGreaterThan(tookMs / TURN / 4)
    expect(delay.max / 1e6).toBeLessThan(LATE)
  }, 60_000)
})
