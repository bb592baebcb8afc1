import { afterAll, describe, expect, it } from 'vitest'
import { closeBench } from '../../lab/faults/bench/learning/vision.js'
import { CATALOGUE } from '../../lab/faults/catalogue.js'
import { GROUPS, type Group } from '../../lab/faults/fault-class.js'
import { runOnce } from '../../lab/faults/run-faults.js'

const SEEDS = Number(process.env['GRAFT_FAULT_SEEDS'] ?? 1)

afterAll(closeBench)

describe.each(Object.keys(GROUPS) as Group[])('faults of the group %s', (group) => {
  const classes = CATALOGUE.filter((each) => each.group === group)
  it.each(classes.map((fault) => [fault.id, fault] as const))(
    '%s ends as declared, and nothing unsafe happens',
    async (_id, fault) => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { end, violations, detail } = await runOnce(fault, seed)
        const what = `seed ${seed}: ${detail}`
        expect(violations, what).toEqual([])
        expect(fault.declared, what).toContain(end)
      }
    },
    30_000 + SEEDS * 20_000,
  )
})
