import { afterAll, describe, expect, it } from 'vitest'
import { closeBench } from '../../lab/faults/bench/learning/vision.js'
import { CATALOGUE } from '../../lab/faults/catalogue.js'
import { GROUPS, type Group } from '../../lab/faults/fault-class.js'
import { runOnce } from '../../lab/faults/run-faults.js'
import { needs } from '../needs/needs.js'

const SEEDS = Number(process.env['GRAFT_FAULT_SEEDS'] ?? 1)

afterAll(closeBench)

const ALL = Object.keys(GROUPS) as Group[]
const [PHYSICS, OTHERS] = [
  ALL.filter((group) => group === 'tabletop'),
  ALL.filter((group) => group !== 'tabletop'),
]

describe.each(OTHERS)('faults of the group %s', endAsDeclared)
describe.each(PHYSICS)('faults of the group %s', needs('MuJoCo'), endAsDeclared)

function endAsDeclared(group: Group): void {
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
}
