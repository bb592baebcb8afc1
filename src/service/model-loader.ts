import { formatDiagnostic } from '#base/diagnostic.js'
import type { NodeLibrary } from '#bt/library.js'
import { criticFrom, unavailableReport } from '#learning/critic/question.js'
import type { ModelStatus } from '#runtime/status/service-status.js'
import type { ModelSet, openModelSet } from '#app/models/model-set.js'
import type { ModelRequest } from '#app/models/open-models.js'

/**
 * Loads the models in the background: before they are loaded, the service is ready and the robot can be stopped,
 * driven manually and watched. Without models the robot still runs its tree, every report calls a human, and
 * nothing is edited (AMB-03, AMB-33).
 */
export class ModelLoader {
  readonly #library: NodeLibrary
  readonly #changed: (models: readonly ModelStatus[]) => void
  #models: ModelSet
  #opened: ModelSet | undefined
  #loading: Promise<void> = Promise.resolve()

  constructor(library: NodeLibrary, changed: (models: readonly ModelStatus[]) => void) {
    this.#library = library
    this.#changed = changed
    this.#models = withoutModels('the models are not loaded yet')
  }

  /** Starts loading. Never fails: models that cannot be loaded are reported, and stay missing. */
  load(open: typeof openModelSet, request: ModelRequest): void {
    const { actor, criticModel, actorModel } = request
    const roles = [
      { role: 'critic', id: criticModel ?? 'default' },
      { role: 'actor', id: actor === 'rules' ? 'rules' : (actorModel ?? 'default') },
    ] as const
    this.#changed(roles.map((each) => ({ ...each, state: 'loading', text: '' })))
    this.#loading = open(request, this.#library).then(
      (opened) => {
        if (opened.ok) {
          this.#opened = opened.value
          this.#models = opened.value
          const named = opened.value.stamps.map(({ role, id }) => ({ role, id }))
          const all = roles.map((each) => named.find(({ role }) => role === each.role) ?? each)
          return this.#changed(all.map((each) => ({ ...each, state: 'ready', text: '' })))
        }
        const text = opened.error.map(formatDiagnostic).join('\n')
        this.#failed(roles, text)
      },
      (cause: unknown) => this.#failed(roles, cause instanceof Error ? cause.message : String(cause)),
    )
  }

  /** The current models; a run keeps those that it began with. */
  get models(): ModelSet {
    return this.#models
  }

  /** Resolves when loading has finished, successfully or not. */
  loaded(): Promise<void> {
    return this.#loading
  }

  async close(): Promise<void> {
    await this.#loading
    await this.#opened?.close()
  }

  #failed(roles: readonly Pick<ModelStatus, 'role' | 'id'>[], text: string): void {
    this.#models = withoutModels(text)
    this.#changed(roles.map((each) => ({ ...each, state: 'failed', text })))
  }
}

/** A critic whose every report says why it cannot see, and an actor that leaves the tree unchanged. */
function withoutModels(why: string): ModelSet {
  return {
    stamps: [],
    criticFor: () => criticFrom((question) => Promise.resolve(unavailableReport(question, 'none', why))),
    actorFor: () => ({
      id: 'none',
      propose: ({ tree }) =>
        Promise.resolve({ patch: [], tree, tries: [], confidence: 0, why: `no actor: ${why}` }),
    }),
    close: () => Promise.resolve(),
  }
}
