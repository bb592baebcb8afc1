import { loadLlamaModel } from '#adapters/llama/llama-model.js'
import { kindOf, modelPath, promptOf, type ModelEntry } from '#adapters/models/manifest.js'
import { loadOnnxVision } from '#adapters/onnx/onnx-vision.js'
import { loadVlm } from '#adapters/vlm/vlm-model.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'
import { ModelError, type LanguageModel, type VisionModel } from '#learning/ports.js'
import { startCriticProcess, type CriticProcess, type CriticSetup } from './critic-process.js'
import { findModel, verifyModels, readModels, type ListedModel } from './model-lists.js'

/** Which models to use, by their ids in `graft models list`; without an id, the first of that role. */
export interface ModelRequest {
  /** only `model` needs one for the actor */
  readonly actor: RunManifest['actor']
  readonly criticModel?: string
  readonly actorModel?: string
  /** folder with its own manifest, whose models come first */
  readonly models?: string
}

export interface OpenedModels {
  readonly critic: OpenedCritic
  readonly actor: OpenedActor | null
  readonly stamps: readonly ModelStamp[]
  close(): Promise<void>
}

interface OpenedCritic extends CriticSetup {
  readonly process: CriticProcess
}

interface OpenedActor {
  readonly entry: ModelEntry
  readonly language: LanguageModel
  readonly profile: 'compact' | 'full'
  /** milliseconds allowed for one reply; undefined = the actor's own default */
  readonly timeoutMs: number | undefined
}

/**
 * Chooses, verifies and loads the models of a run. Every file is compared with its manifest before any of it is
 * parsed; there is no fall-back to other models. Nothing stays open when one of them cannot be used.
 */
export async function openModels(
  request: ModelRequest,
): Promise<Result<OpenedModels, readonly Diagnostic[]>> {
  const all = readModels(request.models)
  if (!all.ok) return err([all.error])
  const critic = choose(all.value, 'critic', request.criticModel)
  if (!critic.ok) return err([critic.error])
  const actor = request.actor !== 'model' ? ok(null) : choose(all.value, 'actor', request.actorModel)
  if (!actor.ok) return err([actor.error])
  const wanted = [critic.value, ...(actor.value === null ? [] : [actor.value])]
  const problems = await verifyModels(wanted)
  if (problems.length > 0) return err(problems)
  const setup = criticSetup(critic.value)
  const process = await tryLoad(critic.value, () => startCriticProcess(setup))
  if (!process.ok) return err([process.error])
  const language = actor.value === null ? ok(null) : await tryLoad(actor.value, loadLanguage)
  if (!language.ok) {
    await process.value.stop()
    return err([language.error])
  }
  return ok({
    critic: { ...setup, process: process.value },
    actor:
      actor.value === null || language.value === null
        ? null
        : {
            entry: actor.value.entry,
            language: language.value,
            profile: actor.value.entry.profile ?? 'full',
            timeoutMs: timeoutOf(actor.value.entry),
          },
    stamps: wanted.map(stampOf),
    close: async () => {
      await process.value.stop()
      await language.value?.dispose()
    },
  })
}

/**
 * Chooses one verified model of a role: by its id, or the first.
 * @param dir folder with its own manifest
 */
export async function chooseModel(
  role: 'critic' | 'actor',
  id: string | undefined,
  dir?: string,
): Promise<Result<ListedModel, readonly Diagnostic[]>> {
  const all = readModels(dir)
  if (!all.ok) return err([all.error])
  const chosen = choose(all.value, role, id)
  if (!chosen.ok) return err([chosen.error])
  const problems = await verifyModels([chosen.value])
  return problems.length > 0 ? err(problems) : chosen
}

/** @throws ModelError when llama.cpp refuses the file */
export function loadLanguage({ entry, dir }: ListedModel): Promise<LanguageModel> {
  const [file] = entry.files
  return loadLlamaModel({
    id: entry.id,
    file: modelPath(dir, file ?? { path: '' }),
    contextSize: entry.contextSize ?? 4096,
    chat: entry.chat ?? false,
    thinkTokens: entry.thinkTokens ?? 0,
  })
}

/** @throws ModelError when the files are not a model of that kind */
export const loadVision = ({ entry, dir }: ListedModel): Promise<VisionModel> =>
  kindOf(entry) === 'transformers' ? loadVlm(entry, dir) : loadOnnxVision(entry, dir)

function choose(
  all: readonly ListedModel[],
  role: 'critic' | 'actor',
  id: string | undefined,
): Result<ListedModel, Diagnostic> {
  const candidates = all.filter(({ entry }) => entry.role === role)
  if (id === undefined) {
    const [first] = candidates
    return first === undefined ? err(missingRole(role)) : ok(first)
  }
  const named = findModel(all, id)
  if (!named.ok || named.value.entry.role === role) return named
  return err({
    code: 'model.role',
    severity: 'error',
    message: `the model '${id}' cannot be the ${role}`,
    expected: candidates.map(({ entry }) => entry.id).join(', '),
    got: `role ${named.value.entry.role}`,
  })
}

async function tryLoad<T>(
  model: ListedModel,
  load: (model: ListedModel) => Promise<T>,
): Promise<Result<T, Diagnostic>> {
  try {
    return ok(await load(model))
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return err({
      code: 'model.load',
      severity: 'error',
      message: `model ${model.entry.id} cannot be loaded: ${error.message}`,
      hint:
        'graft models verify compares its files; docs/drop-in.md says what can be loaded and how much ' +
        'memory it takes',
    })
  }
}

/** A large vision model takes seconds for one picture on one thread: it gets as long as an actor. */
const VLM_TIMEOUT_MS = 120_000

function criticSetup(model: ListedModel): CriticSetup {
  return { model, prompt: promptOf(model.entry), timeoutMs: timeoutOf(model.entry) }
}

function timeoutOf(entry: ModelEntry): number | undefined {
  if (entry.timeoutSeconds !== undefined) return entry.timeoutSeconds * 1000
  return kindOf(entry) === 'transformers' ? VLM_TIMEOUT_MS : undefined
}

const stampOf = ({ entry: { id, role, files } }: ListedModel): ModelStamp => ({
  id,
  role: role === 'actor' ? 'actor' : 'critic',
  files: files.map(({ path, sha256 }) => ({ path, sha256 })),
})

const missingRole = (role: string): Diagnostic => ({
  code: 'model.missing-role',
  severity: 'error',
  message: `no manifest names a model for the ${role}`,
  hint:
    `train one with npm run models:${role}, or add your own: graft models add FILE --role ` +
    `${role} (docs/drop-in.md)`,
})
