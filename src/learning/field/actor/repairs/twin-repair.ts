import { type Mask, type ZoneId, isMask } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import type { NodeLibrary } from '#bt/library.js'
import { treeHash } from '#bt/xml/write.js'
import { labelTree, type AddressBook } from '../address.js'
import type { ActorInput } from '../contract.js'
import { TWIN, type Validate } from '#learning/actor/input.js'
import { knownFaces } from '../situation/analyse.js'
import { readPlan } from '../situation/plan.js'
import { candidatesFor } from './candidates.js'
import type { Foresee, Outlook } from '../contract.js'
import { shortcuts } from './shortcuts.js'
import { suspectsOf } from './suspects.js'

export interface RepairDeps {
  readonly library: NodeLibrary
  readonly validate: Validate
  readonly foresee: Foresee
}

/** A problem the twin found in a tree on this field, and the edit verified to fix it. */
export interface TwinRepair {
  readonly edits: readonly EditOp[]
  readonly doc: TreeDoc
  /** the problem, human-readable */
  readonly text: string
  /** expected points of an episode without faults, before and after */
  readonly from: number
  readonly to: number
}

export interface RepairTerms {
  readonly isAllowed: (edits: readonly EditOp[], doc: TreeDoc) => boolean
  readonly yieldToEventLoop: () => Promise<void>
  readonly tidy: boolean
}

/**
 * Finds the best edit around the places that the twin refuses, never reaches, or waits at; undefined when no small edit
 * helps. Each candidate is simulated: it counts as a fix when it earns points and leaves no more refusals than before.
 * So it is verified, not guessed; what earns nothing without faults (a retry, a turned block) is left to critic and
 * actor.
 *
 * @param mayBe which resulting documents are allowed
 * @param tidy whether to speed up a tree with nothing wrong
 * @param breathe yields to the reflex loop between two candidates
 */
export async function findTwinRepair(
  input: Pick<ActorInput, 'tree' | 'map' | 'blockInfo'>,
  { library, validate, foresee }: RepairDeps,
  { isAllowed: mayBe, yieldToEventLoop: breathe, tidy }: RepairTerms,
): Promise<TwinRepair | undefined> {
  const { tree, map } = input
  const book = labelTree(tree)
  const known = input.blockInfo ? knownFaces(input) : new Map<ZoneId, Mask>()
  const faces = new Map([...intendedFaces(book), ...known])
  const now = foresee(tree, faces, true)
  if (!isPlayed(now)) return undefined
  const ground = { doc: tree, book, plan: readPlan(tree, book), map, library, known }
  const seen = new Set([treeHash(tree)])
  let best: TwinRepair | undefined
  const tries = suspectsOf(book, now).map((suspect) => ({
    text: suspect.text,
    edits: candidatesFor(suspect, ground),
  }))
  if (tidy && now.refused.length === 0)
    tries.push({ text: 'the same can be done in less time', edits: shortcuts(ground) })
  for (const { text, edits: candidates } of tries) {
    for (const edits of candidates) {
      const applied = applyEdits(
        tree,
        edits.map((edit) => ({ ...edit, because: TWIN })),
      )
      if (!applied.ok || seen.has(treeHash(applied.value))) continue
      const doc = applied.value
      seen.add(treeHash(doc))
      if (!mayBe(edits, doc) || validate(doc).some(({ severity }) => severity === 'error')) continue
      await breathe()
      const then = foresee(doc, faces, false)
      if (!isPlayed(then) || !isBetter(now, then) || then.points <= (best?.to ?? -Infinity)) continue
      best = { edits, doc, text, from: now.points, to: then.points }
    }
    // the first fixable place comes first: later ones may look different after the fix
    if (best !== undefined) return best
  }
  return best
}

type Played = Outlook & { readonly points: number }

const isPlayed = (outlook: Outlook): outlook is Played => outlook.points !== null

/** Smallest gain that is worth an edit, points. */
const WORTH_AN_EDIT = 2

/**
 * Failing sooner costs fewer seconds but is no fix: a tree that is still refused must be worth more than staying at
 * home.
 */
const isBetter = (now: Played, then: Played): boolean =>
  then.points >= now.points + WORTH_AN_EDIT &&
  then.refused.length <= Math.max(1, now.refused.length) &&
  (then.refused.length < now.refused.length || then.points > 0)

/**
 * How the blocks lie if the tree turns the right ones: for each load zone, the first mask turned after its blocks were
 * picked up, wherever that is. With these faces no edit gains points by turning other blocks; that is left to the
 * critic.
 */
export function intendedFaces({ all }: AddressBook): ReadonlyMap<ZoneId, Mask> {
  const leaves = all.filter(({ role }) => role !== 'group')
  const faces = new Map<ZoneId, Mask>()
  for (const [i, load] of leaves.entries()) {
    if (load.role !== 'load' || load.zone === null || faces.has(load.zone)) continue
    const after = leaves.slice(i + 1)
    const next = after.findIndex(({ role }) => role === 'load')
    const turn = (next < 0 ? after : after.slice(0, next)).find(({ role }) => role === 'rotate')
    const mask = turn?.node.attrs['mask'] ?? ''
    if (isMask(mask)) faces.set(load.zone, mask)
  }
  return faces
}
