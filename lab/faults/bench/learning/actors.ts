import type { FieldMap } from '#base/field-map.js'
import { validate } from '#bt/validate/validate.js'
import { createActor, createRulesActor } from '#learning/actor/actor.js'
import type { Actor } from '#learning/actor/input.js'
import type { ProposeDeps } from '#learning/actor/propose.js'
import type { LanguageModel } from '#learning/ports.js'
import { rehearseTree } from '#robots/plan/check-tree.js'
import { initialBelief } from '#twin/belief.js'
import { library } from '../scene.js'

/** The rule-based actor: the loop without a language model. */
export const ruleActor = (map: FieldMap): Actor => createRulesActor(depsFor(map))

/** The product's actor around a language model of the bench. */
export const modelActor = (map: FieldMap, model: LanguageModel): Actor =>
  createActor({ ...depsFor(map), model, profile: 'compact', seed: 0, timeoutMs: 300 })

const depsFor = (map: FieldMap): ProposeDeps => ({
  library,
  validate: (doc) => validate(doc, library, { compat: 'strict' }),
  rehearse: (doc) => rehearseTree(doc, initialBelief(map), { map, library }),
  maxEdits: 2,
  maxTries: 3,
})
