import type { TreeDoc } from '#bt/document.js'
import { score } from '#learning/field-score.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { Luck } from './body/ground.js'
import { Stage, type Ending } from './stage.js'

export { expectedScore } from './expected-score.js'
export type { Luck } from './body/ground.js'
export { bestPlan } from './best-plan.js'

/** The forecast of one episode, with its score by Table I. */
export interface FastEpisode extends Ending {
  readonly total: number
}

/**
 * Plays one episode of a tree without firmware and without physics. Deterministic; the luck of a seed and an episode is
 * that of the simulated world, so that both meet the same faults.
 * @throws InvariantError when the tree does not pass validation, or has a node that the robot lacks
 */
export function playFast(setup: FieldSetup, doc: TreeDoc, luck: Luck): FastEpisode {
  return withScore(new Stage(setup, doc).play(luck))
}

const withScore = (ending: Ending): FastEpisode => ({ ...ending, total: score(ending.facts).total })
