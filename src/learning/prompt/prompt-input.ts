import type { NodeLibrary } from '#bt/library.js'
import type { Situation } from '../actor/situation/finding.js'
import type { ActorInput } from '../actor/input.js'

/** `compact`: for the small shipped model, terse and copy-friendly. `full`: prose for any larger chat model. */
export type PromptProfile = 'compact' | 'full'

export interface PromptInput {
  readonly actor: ActorInput
  readonly situation: Situation
  readonly library: NodeLibrary
  readonly maxEdits: number
  /** replies of this request that were refused, oldest first */
  readonly refusals: readonly { readonly reply: string; readonly text: string }[]
}
