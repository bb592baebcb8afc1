import type { TreeDoc } from '#bt/document.js'
import { score } from '#learning/field-score.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FaultProfile } from '#simulation/field/world/faults.js'
import { Stage } from './stage.js'

/** A tree's mean score over the luck of many episodes. */
export interface Expectation {
  readonly mean: number
  /** standard deviation of one episode; 0 for a single run */
  readonly sd: number
  readonly runs: number
}

/**
 * The expected score of a tree on a field (vrl.txt Table I), from `runs` episodes with different luck. The same seed is
 * the same luck for every tree, so trees are compared pairwise; without faults one run is exact.
 * @param options.runs episodes 1…runs of this seed, at least 1
 * @throws InvariantError when the tree does not pass validation, or has a node that the robot lacks
 * @throws RangeError when runs is not an integer of at least 1
 */
export function expectedScore(
  setup: FieldSetup,
  doc: TreeDoc,
  options: { readonly faults: FaultProfile; readonly runs: number; readonly seed: number },
): Expectation {
  const { faults, runs, seed } = options
  if (!Number.isInteger(runs) || runs < 1) {
    throw new RangeError(`an expected score needs a whole number of runs from 1 on, not ${runs}`)
  }
  const stage = new Stage(setup, doc)
  const certain = Object.values(faults).every((chance) => chance === 0)
  const totals: number[] = []
  for (let episode = 1; episode <= (certain ? 1 : runs); episode++) {
    totals.push(score(stage.play({ seed, episode, faults }).facts).total)
  }
  return { ...spread(totals), runs }
}

function spread(totals: readonly number[]): Pick<Expectation, 'mean' | 'sd'> {
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length
  if (totals.length < 2) return { mean, sd: 0 }
  const squares = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0)
  return { mean, sd: Math.sqrt(squares / (totals.length - 1)) }
}
