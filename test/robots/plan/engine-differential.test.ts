import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { stream } from '#base/random.js'
import { createTree } from '#bt/engine/tree.js'
import { parseTree } from '#bt/xml/parse.js'
import { validate } from '#bt/validate/validate.js'
import { planOf } from '#robots/plan/plan-of.js'
import { Budget, PLAN_LIMITS } from '#twin/plan/limits.js'
import { Executor } from '#twin/plan/run/executor.js'
import { startBranch } from '#twin/plan/run/flow.js'
import { toy, toyStart, type Toy, type ToyCommand } from '../../twin/plan/toy.js'
import { anyTree } from './random-trees.js'
import { nameOf, play, toyRegistry, type Played } from './toy-engine.js'

const TREES = Number(process.env['GRAFT_FUZZ'] ?? 400)
const RUNS = 25
/** Nodes that run steps between those of others: which of two was the last one is then a matter of the moment. */
const MIXES = /<(Reactive|WhileDoElse|Parallel)|_while/
const registry = toyRegistry(() => {
  throw new Error('nothing runs here')
})
const { library } = registry

/** All that the check holds possible. */
function foresee(xml: string) {
  const last = (after: string | null): string => (MIXES.test(xml) ? '' : ` after ${after}`)
  const doc = parseTree(xml, { file: 'random.xml', library })
  if (!doc.ok || validate(doc.value, library).some(({ severity }) => severity === 'error')) return undefined
  if (!createTree(doc.value, registry, { clock: new VirtualClock() }).ok) return undefined
  const met = new Set<string>()
  const watched = {
    ...toy,
    intend: (...[step, state]: Parameters<typeof toy.intend>) => {
      if ('path' in step) met.add(`${nameOf(step as never)} in ${toy.fingerprint(state)}`)
      return toy.intend(step, state)
    },
  }
  const executor = new Executor<Toy, ToyCommand>(watched, new Budget(PLAN_LIMITS))
  const flow = executor.run(planOf(doc.value, library), startBranch(executor.configs.start(toyStart)))
  const ends = new Set<string>()
  for (const end of ['SUCCESS', 'FAILURE', 'SKIPPED', 'broken'] as const) {
    for (const { config } of flow[end]) {
      ends.add(`${end} in ${config.world}${last(config.after === null ? null : nameOf(config.after))}`)
    }
  }
  const refusals = new Set(
    executor.refusals.all.map(
      ({ step, after, checkId }) =>
        `${nameOf(step)}${last(after === null ? null : nameOf(after))}: ${checkId}`,
    ),
  )
  return { doc: doc.value, met, ends, refusals, last, gaps: executor.budget.gaps }
}

function surprises(played: Played, seen: NonNullable<ReturnType<typeof foresee>>): string[] {
  const end = `${played.end} in ${toy.fingerprint(played.world)}${seen.last(played.after)}`
  return [
    ...(played.end === 'RUNNING' || seen.ends.has(end) ? [] : [`end: ${end}`]),
    ...played.steps.map(({ step, world }) => `${step} in ${world}`).filter((each) => !seen.met.has(each)),
    ...played.refusals
      .map(({ step, after, checkId }) => `${step}${seen.last(after)}: ${checkId}`)
      .filter((each) => !seen.refusals.has(each)),
  ]
}

describe('MOD-02: the check against the engine itself', () => {
  it(`${TREES} random trees: what the engine does, whatever conditions say, was foreseen`, () => {
    const rng = stream(Number(process.env['GRAFT_SEED'] ?? 1), 'plan-differential')
    const tally = { trees: 0, partly: 0, ended: 0, refusals: 0 }
    while (tally.trees < TREES) {
      const xml = anyTree(rng, 1 + rng.int(4))
      const seen = foresee(xml)
      if (seen === undefined) continue
      tally.trees += 1
      if (seen.gaps.size > 0) {
        tally.partly += 1
        continue
      }
      for (let run = 0; run < RUNS; run++) {
        const played = play(seen.doc, rng)
        tally.ended += played.end === 'RUNNING' ? 0 : 1
        tally.refusals += played.refusals.length
        const missing = surprises(played, seen)
        if (missing.length > 0)
          throw new Error(`${xml}\n${missing.join('\n')}\n--- foreseen:\n${[...seen.ends].join('\n')}`)
      }
    }
    if (process.env['GRAFT_FUZZ'] !== undefined) process.stdout.write(`${JSON.stringify(tally)}\n`)
    expect(tally.ended).toBeGreaterThan(tally.trees * 5)
    expect(tally.refusals).toBeGreaterThan(tally.trees)
    expect(tally.partly).toBeLessThan(tally.trees / 2)
  })
})
