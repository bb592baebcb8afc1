import type { TreeDoc } from '#bt/document.js'
import { sameNode } from '#bt/edit/same.js'
import type { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { labelTree } from '#learning/field/actor/address.js'
import { mainRoot } from '#learning/actor/units.js'
import type { Speaker } from '#learning/field/actor/propose.js'
import { parseReply } from '#learning/field/actor/language.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { PromptInput } from '#learning/field/actor/prompt/budget.js'
import { Appraiser, WORTH_IT } from './appraiser.js'
import type { Case } from './cases.js'

/** What one reply came to. */
export interface Answered {
  /** it can be applied and leaves a valid tree; `[]` is always valid */
  readonly valid: boolean
  /** points against leaving the tree as it is; 0 for no edit, and for one that is not valid */
  readonly gain: number
  /** within half a point of the best edit, or no edit where none is worth it */
  readonly best: boolean
  /** it gains more than half a point */
  readonly raises: boolean
  readonly confidence: number
  /** milliseconds for the reply, with what it took to say how sure it is */
  readonly ms: number
}

export interface Examined {
  readonly kind: string
  /** gain of the best edit that a supported finding allows; 0 when none is worth it */
  readonly top: number
  readonly answered: Answered
}

export interface ExamineDeps {
  readonly library: NodeLibrary
  readonly runs: number
  /** milliseconds, for latencies only */
  readonly now: () => number
}

/** Puts one case to a speaker and values what it writes; edits that nobody valued before are valued now. */
export async function examine(
  speaker: Speaker,
  test: Case,
  words: 'unseen' | 'seen',
  deps: ExamineDeps,
): Promise<Examined> {
  const prompt = promptOf(test, words, deps.library)
  const top = Math.max(0, ...test.candidates.map(([, gain]) => gain))
  const worth = top > WORTH_IT ? top : 0
  const begin = deps.now()
  const reply = await speaker.speak(prompt, undefined)
  const ms = deps.now() - begin
  const text = reply.ok ? reply.value.text : ''
  const valued = valueOf(text, test, deps)
  const answered = {
    valid: valued !== null,
    gain: valued ?? 0,
    best: (valued ?? -Infinity) >= worth - WORTH_IT,
    raises: (valued ?? 0) > WORTH_IT,
    confidence: reply.ok ? reply.value.confidence : 0,
    ms,
  }
  return { kind: bestKind(test, worth), top: worth, answered }
}

/** The prompt's parts, with the words that no training saw, or with those of the training's critics. */
export function promptOf(test: Case, words: 'unseen' | 'seen', library: NodeLibrary): PromptInput {
  const { report } = test.input
  const issues = (report?.issues ?? []).map((issue, i) => ({
    ...issue,
    explanation: test.seenWords[i] ?? issue.explanation,
  }))
  const actor =
    words === 'seen' && report !== null ? { ...test.input, report: { ...report, issues } } : test.input
  const situation = analyse(actor, test.progress)
  return { actor, situation, library, maxEdits: 1, refusals: test.refusals }
}

/** Whether a reply can be applied to the case's tree and leaves a valid one. */
export const isApplicable = (reply: string, test: Case, library: NodeLibrary): boolean =>
  treeAfter(reply, test, library) !== null

/** points that a reply gains; null when it cannot be applied */
function valueOf(reply: string, test: Case, { library, runs }: ExamineDeps): number | null {
  if (reply === '[]') return 0
  const known = test.candidates.find(([text]) => text === reply)
  if (known !== undefined) return known[1]
  const doc = treeAfter(reply, test, library)
  if (doc === null) return null
  if (sameNode(mainRoot(doc), mainRoot(test.input.tree))) return 0
  const appraiser = new Appraiser({ setup: test.setup, library, seed: test.stage })
  return appraiser.value(doc, runs) - appraiser.value(test.input.tree, runs)
}

function treeAfter(reply: string, { input }: Case, library: NodeLibrary): TreeDoc | null {
  const drafts = parseReply(reply, 1)
  if (!drafts.ok) return null
  const resolved = resolvePatch(input.tree, labelTree(input.tree), drafts.value, library)
  if (!resolved.ok) return null
  const problems = validate(resolved.value.doc, library, { compat: 'strict' })
  return problems.every(({ severity }) => severity !== 'error') ? resolved.value.doc : null
}

function bestKind(test: Case, top: number): string {
  const best = top === 0 ? undefined : test.candidates.find(([, gain]) => gain === top)
  const drafts = best === undefined ? undefined : parseReply(best[0], 1)
  const [draft] = drafts?.ok === true ? drafts.value : []
  if (draft === undefined) return 'none'
  if (draft.op === 'insert') return `insert ${draft.node.id}`
  return draft.op === 'setAttr' ? `setAttr ${draft.name}` : draft.op
}
