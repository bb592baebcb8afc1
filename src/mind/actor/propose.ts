import { err, ok, type Result } from '../../base/result.js'
import type { Edit } from '../../bt/edit.js'
import type { TreeDoc } from '../../bt/document.js'
import { sameNode } from '../../bt/edit/same.js'
import type { NodeLibrary } from '../../bt/library.js'
import type { PromptInput } from '../prompt/prompt-input.js'
import { mainRoot } from './address.js'
import type { Situation } from './situation/finding.js'
import type { ActorInput, ActorOutput, ActorTry, Rehearse, Validate } from './input.js'
import { parseReply, type Draft } from './language.js'
import { resolvePatch, type Refusal } from './resolve.js'
import { analyse } from './situation/analyse.js'

/** What every actor needs, whoever writes the replies. */
export interface ProposeDeps {
  readonly library: NodeLibrary
  readonly validate: Validate
  readonly rehearse: Rehearse
  /** edits in one patch, from 1; the paper's patches are small (VRL-06) */
  readonly maxEdits: number
  /** replies asked for before it is "no edit", from 1 */
  readonly maxTries: number
}

/** One reply, or why there is none. Text is data: it is parsed, never run. */
export type Speak = (input: PromptInput, signal: AbortSignal | undefined) => Promise<Result<Reply, string>>

export interface Reply {
  readonly text: string
  /** [0, 1] */
  readonly confidence: number
}

/**
 * Asks, judges, and asks again with the refusal in the prompt, until a reply passes parser, validator and twin or the
 * tries are used up. "No edit" is an answer as good as any.
 */
export async function propose(
  deps: ProposeDeps,
  speak: Speak,
  input: ActorInput,
  signal?: AbortSignal,
): Promise<ActorOutput> {
  const tries: ActorTry[] = []
  const refusals: { reply: string; text: string }[] = []
  const refused = new Set<string>()
  // without a critic there is little to go by: one careful step at a time
  const maxEdits = input.report === null ? 1 : deps.maxEdits
  while (tries.length < deps.maxTries) {
    const situation = analyse(input, refused)
    const prompt = { actor: input, situation, library: deps.library, maxEdits, refusals }
    const reply = await speak(prompt, signal)
    if (!reply.ok) {
      tries.push({ reply: '', refusedBecause: reply.error, confidence: 0 })
      break
    }
    const verdict = judge({ ...deps, maxEdits }, input.tree, situation, reply.value.text)
    if (verdict.ok) {
      tries.push({ reply: reply.value.text, refusedBecause: null, confidence: reply.value.confidence })
      return accepted(verdict.value, tries, reply.value.confidence)
    }
    const { text, cause } = verdict.error
    tries.push({ reply: reply.value.text, refusedBecause: text, confidence: reply.value.confidence })
    refusals.push({ reply: reply.value.text, text })
    if (cause !== null) refused.add(cause)
  }
  const last = tries.at(-1)?.refusedBecause ?? 'nobody was asked'
  return {
    patch: [],
    tree: input.tree,
    tries,
    confidence: 0,
    why: `no edit: ${tries.length} of ${deps.maxTries} tries refused, last: ${last}`,
  }
}

interface Accepted {
  readonly patch: readonly Edit[]
  readonly doc: TreeDoc
}

/** Why a reply was refused, and the cause that should not be tried again in this request. */
interface Verdict {
  readonly text: string
  readonly cause: string | null
}

function judge(
  deps: ProposeDeps,
  tree: TreeDoc,
  situation: Situation,
  reply: string,
): Result<Accepted, Verdict> {
  const drafts = parseReply(reply, deps.maxEdits)
  if (!drafts.ok) return err({ text: drafts.error, cause: null })
  const stranger = drafts.value.find((draft) => !isCause(situation, draft.why))
  if (stranger)
    return err({
      text: `'${stranger.why}' is no cause for an edit: not an issue, or a refuted one`,
      cause: null,
    })
  const tried = attempt(deps, tree, situation, drafts.value)
  if (tried.ok) return tried
  const blamed = drafts.value[blame(deps, tree, situation, drafts.value, tried.error)]
  return err({ text: tried.error.text, cause: blamed?.why ?? null })
}

/** Resolve, apply, validate, rehearse: the whole way of a patch, without moving anything. */
function attempt(
  deps: ProposeDeps,
  tree: TreeDoc,
  situation: Situation,
  drafts: readonly Draft[],
): Result<Accepted, Refusal> {
  const last = drafts.length - 1
  const resolved = resolvePatch(tree, situation.book, drafts, deps.library)
  if (!resolved.ok) return resolved
  const { patch, doc } = resolved.value
  if (patch.length > 0 && sameNode(mainRoot(tree), mainRoot(doc)))
    return err({ index: last, text: 'the patch changes nothing' })
  const problem = deps.validate(doc).find((d) => d.severity === 'error')
  if (problem) return err({ index: last, text: problem.message })
  if (patch.length === 0) return ok({ patch, doc })
  const rehearsal = deps.rehearse(doc)
  // a tree that the twin refuses already cannot be held against the edit that sets out to mend it
  if (rehearsal.ok || !deps.rehearse(tree).ok) return ok({ patch, doc })
  return err({ index: last, text: rehearsal.error.text })
}

/** The first draft that is refused even without those after it. */
function blame(
  deps: ProposeDeps,
  tree: TreeDoc,
  situation: Situation,
  drafts: readonly Draft[],
  found: Refusal,
): number {
  for (let n = 1; n <= found.index; n++) {
    if (!attempt(deps, tree, situation, drafts.slice(0, n)).ok) return n - 1
  }
  return found.index
}

const isCause = (situation: Situation, why: string): boolean => causesOf(situation).includes(why)

/** Issue ids that are not refuted, and the two witnesses that are always there. */
export const causesOf = (situation: Situation): readonly string[] => [
  ...new Set([
    ...situation.findings.filter((f) => f.status !== 'refuted').map((f) => f.why),
    'trace',
    'score',
  ]),
]

function accepted(value: Accepted, tries: readonly ActorTry[], confidence: number): ActorOutput {
  const edits = value.patch.map((edit) => `${edit.op} because of ${edit.because}`)
  const why = edits.length === 0 ? 'no edit: nothing supported needs one' : edits.join('; ')
  return { patch: value.patch, tree: value.doc, tries, confidence, why }
}
