import type { Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { Edit, EditOp } from '#bt/edit.js'
import type { PromptInput } from './prompt/budget.js'
import { carryOver } from '#learning/actor/carry-over.js'
import type { ActorInput } from './contract.js'
import type { ActorOutput, ActorTry } from '#learning/actor/input.js'
import { judge, type Accepted, type JudgeDeps } from './judge.js'
import type { Foresee } from './contract.js'
import { openSubtrees } from '#learning/actor/repairs/open-subtrees.js'
import { TWIN } from '#learning/actor/input.js'
import { findTwinRepair } from './repairs/twin-repair.js'
import { analyse } from './situation/analyse.js'
import { revertsEarlierEdit, type Past } from '#learning/actor/repairs/earlier-edits.js'
import { deferLowGainFindings } from './situation/gain.js'

/** Dependencies of every actor, whoever writes the replies. */
export interface ProposeDeps extends JudgeDeps {
  /** maximum edits in one patch, at least 1; the paper's patches are small (VRL-06) */
  readonly maxEdits: number
  /** replies requested before giving up with "no edit", at least 1; the count restarts for each accepted reply */
  readonly maxTries: number
  /** the twin's outlook on a tree; without it nothing is fixed before the speaker is asked */
  readonly foresee?: Foresee
}

/** Writes the replies. */
export interface Speaker {
  /** returns one reply, or why there is none */
  speak(input: PromptInput, signal: AbortSignal | undefined): Promise<Result<Reply, string>>
  /** maximum edits in one reply; a larger patch is requested edit by edit, each with the tree as edited so far */
  readonly editsPerReply: number
}

interface Reply {
  readonly text: string
  /** [0, 1] */
  readonly confidence: number
}

/**
 * Requests edits until the patch is full, the speaker has nothing to add, or a reply fails permanently. Edits accepted
 * before that stay. "No edit" is a valid answer.
 */
export async function propose(
  deps: ProposeDeps,
  speaker: Speaker,
  input: ActorInput,
  signal?: AbortSignal,
): Promise<ActorOutput> {
  // without a critic there is little to go on: one careful step at a time
  const limit = input.report === null ? 1 : Math.min(deps.maxEdits, input.editBudget ?? deps.maxEdits)
  const tries: ActorTry[] = []
  const done = new Set<string>()
  const patch: Edit[] = []
  const opened = openSubtrees(input, deps.library)
  const first = await repair(deps, opened?.input ?? input, { past: input, limit, patch, tidy: false })
  const notes = [...first.notes]
  let { current } = first
  let written = notes.length
  while (written < limit) {
    const size = Math.min(speaker.editsPerReply, limit - written)
    const room = limit - written
    const accepted = await ask({ ...deps, maxEdits: size, room }, speaker, current, { done, tries, signal })
    if (accepted === null) break
    for (const edit of accepted.patch) {
      patch.push(edit)
      done.add(edit.because)
    }
    current = carryOver(current, accepted.doc, accepted.patch)
    written += accepted.written
    if (accepted.written < size) break
  }
  // the accepted edits may have left or created something that the twin refuses: spend no episode on that
  const last = await repair(deps, current, { past: input, limit: limit - written, patch, tidy: true })
  current = last.current
  notes.push(...last.notes)
  const cause = patch[0]?.because
  if (cause === undefined) return output([], input, tries, notes)
  const opening = (opened?.edits ?? []).map((edit): Edit => ({ ...edit, because: cause }))
  return output([...opening, ...patch], current, tries, notes)
}

interface RepairTerms {
  readonly past: Past
  readonly limit: number
  readonly patch: Edit[]
  readonly tidy: boolean
}

/**
 * Fixes what the twin knows to be wrong before the speaker is asked: it is certain, and other findings may depend on
 * it.
 * @param patch receives the edits
 * @param tidy whether to speed up a tree with nothing wrong; not before the speaker has had its turn, as it may want to
 * add to the tree
 */
async function repair(
  deps: ProposeDeps,
  input: ActorInput,
  { past, limit, patch, tidy }: RepairTerms,
): Promise<{ readonly current: ActorInput; readonly notes: readonly string[] }> {
  let current = input
  const notes: string[] = []
  const { foresee } = deps
  while (foresee !== undefined && notes.length < Math.min(limit, MOST_REPAIRS)) {
    const { tree } = current
    const isNew = (edits: readonly EditOp[], doc: TreeDoc): boolean =>
      revertsEarlierEdit(tree, edits.map(byTwin), doc, past) === null
    const found = await findTwinRepair(
      current,
      { ...deps, foresee },
      { isAllowed: isNew, yieldToEventLoop, tidy },
    )
    if (found === undefined) break
    patch.push(...found.edits.map(byTwin))
    current = carryOver(current, found.doc, found.edits)
    notes.push(`${found.text} (mended: ${found.from.toFixed(0)} to ${found.to.toFixed(0)} points expected)`)
  }
  return { current, notes }
}

interface AskTerms {
  readonly done: ReadonlySet<string>
  readonly tries: ActorTry[]
  readonly signal: AbortSignal | undefined
}

/** Requests one reply, again with the refusal in the prompt until it passes or the attempts are used up. */
async function ask(
  deps: ProposeDeps & { readonly room: number },
  speaker: Speaker,
  input: ActorInput,
  { done, tries, signal }: AskTerms,
): Promise<Accepted | null> {
  const refusals: { reply: string; text: string }[] = []
  const refused = new Set<string>()
  while (refusals.length < deps.maxTries) {
    const situation = deferLowGainFindings(analyse(input, { done, refused }), deps.room)
    const prompt = { actor: input, situation, library: deps.library, maxEdits: deps.maxEdits, refusals }
    const reply = await speaker.speak(prompt, signal)
    if (!reply.ok) {
      tries.push({ reply: '', refusedBecause: reply.error, confidence: 0 })
      return null
    }
    const { text, confidence } = reply.value
    const decision = judge(deps, input.tree, situation, { reply: text, maxEdits: deps.maxEdits, past: input })
    tries.push({ reply: text, refusedBecause: decision.ok ? null : decision.error.text, confidence })
    if (decision.ok) return decision.value
    refusals.push({ reply: text, text: decision.error.text })
    if (decision.error.cause !== null) refused.add(decision.error.cause)
  }
  return null
}

function output(
  patch: readonly Edit[],
  input: ActorInput,
  tries: readonly ActorTry[],
  notes: readonly string[],
): ActorOutput {
  const good = tries.filter((t) => t.refusedBecause === null)
  const confidence =
    good.length === 0 ? (notes.length > 0 ? 1 : 0) : Math.min(...good.map((t) => t.confidence))
  const causes = [...new Set(patch.map(({ because }) => because))].filter((cause) => cause !== TWIN)
  const why = [
    ...(notes.length > 0 ? [`the twin: ${notes.join('; ')}`] : []),
    ...(causes.length > 0 || notes.length === 0 ? [reason(causes, tries, input)] : []),
  ]
  return { patch, tree: input.tree, tries, confidence, why: why.join('; ') }
}

function reason(causes: readonly string[], tries: readonly ActorTry[], input: ActorInput): string {
  if (causes.length > 0) return `because of ${causes.join(' and ')}`
  const last = tries.at(-1)?.refusedBecause
  if (last) return `no edit: ${tries.length} tries refused, last: ${last}`
  return hasFindings(input)
    ? 'none of the confirmed findings can be fixed by editing the tree'
    : 'nothing was found'
}

/** Of the critic, as far as no sensor refuted it, or of the trace. */
const hasFindings = ({ report, trace }: ActorInput): boolean =>
  (report?.issues ?? []).some(({ grounded }) => grounded !== 'refuted') ||
  trace.units.some(({ result }) => result === 'failure')

const byTwin = (edit: EditOp): Edit => ({ ...edit, because: TWIN })

/** maximum twin fixes per patch: beyond them the episode is more informative than the forecast */
const MOST_REPAIRS = 4

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
