import type { Result } from '../../base/result.js'
import type { Edit } from '../../bt/edit.js'
import type { PromptInput } from '../prompt/prompt-input.js'
import { carryOver } from './carry-over.js'
import type { ActorInput, ActorOutput, ActorTry } from './input.js'
import { judge, type Accepted, type JudgeDeps } from './judge.js'
import { analyse } from './situation/analyse.js'

/** What every actor needs, whoever writes the replies. */
export interface ProposeDeps extends JudgeDeps {
  /** edits in one patch, from 1; the paper's patches are small (VRL-06) */
  readonly maxEdits: number
  /** replies asked for before it is "no edit", from 1; counted anew for each reply that is wanted */
  readonly maxTries: number
}

/** Who writes the replies. */
export interface Speaker {
  /** one reply, or why there is none */
  speak(input: PromptInput, signal: AbortSignal | undefined): Promise<Result<Reply, string>>
  /** edits that one reply may hold; a patch of more is asked for edit by edit, each with the tree as it is by then */
  readonly editsPerReply: number
}

export interface Reply {
  readonly text: string
  /** [0, 1] */
  readonly confidence: number
}

/**
 * Asks for edits until the patch is full, the speaker has nothing to add, or a reply fails for good. What was accepted
 * before stays. "No edit" is an answer as good as any.
 */
export async function propose(
  deps: ProposeDeps,
  speaker: Speaker,
  input: ActorInput,
  signal?: AbortSignal,
): Promise<ActorOutput> {
  // without a critic there is little to go by: one careful step at a time
  const limit = input.report === null ? 1 : Math.min(deps.maxEdits, input.editBudget ?? deps.maxEdits)
  const tries: ActorTry[] = []
  const done = new Set<string>()
  const patch: Edit[] = []
  let current = input
  let written = 0
  while (written < limit) {
    const size = Math.min(speaker.editsPerReply, limit - written)
    const accepted = await ask({ ...deps, maxEdits: size }, speaker, current, done, tries, signal)
    if (accepted === null) break
    for (const edit of accepted.patch) {
      patch.push(edit)
      done.add(edit.because)
    }
    current = carryOver(current, accepted.doc, accepted.patch)
    written += accepted.written
    if (accepted.written < size) break
  }
  return output(patch, current, tries)
}

/** One reply, asked for again with the refusal in the prompt until it passes or the tries are used up. */
async function ask(
  deps: ProposeDeps,
  speaker: Speaker,
  input: ActorInput,
  done: ReadonlySet<string>,
  tries: ActorTry[],
  signal: AbortSignal | undefined,
): Promise<Accepted | null> {
  const refusals: { reply: string; text: string }[] = []
  const refused = new Set<string>()
  while (refusals.length < deps.maxTries) {
    const situation = analyse(input, { done, refused })
    const prompt = { actor: input, situation, library: deps.library, maxEdits: deps.maxEdits, refusals }
    const reply = await speaker.speak(prompt, signal)
    if (!reply.ok) {
      tries.push({ reply: '', refusedBecause: reply.error, confidence: 0 })
      return null
    }
    const { text, confidence } = reply.value
    const verdict = judge(deps, input.tree, situation, text, deps.maxEdits)
    tries.push({ reply: text, refusedBecause: verdict.ok ? null : verdict.error.text, confidence })
    if (verdict.ok) return verdict.value
    refusals.push({ reply: text, text: verdict.error.text })
    if (verdict.error.cause !== null) refused.add(verdict.error.cause)
  }
  return null
}

function output(patch: readonly Edit[], { tree }: ActorInput, tries: readonly ActorTry[]): ActorOutput {
  const good = tries.filter((t) => t.refusedBecause === null)
  const confidence = good.length === 0 ? 0 : Math.min(...good.map((t) => t.confidence))
  return { patch, tree, tries, confidence, why: reason(patch, tries) }
}

function reason(patch: readonly Edit[], tries: readonly ActorTry[]): string {
  if (patch.length > 0) return `because of ${[...new Set(patch.map((edit) => edit.because))].join(' and ')}`
  const last = tries.at(-1)?.refusedBecause
  return last
    ? `no edit: ${tries.length} tries refused, last: ${last}`
    : 'nothing that is supported needs an edit'
}
