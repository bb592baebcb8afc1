import type { CameraModel } from '../../base/camera-model.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import type { FieldMap } from '../../base/field-map.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeLibrary } from '../../bt/library.js'
import { validate } from '../../bt/validate/validate.js'
import { loadLlamaModel } from '../../adapters/llama/llama-model.js'
import type { ModelEntry } from '../../adapters/models/manifest.js'
import { loadOnnxVision } from '../../adapters/onnx/onnx-vision.js'
import { GUIDANCE } from '../../learning/guidance.js'
import type { ModelStamp } from '../../learning/manifest.js'
import { createActor, createRulesActor } from '../../mind/actor/actor.js'
import type { Actor } from '../../mind/actor/input.js'
import type { ProposeDeps } from '../../mind/actor/propose.js'
import { createCritic, type Critic } from '../../mind/critic/critic.js'
import type { LanguageModel, VisionModel } from '../../mind/ports.js'
import { rehearseTree } from '../../robot/plan/check-tree.js'
import { initialBelief } from '../../twin/belief.js'
import { projectFile } from '../project-files.js'
import { problemsOf, readModelList } from './model-files.js'

/** The models of a run, loaded and verified: critic and actor for any field. */
export interface Minds {
  readonly stamps: readonly ModelStamp[]
  criticFor(map: FieldMap, camera: CameraModel): Critic
  actorFor(map: FieldMap): Actor
  close(): Promise<void>
}

/** edits in one patch (docs/adr/0013), replies asked for before it is "no edit" */
const MAX_EDITS = GUIDANCE.most
const MAX_TRIES = 3

/**
 * Verifies and loads the models. Every file is compared with `models/manifest.json` before any of it is parsed; there
 * is no fall-back to anything else.
 */
export async function openMinds(
  actor: 'model' | 'rules',
  library: NodeLibrary,
): Promise<Result<Minds, readonly Diagnostic[]>> {
  const entries = readModelList()
  if (!entries.ok) return err([entries.error])
  const wanted = entries.value.filter(
    ({ role }) => role === 'critic' || (role === 'actor' && actor === 'model'),
  )
  const problems = await problemsOf(wanted)
  if (problems.length > 0) return err(problems)
  const criticEntry = wanted.find(({ role }) => role === 'critic')
  const actorEntry = wanted.find(({ role }) => role === 'actor')
  if (criticEntry === undefined) return err([missingRole('critic')])
  if (actor === 'model' && actorEntry === undefined) return err([missingRole('actor')])
  const vision = await loadVision(criticEntry)
  const language = actorEntry === undefined ? null : await loadLanguage(actorEntry)
  return ok(minds(wanted, vision, language, library))
}

/** What every actor needs on this field, whoever writes its replies: validator, twin, and the limits of a patch. */
export const actorDeps = (map: FieldMap, library: NodeLibrary): ProposeDeps => ({
  library,
  validate: (doc) => validate(doc, library, { compat: 'strict' }),
  rehearse: (doc) => rehearseTree(doc, initialBelief(map), { map, library }),
  maxEdits: MAX_EDITS,
  maxTries: MAX_TRIES,
})

function minds(
  entries: readonly ModelEntry[],
  vision: VisionModel,
  language: { readonly model: LanguageModel; readonly entry: ModelEntry } | null,
  library: NodeLibrary,
): Minds {
  return {
    stamps: entries.map(stampOf),
    criticFor: (map, camera) => createCritic({ vision, map, camera }),
    actorFor: (map) => {
      const deps = actorDeps(map, library)
      if (language === null) return createRulesActor(deps)
      return createActor({
        ...deps,
        model: language.model,
        profile: language.entry.profile ?? 'full',
        seed: 0,
      })
    },
    close: async () => {
      await vision.dispose()
      await language?.model.dispose()
    },
  }
}

function loadLanguage(
  entry: ModelEntry,
): Promise<{ readonly model: LanguageModel; readonly entry: ModelEntry }> {
  const [file] = entry.files
  const options = {
    id: entry.id,
    file: projectFile(`models/${file?.path ?? ''}`),
    contextSize: entry.contextSize ?? 4096,
    chat: entry.chat ?? false,
  }
  return loadLlamaModel(options).then((model) => ({ model, entry }))
}

const loadVision = (entry: ModelEntry): Promise<VisionModel> => loadOnnxVision(entry, projectFile('models'))

const stampOf = ({ id, role, files }: ModelEntry): ModelStamp => ({
  id,
  role: role === 'actor' ? 'actor' : 'critic',
  files: files.map(({ path, sha256 }) => ({ path, sha256 })),
})

const missingRole = (role: string): Diagnostic => ({
  code: 'model.missing-role',
  severity: 'error',
  message: `models/manifest.json names no ${role} model`,
  hint: `train one with npm run models:${role}, or add an entry of yours (docs/models.md)`,
})
