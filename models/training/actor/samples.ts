import { slotsMask, SLOTS, type FieldMap } from '../../../src/base/field-map.js'
import { stream, type Rng } from '../../../src/base/random.js'
import type { TreeDef } from '../../../src/bt/document.js'
import type { NodeLibrary } from '../../../src/bt/library.js'
import type { ActorInput, BlockInfo } from '../../../src/mind/actor/input.js'
import { labelTree } from '../../../src/mind/actor/address.js'
import { carryOver } from '../../../src/mind/actor/carry-over.js'
import { printReply, type Draft } from '../../../src/mind/actor/language.js'
import { decide } from '../../../src/mind/actor/rules.js'
import { resolvePatch } from '../../../src/mind/actor/resolve.js'
import { analyse } from '../../../src/mind/actor/situation/analyse.js'
import type { Progress } from '../../../src/mind/actor/situation/finding.js'
import { compactPrompt } from '../../../src/mind/prompt/compact.js'
import { randomEpisode } from './random-episode.js'
import { randomField } from './random-field.js'
import { randomReport } from './random-report.js'
import { randomTree } from './random-tree.js'

export type Split = 'train' | 'validation' | 'test'

/** Prompts that share their beginning, up to the tree; the trainer computes that beginning once. */
export interface Group {
  readonly prefix: string
  readonly items: readonly Item[]
}

export interface Item {
  readonly suffix: string
  readonly answer: string
  /** the edit of the answer, or `none`: the score is reported for each */
  readonly kind: string
}

/** A sample before it is cut into prefix and suffix; the evaluation needs the input too. */
export interface Sample extends Omit<Item, 'suffix'> {
  readonly prompt: string
  readonly input: ActorInput
  readonly progress: Progress
}

export interface Shipped {
  readonly library: NodeLibrary
  readonly subtrees: readonly TreeDef[]
}

/** Of this many situations of a tree, the ones with the rarest edits are kept. */
const CHOICE = 2

/**
 * The samples of one tree; the split and the number name the random streams, so no two splits share a draw.
 * @param counts how often each kind of edit was drawn so far; kept up to date here
 */
export function samplesOf(
  shipped: Shipped,
  split: Split,
  tree: number,
  count: number,
  counts: Map<string, number>,
): Sample[] {
  const drawn = situationsOf(shipped, split, tree, count * CHOICE)
  const rarity = ({ kind }: Sample): number => counts.get(kind) ?? 0
  const kept: Sample[] = []
  while (kept.length < count) {
    drawn.sort((a, b) => rarity(a) - rarity(b))
    const next = drawn.shift() as Sample
    counts.set(next.kind, (counts.get(next.kind) ?? 0) + 1)
    kept.push(next)
  }
  return kept
}

function situationsOf(shipped: Shipped, split: Split, tree: number, count: number): Sample[] {
  const rng = stream('actor', split, tree)
  const map = randomField(rng, `${split}-${tree}`)
  const doc = randomTree(rng, map, shipped.subtrees)
  const blockInfo = rng.chance(0.3) ? randomFaces(rng, map) : undefined
  const blind = rng.chance(0.12)
  const words = split === 'test' ? 'test' : 'train'
  return Array.from({ length: count }, () => {
    const report = blind ? null : randomReport(rng, map, doc, words)
    return sample(rng, shipped, randomEpisode(rng, map, doc, report, blockInfo, words))
  })
}

/** Cuts samples where their prompts part: behind the tree. */
export function groupsOf(samples: readonly Sample[], atMost: number): Group[] {
  const byPrefix = new Map<string, Item[]>()
  for (const { prompt, answer, kind } of samples) {
    const cut = prompt.indexOf('\nISSUES:')
    const items = byPrefix.get(prompt.slice(0, cut)) ?? []
    items.push({ suffix: prompt.slice(cut), answer, kind })
    byPrefix.set(prompt.slice(0, cut), items)
  }
  return [...byPrefix].map(([prefix, items]) => ({ prefix, items: items.slice(0, atMost) }))
}

/** One request of the product: mostly the first of a patch, sometimes the second, sometimes after a refusal. */
function sample(rng: Rng, shipped: Shipped, first: ActorInput): Sample {
  const progress = { done: new Set<string>(), refused: new Set<string>() }
  const refusals: { reply: string; text: string }[] = []
  let input = first
  let draft = choose(input, progress)
  if (draft && input.report !== null && rng.chance(SECOND_EDIT)) {
    input = afterEdit(shipped, input, draft)
    progress.done.add(draft.why)
    draft = choose(input, progress)
  }
  if (draft && rng.chance(REFUSED)) {
    refusals.push({ reply: printReply([draft]), text: rng.pick(REFUSALS) })
    progress.refused.add(draft.why)
    draft = choose(input, progress)
  }
  const situation = analyse(input, progress)
  const prompt = compactPrompt(
    { actor: input, situation, library: shipped.library, maxEdits: 1, refusals },
    0,
  )
  return {
    prompt,
    answer: printReply(draft ? [draft] : []),
    kind: draft ? kindOf(draft) : 'none',
    input,
    progress,
  }
}

const SECOND_EDIT = 0.06
const REFUSED = 0.08

const choose = (input: ActorInput, progress: Progress): Draft | undefined =>
  decide(analyse(input, progress), 1)[0]

function afterEdit(shipped: Shipped, input: ActorInput, draft: Draft): ActorInput {
  const resolved = resolvePatch(input.tree, labelTree(input.tree), [draft], shipped.library)
  return resolved.ok ? carryOver(input, resolved.value.doc, resolved.value.patch) : input
}

function kindOf(draft: Draft): string {
  if (draft.op === 'insert') return `insert ${draft.node.id}`
  return draft.op === 'setAttr' ? `setAttr ${draft.name}` : draft.op
}

/** The twin's and the validator's words for plans that cannot be. */
const REFUSALS = [
  'MoveToZone then UnloadBlocks: slot 0 of the zone is occupied',
  'RotateBlocks: the gripper holds nothing',
  'LoadBlocks: all cups are taken',
  'the patch changes nothing',
  'MoveCursor: blocks lie in the corridor',
] as const

const randomFaces = (rng: Rng, map: FieldMap): BlockInfo[] =>
  map.zones
    .filter((zone) => zone.kind === 'load')
    .flatMap((zone) => {
      const orange = slotsMask(SLOTS.filter(() => rng.chance(0.5)))
      return SLOTS.map((slot) => ({
        zone: zone.id,
        slot,
        faceUp: orange[slot] === '1' ? ('orange' as const) : ('blue' as const),
        conf: 0.9,
      }))
    })
