import { describe, expect, it } from 'vitest'
import { treeHash } from '#bt/xml/write.js'
import { validate } from '#bt/validate/validate.js'
import { expectedScore } from '#forecast/index.js'
import { faultNamed, faults } from '../../lab/bench/repair/trees/faults.js'
import { rightPlan, rightTree } from '../../lab/bench/repair/trees/right-plan.js'
import { benchFields } from '../../lab/bench/fields/bench-fields.js'
import { projectFile } from '#documents/read-text-file.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'

const library = readLibrary()
const subtrees = robotSubtrees(library)
const shipped = await benchFields()
const elsewhere = await benchFields(projectFile('config/bench/fields.yaml'))
const fields = [...(shipped.ok ? shipped.value : []), ...(elsewhere.ok ? elsewhere.value : [])]

const worth = (setup: (typeof fields)[number], doc: Parameters<typeof expectedScore>[1]): number =>
  expectedScore(setup, doc, { faults: FAULT_PROFILES.nominal, runs: 60, seed: 7 }).mean

describe('the faulty trees of the repair matrix', () => {
  it('are 26 kinds, each named once', () => {
    expect(fields).toHaveLength(17)
    const names = faults().map(({ name }) => name)
    expect(new Set(names).size).toBe(26)
    for (const name of names) expect(faultNamed(name)?.name).toBe(name)
  })

  it.each(fields.map((setup) => [setup.map.id, setup] as const))(
    'are valid on %s, all different, and none is the right tree',
    (_, setup) => {
      const plan = rightPlan(setup, subtrees)
      const docs = [rightTree(plan), ...faults().flatMap((fault) => fault.make(plan) ?? [])]
      for (const doc of docs)
        expect(validate(doc, library, { compat: 'strict' }).filter((d) => d.severity === 'error')).toEqual([])
      const same = docs.length - new Set(docs.map(treeHash)).size
      // a field whose blocks all lie the wrong way round is turned rightly by a tree that turns blindly
      expect(same).toBeLessThanOrEqual(1)
      expect(docs.length).toBeGreaterThanOrEqual(15)
    },
  )

  it('cost points on F3, all but the second load, which the skill forgives', () => {
    const setup = fields.find(({ map }) => map.id === 'F3')
    if (setup === undefined) throw new Error('F3 is not shipped')
    const plan = rightPlan(setup, subtrees)
    const right = worth(setup, rightTree(plan))
    const free = faults().filter((fault) => {
      const doc = fault.make(plan)
      return doc === null || worth(setup, doc) >= 0.95 * right
    })
    expect(free.map(({ name }) => name)).toEqual(['load-twice'])
  })

  it('a field without a shelf in the way has no shelf to forget, and one without orange blocks none to turn', () => {
    const none = fields.map((setup) => {
      const plan = rightPlan(setup, subtrees)
      const missing = faults().filter((fault) => fault.make(plan) === null)
      return { plan, missing: missing.map(({ name }) => name) }
    })
    for (const { plan, missing } of none) {
      expect(missing.includes('no-shelf')).toBe(!plan.shelf)
      expect(missing.includes('read-faces')).toBe(plan.trips.every(({ mask }) => mask === '0000'))
    }
  })
})
