import { describe, expect, it } from 'vitest'
import { validate } from '#bt/validate/validate.js'
import { planKey, planOf, searchPlan, shippedPlans } from '../../lab/bench/vrl/settings/best-plan.js'
import { benchFields } from '../../lab/bench/fields/bench-fields.js'
import { projectFile } from '#documents/read-text-file.js'
import { readLibrary, readStoredTree } from '#app/policy.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { initialBelief } from '#twin/field/belief.js'

const library = readLibrary()
const setups: FieldSetup[] = []
for (const path of ['config/fields', 'config/bench/fields.yaml']) {
  const fields = await benchFields(projectFile(path))
  if (fields.ok) setups.push(...fields.value)
}
const plans = shippedPlans()

describe('the best plans that ship with the bench', () => {
  it('are there for every shipped field and for no other: whoever changes a field searches again', () => {
    expect(setups).toHaveLength(17)
    expect(Object.keys(plans).toSorted()).toEqual(setups.map(planKey).toSorted())
  })

  it.each(setups.map((setup) => [setup.map.id, setup] as const))(
    'that of %s is a tree of the library that the twin lets through',
    (id, { map, ...rest }) => {
      const doc = readStoredTree(planOf({ map, ...rest }, library, plans), id, library)
      const errors = validate(doc, library, { compat: 'strict' }).filter(
        ({ severity }) => severity === 'error',
      )
      expect(errors).toEqual([])
      expect(rehearseTree(doc, initialBelief(map), { map, library }).ok).toBe(true)
    },
  )

  it('are what the search finds now: tried on the field with the fewest routes', { timeout: 240_000 }, () => {
    const setup = setups.find(({ map }) => map.id === 'T10')
    if (setup === undefined) throw new Error('there is no field T10')
    expect(searchPlan(setup, library)).toBe(plans[planKey(setup)])
  })
})
