import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { treeHash } from '#bt/xml/write.js'
import { expectedScore } from '#forecast/expected-score.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { repaired } from './repair.js'

/** Below this many points of gain an edit is not worth the trouble. */
export const WORTH_IT = 0.5

/** How much the score after the next report weighs against the score now. */
const LATER = 2

export interface AppraiserOptions {
  readonly setup: FieldSetup
  readonly library: NodeLibrary
  readonly seed: number
}

/**
 * What a tree is worth on a field, in points:
 *
 *     V = (E[score now] + 2 · E[score once the critic's next report is acted on]) / 3
 *
 * A short horizon, because a trip whose blocks nobody has looked at earns little at first and all of it from the next
 * episode on. Expectations are those of `src/forecast` under the nominal faults; values are remembered by tree.
 */
export class Appraiser {
  readonly #options: AppraiserOptions
  readonly #known = new Map<string, number>()

  constructor(options: AppraiserOptions) {
    this.#options = options
  }

  /** under the nominal faults; the same luck for every tree, so that few runs tell two of them apart */
  value(doc: TreeDoc, runs: number): number {
    return this.#horizon(doc, 'nominal', runs)
  }

  /** of a world in which nothing fails: exact, and some hundred times cheaper */
  noiseless(doc: TreeDoc): number {
    return this.#horizon(doc, 'none', 1)
  }

  #horizon(doc: TreeDoc, faults: keyof typeof FAULT_PROFILES, runs: number): number {
    const { setup, library } = this.#options
    const later = this.#score(repaired(doc, setup, library), faults, runs)
    return (this.#score(doc, faults, runs) + LATER * later) / (1 + LATER)
  }

  #score(doc: TreeDoc, faults: keyof typeof FAULT_PROFILES, runs: number): number {
    const key = `${faults} ${runs} ${treeHash(doc)}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { setup, seed } = this.#options
    const { mean } = expectedScore(setup, doc, { faults: FAULT_PROFILES[faults], runs, seed })
    this.#known.set(key, mean)
    return mean
  }
}
