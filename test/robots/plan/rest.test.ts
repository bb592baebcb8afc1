import { expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { stream } from '#base/random.js'
import { createTree } from '#bt/engine/tree.js'
import { parseTree } from '#bt/xml/parse.js'
import { planOf } from '#robots/plan/plan-of.js'
import { TreeProgress } from '#robots/plan/progress.js'
import { Budget, PLAN_LIMITS } from '#twin/plan/limits.js'
import { remainingPlan } from '#twin/plan/remaining-plan.js'
import { Executor } from '#twin/plan/run/executor.js'
import { startBranch } from '#twin/plan/run/flow.js'
import { toy } from '../../twin/plan/toy.js'
import { anyTree } from './random-trees.js'
import { play, toyRegistry } from './toy-engine.js'

const TREES = Number(process.env['GRAFT_FUZZ'] ?? 250)
const registry = toyRegistry(() => {
  throw new Error('nothing runs here')
})
/** Where a tree stands in the middle of these, or what it has noted, is told only in part. */
const PARTLY =
  /<(Reactive|While|Parallel|RunOnce|Draw|SubTree|Switch|Loop)|_while|WithMemory|Script|SetBlackboard/

it(`${TREES} random trees stopped in the middle: what the engine does from there was foreseen from there`, () => {
  const rng = stream(Number(process.env['GRAFT_SEED'] ?? 1), 'plan-rest')
  let looked = 0
  while (looked < TREES) {
    const xml = anyTree(rng, 2 + rng.int(3))
    if (PARTLY.test(xml.split('ID="Inner"')[0] ?? '')) continue
    const doc = parseTree(xml, { file: 'random.xml', library: registry.library })
    if (!doc.ok || !createTree(doc.value, registry, { clock: new VirtualClock() }).ok) continue
    const plan = planOf(doc.value, registry.library)
    for (let run = 0; run < 8; run++) {
      const progress = new TreeProgress()
      let foreseen: Set<string> | undefined
      const stop = 1 + rng.int(12)
      const played = play(doc.value, rng, 120, progress.add, (tick, world) => {
        if (tick !== stop) return
        const executor = new Executor(toy, new Budget(PLAN_LIMITS))
        const flow = executor.run(remainingPlan(plan, progress), startBranch(executor.configs.start(world)))
        if (executor.budget.gaps.size > 0) return
        foreseen = new Set(
          (['SUCCESS', 'FAILURE', 'SKIPPED', 'broken'] as const).flatMap((end) =>
            [...flow[end]].map(({ config }) => `${end} in ${config.world}`),
          ),
        )
      })
      if (foreseen === undefined || played.end === 'RUNNING') continue
      looked += 1
      const end = `${played.end} in ${toy.fingerprint(played.world)}`
      if (!foreseen.has(end))
        throw new Error(`${xml}\nstopped at tick ${stop}: ${end}\n${[...foreseen].join('\n')}`)
    }
  }
  expect(looked).toBeGreaterThanOrEqual(TREES)
})
