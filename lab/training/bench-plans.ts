import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { must } from '#base/result.js'
import { planKey, searchPlan } from '#lab/bench/vrl/settings/best-plan.js'
import { benchFields } from '#lab/bench/fields/bench-fields.js'
import { readLibrary } from '#app/policy.js'

/**
 * Searches the best plan of every shipped field and writes config/bench/plans.json, so that a bench need not:
 * `npx tsx lab/training/bench-plans.ts`, some minutes. The same fields and the same search give the same file.
 */
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const library = readLibrary()
const plans: Record<string, string> = {}
for (const path of ['config/fields', 'config/bench/fields.yaml']) {
  for (const setup of must(await benchFields(at(path)), path)) {
    plans[planKey(setup)] = searchPlan(setup, library)
    console.error(`${setup.map.id} done`)
  }
}
writeFileSync(at('config/bench/plans.json'), `${JSON.stringify(plans, null, 2)}\n`)
