import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { canonicalJson, sha256, type Json } from '#base/hash.js'
import type { NodeLibrary } from '#bt/library.js'
import { writeTree } from '#bt/xml/write.js'
import { bestPlan } from '#forecast/index.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { projectFile } from '#documents/read-text-file.js'
import { fieldToJson } from '#app/run-folder/field-manifest.js'
import { robotSubtrees } from '#app/policy.js'

/** Best plans that were searched before, by `planKey`: the search takes some ten seconds a field. */
export type KnownPlans = Readonly<Record<string, string>>

/** No bench draws its faults from this seed, or the plan would be chosen by the very luck that it is played with. */
const SEARCH_SEED = 0x5ea2c4

/** Those of the shipped fields and of config/bench, written by lab/training/bench-plans.ts. */
export const shippedPlans = (): KnownPlans =>
  z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(projectFile('config/bench/plans.json'), 'utf8')))

/** The best plan of a field under nominal faults (src/forecast), as XML. */
export const planOf = (setup: FieldSetup, library: NodeLibrary, known: KnownPlans): string =>
  known[planKey(setup)] ?? searchPlan(setup, library)

export function searchPlan(setup: FieldSetup, library: NodeLibrary): string {
  const options = { faults: FAULT_PROFILES.nominal, seed: SEARCH_SEED, subtrees: robotSubtrees(library) }
  return writeTree(bestPlan(setup, options).doc)
}

/** Names a field by all that the search depends on. */
export const planKey = (setup: FieldSetup): string =>
  sha256(
    canonicalJson({ field: fieldToJson(setup), faults: FAULT_PROFILES.nominal } as unknown as Json),
  ).slice(0, 16)
