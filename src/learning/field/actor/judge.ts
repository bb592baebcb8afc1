import type { Edit } from '#bt/edit.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { sameNode } from '#bt/edit/same.js'
import type { NodeLibrary } from '#bt/library.js'
import { mainRoot } from '#learning/actor/units.js'
import type { Rehearse, Validate } from '#learning/actor/input.js'
import { revertsEarlierEdit, type Past } from '#learning/actor/repairs/earlier-edits.js'
import { parseReply, type Draft } from './language.js'
import { resolvePatch, type Refusal } from './resolve.js'
import type { Situation } from './situation/finding.js'

export interface JudgeDeps {
  readonly library: NodeLibrary
  readonly validate: Validate
  readonly rehearse: Rehearse
}

/** An accepted patch and the resulting tree. */
export interface Accepted {
  readonly patch: readonly Edit[]
  readonly doc: TreeDoc
  /** number of edits as written in the reply; one of them may become several in the patch */
  readonly written: number
}

/** Why a reply was refused, and the cause not to retry in this request. */
export interface EditCheck {
  readonly text: string
  readonly cause: string | null
}

export interface JudgedReply {
  readonly reply: string
  readonly maxEdits: number
  readonly past?: Past
}

/** Judges a reply: parser, cause, resolution, validator, twin. One that passes them all may be tried on the robot. */
export function judge(
  deps: JudgeDeps,
  tree: TreeDoc,
  situation: Situation,
  { reply, maxEdits, past = {} }: JudgedReply,
): Result<Accepted, EditCheck> {
  const drafts = parseReply(reply, maxEdits)
  if (!drafts.ok) return err({ text: drafts.error, cause: null })
  const unknownCause = drafts.value.find((draft) => !isCause(situation, draft.why))
  if (unknownCause)
    return err({
      text: `'${unknownCause.why}' is no cause for an edit: not an issue, or a refuted one`,
      cause: null,
    })
  const tried = attempt(deps, tree, situation, { drafts: drafts.value, past })
  if (tried.ok) return tried
  const blamed =
    drafts.value[blame(deps, tree, situation, { drafts: drafts.value, found: tried.error, past })]
  return err({ text: tried.error.text, cause: blamed?.why ?? null })
}

interface DraftedPatch {
  readonly drafts: readonly Draft[]
  readonly past: Past
}

/** Resolves, applies, validates and rehearses a patch without moving anything. */
function attempt(
  deps: JudgeDeps,
  tree: TreeDoc,
  situation: Situation,
  { drafts, past }: DraftedPatch,
): Result<Accepted, Refusal> {
  const last = drafts.length - 1
  const resolved = resolvePatch(tree, situation.book, drafts, deps.library)
  if (!resolved.ok) return resolved
  const { patch, doc } = resolved.value
  if (patch.length > 0 && sameNode(mainRoot(tree), mainRoot(doc)))
    return err({ index: last, text: 'the patch changes nothing' })
  const problem = deps.validate(doc).find((d) => d.severity === 'error')
  if (problem) return err({ index: last, text: problem.message })
  const reverts = revertsEarlierEdit(tree, patch, doc, past)
  if (reverts !== null) return err({ index: last, text: reverts })
  const accepted = { patch, doc, written: drafts.length }
  if (patch.length === 0) return ok(accepted)
  const rehearsal = deps.rehearse(doc)
  // if the twin already refuses the current tree, an edit that starts to repair it must not be blamed
  if (rehearsal.ok || !deps.rehearse(tree).ok) return ok(accepted)
  return err({ index: last, text: rehearsal.error.text })
}

interface RefusedPatch {
  readonly drafts: readonly Draft[]
  readonly found: Refusal
  readonly past: Past
}

/** Index of the first draft that is refused even without the drafts after it. */
function blame(
  deps: JudgeDeps,
  tree: TreeDoc,
  situation: Situation,
  { drafts, found, past }: RefusedPatch,
): number {
  for (let n = 1; n <= found.index; n++) {
    if (!attempt(deps, tree, situation, { drafts: drafts.slice(0, n), past }).ok) return n - 1
  }
  return found.index
}

const isCause = (situation: Situation, why: string): boolean => causesOf(situation).includes(why)

/** Issue ids neither refuted nor already fixed by this patch, plus the two causes that are always available. */
export const causesOf = (situation: Situation): readonly string[] => [
  ...new Set([
    ...situation.findings.filter(({ status }) => status !== 'refuted' && status !== 'done').map((f) => f.why),
    'trace',
    'score',
  ]),
]
