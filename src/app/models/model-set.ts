import type { ActorInput } from '#learning/field/actor/contract.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { CameraModel } from '#base/camera-model.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { FieldMap } from '#base/field-map.js'
import { ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { EDIT_BUDGET } from '#learning/edit-budget.js'
import type { ModelStamp } from '#learning/manifest.js'
import { createActor, createRulesActor } from '#learning/field/actor/actor.js'
import { readCalibration } from '#learning/actor/confidence.js'
import type { Actor } from '#learning/actor/input.js'
import type { ProposeDeps } from '#learning/field/actor/propose.js'
import type { Critic } from '#learning/critic/critic.js'
import { rehearseTree } from '#robots/field/check-tree.js'
import { initialBelief } from '#twin/field/belief.js'
import { checkTreeSize } from '../tree-limits.js'
import { createTreePreview } from '../tree-preview.js'
import { openModels, type ModelRequest, type OpenedModels } from './open-models.js'

/** The models of a run, loaded and verified: critic and actor for any field. */
export interface ModelSet {
  readonly stamps: readonly ModelStamp[]
  criticFor(map: FieldMap, camera: CameraModel): Critic<Evidence>
  /** @param maxEdits most edits in one patch, if fewer than the product's own limit */
  actorFor(map: FieldMap, maxEdits?: number): Actor<ActorInput>
  close(): Promise<void>
}

/** edits in one patch (docs/adr/0013); replies requested before giving up with "no edit" */
const MAX_EDITS = EDIT_BUDGET.most
const MAX_TRIES = 3

/** Verifies and loads the models before anything moves; there is no fall-back to other models. */
export async function openModelSet(
  request: ModelRequest,
  library: NodeLibrary,
): Promise<Result<ModelSet, readonly Diagnostic[]>> {
  const opened = await openModels(request)
  return opened.ok ? ok(createModelSet(opened.value, library)) : opened
}

/** What every actor needs on this field, whoever writes its replies: validator, twin and the limits of a patch. */
export const actorDeps = (map: FieldMap, library: NodeLibrary, maxEdits = MAX_EDITS): ProposeDeps => ({
  library,
  validate: (doc) => [...validate(doc, library, { compat: 'strict' }), ...sizeProblems(doc)],
  rehearse: (doc) => rehearseTree(doc, initialBelief(map), { map, library }),
  foresee: createTreePreview(map, library),
  maxEdits,
  maxTries: MAX_TRIES,
})

/** An actor's tree must meet the same limits as an operator's: otherwise the next run would refuse to start with it. */
function sizeProblems(doc: TreeDoc): readonly Diagnostic[] {
  const refusal = checkTreeSize(doc)
  return refusal === undefined ? [] : [{ ...refusal, severity: 'error' }]
}

function createModelSet(opened: OpenedModels, library: NodeLibrary): ModelSet {
  const { critic, actor, stamps } = opened
  const calibration = readCalibration(actor?.entry.calibration)
  return {
    stamps,
    criticFor: (map, camera) => critic.process.criticFor(map, camera),
    actorFor: (map, maxEdits) => {
      const deps = actorDeps(map, library, maxEdits)
      if (actor === null) return createRulesActor(deps)
      return createActor({
        ...deps,
        model: actor.language,
        profile: actor.profile,
        seed: 0,
        ...(calibration !== undefined && { calibration }),
        ...(actor.timeoutMs !== undefined && { timeoutMs: actor.timeoutMs }),
      })
    },
    close: () => opened.close(),
  }
}
