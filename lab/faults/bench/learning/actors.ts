import type { ActorInput } from '#learning/field/actor/contract.js'
import type { FieldMap } from '#base/field-map.js'
import { validate } from '#bt/validate/validate.js'
import { createActor, createRulesActor } from '#learning/field/actor/actor.js'
import type { Actor } from '#learning/actor/input.js'
import type { ProposeDeps } from '#learning/field/actor/propose.js'
import type { LanguageModel } from '#learning/ports.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import { initialBelief } from '#twin/field/belief.js'
import { library } from '../scene.js'
import { stream as random, type Rng } from '#base/random.js'
import type { FaultClass, Outcome } from '#lab/faults/fault-class.js'
import { outcomeOfLearning } from './judge-learning.js'
import { playLearning, type LearningOptions } from './learning.js'

/** The rule-based actor: the loop without a language model. */
export const ruleActor = (map: FieldMap): Actor<ActorInput> => createRulesActor(depsFor(map))

/** The product's actor around a language model of the bench. */
export const modelActor = (map: FieldMap, model: LanguageModel): Actor<ActorInput> =>
  createActor({ ...depsFor(map), model, profile: 'compact', seed: 0, timeoutMs: 300 })

const depsFor = (map: FieldMap): ProposeDeps => ({
  library,
  validate: (doc) => validate(doc, library, { compat: 'strict' }),
  rehearse: (doc) => rehearseTree(doc, initialBelief(map), { map, library }),
  maxEdits: 2,
  maxTries: 3,
})

/**
 * A class whose runs are runs of the learning loop.
 * @param fault what is broken; it calls `countInjection` each time it is
 */
export function learningClass(
  head: Omit<FaultClass, 'run'>,
  fault: (rng: Rng, countInjection: () => void) => LearningOptions,
): FaultClass {
  const run = async (seed: number): Promise<Outcome> => {
    let count = 0
    const options = fault(random(seed, head.id, 'size'), () => count++)
    const learning = await playLearning(seed, options)
    return outcomeOfLearning(learning, options, seed, count)
  }
  return { ...head, run }
}
