import { canonicalJson, sha256, type Json } from '#base/hash.js'
import type { ModelStamp } from '#learning/manifest.js'
import { SLOT_RULES, type SlotRules } from '#learning/slots.js'
import { tableI, type ScoreRules } from '#learning/field/table-i.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import type { FieldJson } from '#app/run-folder/field-manifest.js'
import { version } from '#documents/read-text-file.js'
import type { Configuration } from './configuration.js'

/** Everything that the figures of a bench depend on; its hash stands beside each result (benchmarks §6.1). */
export interface BenchSettings {
  readonly format: 1
  readonly version: string
  readonly fields: readonly FieldJson[]
  readonly seeds: readonly number[]
  readonly episodes: number
  readonly configurations: readonly Configuration[]
  readonly models: readonly ModelStamp[]
  /** the best plan of each field, as XML, by the field's id */
  readonly best: Readonly<Record<string, string>>
  readonly faults: typeof FAULT_PROFILES.nominal
  readonly score: ScoreRules
  readonly rollback: Pick<SlotRules, 'fall' | 'strictAlg1'>
}

type Chosen = Pick<BenchSettings, 'fields' | 'seeds' | 'episodes' | 'configurations' | 'models' | 'best'>

/** @returns the settings and the first 12 digits of their hash */
export function settle(chosen: Chosen): { readonly settings: BenchSettings; readonly hash: string } {
  const settings: BenchSettings = {
    format: 1,
    version: version(),
    ...chosen,
    faults: FAULT_PROFILES.nominal,
    score: tableI(),
    rollback: { fall: SLOT_RULES.fall, strictAlg1: SLOT_RULES.strictAlg1 },
  }
  return { settings, hash: sha256(canonicalJson(settings as unknown as Json)).slice(0, 12) }
}
