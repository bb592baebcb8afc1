import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { SHIPPED_FIELDS, chooseFields } from '#config/field/choose-fields.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { projectFile } from '#documents/read-text-file.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { initialBelief } from '#twin/field/belief.js'
import { randomField } from './support/random-field.js'
import { validPlan } from './support/valid-plan.js'
import { playWatched, treeAround } from './support/watched-episode.js'

/** Generated fields whose plans are rehearsed, and how many of them are driven: `GRAFT_FIELDS=500` for a long run. */
const FIELDS = Number(process.env['GRAFT_FIELDS'] ?? 300)
const DRIVEN = Number(process.env['GRAFT_FIELDS'] ?? 60) / 10

const library = readLibrary()
const reference = must(readPolicy(projectFile('bt/reference/best-F1.xml'), library), 'the reference plan')

describe('MOD-10: the twin stands in no honest plan’s way', () => {
  it.each(SHIPPED_FIELDS.map(({ id }) => id))(
    '%s: the reference plan is rehearsed and driven without a refusal',
    async (field) => {
      const [setup] = must(await chooseFields({ field }), field)
      if (setup === undefined) throw new Error(`no field ${field}`)
      expect(await refusedOn(setup, reference, 1)).toEqual([])
    },
    60_000,
  )

  it(`${FIELDS} valid plans on as many generated fields are rehearsed without a refusal`, () => {
    let pairs = 0
    for (let n = 0; n < FIELDS; n++) {
      const { setup, tree, plan } = generated(n)
      const rehearsal = rehearseTree(tree, initialBelief(setup.map), { map: setup.map, library })
      if (!rehearsal.ok) throw new Error(`${JSON.stringify(setup.map)} ${plan.body}: ${rehearsal.error.text}`)
      pairs += plan.pairs
    }
    expect(pairs).toBeGreaterThan(FIELDS)
  })

  it(`${DRIVEN} of them are driven on the virtual robot without faults, and the gate refuses nothing`, async () => {
    for (let n = 0; n < DRIVEN; n++) {
      const { setup, tree, plan } = generated(n)
      expect(await refusedOn(setup, tree, n), `${JSON.stringify(setup.map)} ${plan.body}`).toEqual([])
    }
  }, 3_600_000)
})

function generated(n: number): {
  readonly setup: FieldSetup
  readonly tree: TreeDoc
  readonly plan: ReturnType<typeof validPlan>
} {
  const rng = stream(1, 'nominal', n)
  const setup = randomField(rng, `R${n}`)
  const plan = validPlan(rng, setup.map)
  const tree = treeAround(plan.body, setup.map)
  if (tree === undefined) throw new Error(`a valid plan that does not load: ${plan.body}`)
  return { setup, tree, plan }
}

/** What the gate or the witnesses said of a plan that is right, or how it failed. */
async function refusedOn(setup: FieldSetup, tree: TreeDoc, seed: number): Promise<string[]> {
  const rehearsal = rehearseTree(tree, initialBelief(setup.map), { map: setup.map, library })
  const episode = await playWatched(setup, tree, { seed, rng: stream(1, 'driven', seed), faults: 'none' })
  return [
    ...(rehearsal.ok ? [] : [`rehearsal: ${rehearsal.error.text}`]),
    ...episode.refusals.map(({ checkId, text }) => `${checkId}: ${text}`),
    ...episode.unpermitted,
    ...episode.offences,
    // a long plan may meet the end of the episode, but nothing else
    ...(['tree-success', 'home-reached', 'time-limit'].includes(episode.endReason)
      ? []
      : [episode.endReason]),
  ]
}
